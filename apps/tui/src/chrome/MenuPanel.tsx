import { useCursor } from "ink"
import type { ReactElement } from "react"
import { menuAtom, type Offer, offersOf } from "../overlays/menu.ts"
import { safeText } from "../safeText.ts"
import { cut, fit, graphemesOf, widthOf, wrap } from "./fit.ts"
import { exactly, frameBottom, framed, frameTop } from "./frame.ts"
import { Line } from "./Line.tsx"
import { useAtom } from "./useAtom.tsx"

const prompt = "> "
const widestLabel = 40

const offerText = ({ label, remark }: Offer, labelWidth: number): string =>
  safeText(remark) === "" ? safeText(label) : `${fit(safeText(label), labelWidth)}  ${safeText(remark)}`

interface OfferLine {
  readonly text: string
  readonly isFocused: boolean
}

/** The offers around the one in focus, in exactly `room` lines. */
const offerLines = (
  offers: ReadonlyArray<Offer>,
  focus: number,
  width: number,
  room: number
): ReadonlyArray<OfferLine> => {
  const from = Math.max(0, Math.min(focus - Math.floor(room / 2), offers.length - room))
  const widest = Math.max(0, ...offers.map(({ label }) => widthOf(safeText(label))))
  const labelWidth = Math.min(widestLabel, Math.floor(width / 2), widest)
  const lines = offers.slice(from, from + room).map((offer, place) => {
    const isFocused = from + place === focus
    return { text: `${isFocused ? "▶ " : "  "}${offerText(offer, labelWidth)}`, isFocused }
  })
  const empty = { text: "", isFocused: false }
  return exactly(offers.length === 0 ? [{ ...empty, text: "  Nothing to choose." }] : lines, room, empty)
}

/** A list of which one is taken, in place of the table. The selected line has a mark beside its colour. */
export const MenuPanel = (props: {
  readonly width: number
  readonly height: number
  /** The line of the screen that the panel begins at. */
  readonly top: number
}): ReactElement => {
  const { width, height, top } = props
  const menu = useAtom(menuAtom)
  const { setCursorPosition } = useCursor()
  const inner = width - 4
  const intro = menu.intro.flatMap((line) => wrap(safeText(line), inner)).slice(0, Math.max(0, height - 5))
  const before = graphemesOf(menu.typed.text).slice(0, menu.typed.caret).map(safeText).join("")
  setCursorPosition({ x: Math.min(width - 3, 2 + widthOf(prompt + before)), y: top + 1 + intro.length })
  const offers = offersOf(menu)
  const room = Math.max(1, height - 3 - intro.length)
  const more = offers.length > room ? `${menu.focus + 1} of ${offers.length} · ` : ""
  return (
    <>
      <Line spans={frameTop(safeText(menu.title), width)} />
      {intro.map((text, place) => (
        <Line key={`intro ${place}`} spans={framed({ text }, width)} />
      ))}
      <Line spans={framed({ text: cut(`${prompt}${safeText(menu.typed.text)}`, inner), role: "key" }, width)} />
      {offerLines(offers, menu.focus, inner, room).map(({ text, isFocused }, place) => (
        <Line key={place} spans={framed({ text, role: isFocused ? "selected" : "plain" }, width)} />
      ))}
      <Line spans={frameBottom(`${more}type to narrow · Enter takes · Esc back`, width)} />
    </>
  )
}
