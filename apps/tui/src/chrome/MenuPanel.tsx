import { useCursor } from "ink"
import type { ReactElement } from "react"
import { menuAtom, type Offer, offersOf } from "../overlays/menu.ts"
import { safeText } from "@public-records/text/safeText"
import { cut, fit, graphemesOf, widthOf, wrap } from "@public-records/text/fit"
import { exactly, frameBottom, framed, frameTop } from "./frame.ts"
import { Line } from "./Line.tsx"
import { useAtom } from "./useAtom.tsx"

const prompt = "> "
const widestLabel = 60

const offerText = ({ label, remark }: Pick<Offer, "label" | "remark">, labelWidth: number): string =>
  safeText(remark) === "" ? safeText(label) : `${fit(safeText(label), labelWidth)}  ${safeText(remark)}`

interface OfferLine {
  readonly text: string
  readonly isFocused: boolean
}

const mark = "▶ "
const unmarked = "  "
const plain = (text: string): OfferLine => ({ text, isFocused: false })

/** The offer in focus in full, where its line has no room for that. */
const inFull = ({ label, remark }: Offer, labelWidth: number, width: number, room: number): ReadonlyArray<string> => {
  const isWhole = widthOf(safeText(label)) <= labelWidth || safeText(remark) === ""
  if (isWhole && widthOf(mark) + widthOf(offerText({ label, remark }, labelWidth)) <= width) return []
  const lines = wrap(`${safeText(label)}: ${safeText(remark)}`, width)
  return lines.length < room ? lines : []
}

/** The offers around the one in focus, in exactly `room` lines. */
const offerLines = (
  offers: ReadonlyArray<Offer>,
  focus: number,
  width: number,
  room: number
): ReadonlyArray<OfferLine> => {
  const widest = Math.max(0, ...offers.map(({ label }) => widthOf(safeText(label))))
  const labelWidth = Math.min(widestLabel, Math.floor(width / 2), widest)
  const chosen = offers[focus]
  if (chosen === undefined) return exactly([plain("  Nothing to choose.")], room, plain(""))
  const full = inFull(chosen, labelWidth, width, room)
  const left = room - full.length
  const from = Math.max(0, Math.min(focus - Math.floor(left / 2), offers.length - left))
  const lines = offers.slice(from, from + left).map((offer, place) => {
    const isFocused = from + place === focus
    return { text: `${isFocused ? mark : unmarked}${offerText(offer, labelWidth)}`, isFocused }
  })
  return [...exactly(lines, left, plain("")), ...full.map(plain)]
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
