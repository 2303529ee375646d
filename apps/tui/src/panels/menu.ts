import { exactly, frame, type Span } from "../drawing/frame.ts"
import { cut, fit, graphemesOf, widthOf, wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { Atom } from "effect/reactivity"
import { editText, noText, type TextState } from "../keys/editing.ts"
import type { Ui } from "../Ui.ts"
import type { Panel } from "./Panel.ts"

/** An entry of a menu. */
export interface Offer {
  readonly label: string
  readonly remark?: string
  readonly take: () => void
}

/** A list to choose from, narrowed by typing. Its texts are unsafe until they are drawn. */
export interface Menu {
  readonly title: string
  /** Shown above the offers. */
  readonly intro?: ReadonlyArray<string>
  readonly offers: ReadonlyArray<Offer>
  readonly typed: TextState
  readonly focus: number
}

/** The menu that is open, or was last. */
export const menuAtom = Atom.keepAlive(Atom.make<Menu>({ title: "", offers: [], typed: noText, focus: 0 }))

/** Opens a menu over the panel. */
export const openMenu = (ui: Ui, menu: Omit<Menu, "typed" | "focus">): void => {
  ui.set(menuAtom, { ...menu, typed: noText, focus: 0 })
  ui.openOverlay("menu")
}

/** Returns the offers that contain every typed word. Those with the words in their label come first. */
const offersOf = ({ offers, typed }: Menu): ReadonlyArray<Offer> => {
  const words = typed.text.toLowerCase().split(" ")
  const hasAll = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word))
  const named = offers.filter(({ label }) => hasAll(label))
  return [
    ...named,
    ...offers.filter((offer) => !named.includes(offer) && hasAll(`${offer.label} ${offer.remark ?? ""}`))
  ]
}

/** Moves to the next or previous offer, and from the last to the first. */
const focusBy = (by: 1 | -1) => (ui: Ui) =>
  ui.update(menuAtom, (menu) => {
    const count = Math.max(1, offersOf(menu).length)
    return { ...menu, focus: (menu.focus + by + count) % count }
  })

const choose = (ui: Ui): void => {
  const menu = ui.get(menuAtom)
  const offer = offersOf(menu)[menu.focus]
  if (offer === undefined) return
  ui.closeOverlay()
  offer.take()
}

const prompt = "> "
const widestLabel = 60
const mark = "▶ "

const offerText = ({ label, remark = "" }: Offer, labelWidth: number): string =>
  safeText(remark) === "" ? safeText(label) : `${fit(safeText(label), labelWidth)}  ${safeText(remark)}`

/** The offer in focus in full, if it does not fit on its line. */
const inFull = (offer: Offer, labelWidth: number, width: number, room: number): ReadonlyArray<string> => {
  const { label, remark = "" } = offer
  const isWhole = widthOf(safeText(label)) <= labelWidth || safeText(remark) === ""
  if (isWhole && widthOf(mark) + widthOf(offerText(offer, labelWidth)) <= width) return []
  const lines = wrap(`${safeText(label)}: ${safeText(remark)}`, width)
  return lines.length < room ? lines : []
}

/** The offers around the one in focus, in exactly `room` lines. */
const offerLines = (
  offers: ReadonlyArray<Offer>,
  focus: number,
  width: number,
  room: number
): ReadonlyArray<string | Span> => {
  const widest = Math.max(0, ...offers.map(({ label }) => widthOf(safeText(label))))
  const labelWidth = Math.min(widestLabel, Math.floor(width / 2), widest)
  const chosen = offers[focus]
  if (chosen === undefined) return exactly(["  Nothing to choose."], room, "")
  const full = inFull(chosen, labelWidth, width, room)
  const left = room - full.length
  const from = Math.max(0, Math.min(focus - Math.floor(left / 2), offers.length - left))
  const lines = offers.slice(from, from + left).map((offer): Span => {
    const text = offerText(offer, labelWidth)
    return offer === chosen ? { text: `${mark}${text}`, role: "selected" } : { text: `  ${text}` }
  })
  return [...exactly<string | Span>(lines, left, ""), ...full]
}

const draw: Panel["draw"] = ({ get, width, height, top }) => {
  const menu = get(menuAtom)
  const inner = width - 4
  const intro = (menu.intro ?? []).flatMap((line) => wrap(safeText(line), inner)).slice(0, Math.max(0, height - 5))
  const before = graphemesOf(menu.typed.text).slice(0, menu.typed.caret).map(safeText).join("")
  const offers = offersOf(menu)
  const room = Math.max(1, height - 3 - intro.length)
  const more = offers.length > room ? `${menu.focus + 1} of ${offers.length} · ` : ""
  const typed: Span = { text: cut(`${prompt}${safeText(menu.typed.text)}`, inner), role: "key" }
  const lines = [...intro, typed, ...offerLines(offers, menu.focus, inner, room)]
  const remark = `${more}type to narrow · Enter takes · Esc back`
  return {
    lines: frame(width, safeText(menu.title), remark, lines),
    caret: { x: Math.min(width - 3, 2 + widthOf(prompt + before)), y: top + 1 + intro.length }
  }
}

/** A list to choose from, in place of the table. */
export const menu: Panel = {
  draw,
  keys: { enter: choose, up: focusBy(-1), "shift-tab": focusBy(-1), down: focusBy(1), tab: focusBy(1) },
  type: (ui, key) => ui.update(menuAtom, (menu) => ({ ...menu, typed: editText(menu.typed, key), focus: 0 })),
  back: (ui) => ui.closeOverlay()
}
