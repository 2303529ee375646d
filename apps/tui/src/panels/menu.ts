import { padLines, frame, type Span } from "../drawing/frame.ts"
import { cut, fit, graphemesOf, widthOf, wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import type { MirrorStatus } from "@public-records/mirror"
import { Effect, Result } from "effect"
import { Atom } from "effect/reactivity"
import { editText, noText, type TextState } from "../keys/editing.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import type { Ui } from "../Ui.ts"
import type { Panel } from "./Panel.ts"

export interface MenuItem {
  readonly label: string
  readonly hint?: string
  readonly onSelect: () => void
}

/** A menu, which the user filters by typing. Its strings may contain control characters, which are escaped when drawn. */
export interface Menu {
  readonly title: string
  /** Shown above the items. */
  readonly intro?: ReadonlyArray<string>
  readonly items: ReadonlyArray<MenuItem>
  readonly typed: TextState
  readonly focus: number
}

/** The open menu, or the last one. */
export const menuAtom = Atom.keepAlive(Atom.make<Menu>({ title: "", items: [], typed: noText, focus: 0 }))

type MenuContent = Omit<Menu, "typed" | "focus">

export const openMenu = (ui: Ui, menu: MenuContent): void => {
  ui.set(menuAtom, { ...menu, typed: noText, focus: 0 })
  ui.openOverlay("menu")
}

/** Opens a menu. Changes it when the status of the local records is read. */
export const openMenuWithStatus = (ui: Ui, menuOf: (status: MirrorStatus | undefined) => MenuContent): void => {
  const menu = menuOf(undefined)
  openMenu(ui, menu)
  const addStatus = (status: MirrorStatus): void =>
    ui.update(menuAtom, (shown) => (shown.items === menu.items ? { ...shown, ...menuOf(status) } : shown))
  const { questions } = ui.get(screenSourceAtom)
  if (Result.isFailure(questions)) return
  Effect.runFork(Effect.ignore(Effect.map(questions.success.status, addStatus)))
}

/** Returns the items that contain all typed words. Those whose label has words that begin so come first, then those with them in their label. */
const matchingItems = ({ items, typed }: Menu): ReadonlyArray<MenuItem> => {
  const words = typed.text.toLowerCase().split(" ")
  const hasAll = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word))
  const beginsAll = (text: string): boolean => words.every((word) => ` ${text.toLowerCase()}`.includes(` ${word}`))
  const rankOf = ({ hint = "", label }: MenuItem): number =>
    [beginsAll(label), hasAll(label), hasAll(`${label} ${hint}`)].indexOf(true)
  return [0, 1, 2].flatMap((rank) => items.filter((item) => rankOf(item) === rank))
}

/** Moves to the next or previous item. Wraps around at the ends. */
const moveSelection = (by: 1 | -1) => (ui: Ui) =>
  ui.update(menuAtom, (menu) => {
    const count = Math.max(1, matchingItems(menu).length)
    return { ...menu, focus: (menu.focus + by + count) % count }
  })

const selectItem = (ui: Ui): void => {
  const menu = ui.get(menuAtom)
  const item = matchingItems(menu)[menu.focus]
  if (item === undefined) return
  ui.closeOverlay()
  item.onSelect()
}

const prompt = "> "
const widestLabel = 60
const mark = "▶ "

const itemText = ({ label, hint = "" }: MenuItem, labelWidth: number): string =>
  safeText(hint) === "" ? safeText(label) : `${fit(safeText(label), labelWidth)}  ${safeText(hint)}`

/** Returns the selected item in full if it does not fit on its line. */
const inFull = (item: MenuItem, labelWidth: number, width: number, room: number): ReadonlyArray<string> => {
  const { label, hint = "" } = item
  const isWhole = widthOf(safeText(label)) <= labelWidth || safeText(hint) === ""
  if (isWhole && widthOf(mark) + widthOf(itemText(item, labelWidth)) <= width) return []
  const lines = wrap(`${safeText(label)}: ${safeText(hint)}`, width)
  return lines.length < room ? lines : []
}

/** Draws the items around the selected one, in exactly `room` lines. */
const itemLines = (
  items: ReadonlyArray<MenuItem>,
  focus: number,
  width: number,
  room: number
): ReadonlyArray<string | Span> => {
  const widest = Math.max(0, ...items.map(({ label }) => widthOf(safeText(label))))
  const labelWidth = Math.min(widestLabel, Math.floor(width / 2), widest)
  const chosen = items[focus]
  if (chosen === undefined) return padLines(["  Nothing to select."], room, "")
  const full = inFull(chosen, labelWidth, width, room)
  const left = room - full.length
  const from = Math.max(0, Math.min(focus - Math.floor(left / 2), items.length - left))
  const lines = items.slice(from, from + left).map((item): Span => {
    const text = itemText(item, labelWidth)
    return item === chosen ? { text: `${mark}${text}`, role: "selected" } : { text: `  ${text}` }
  })
  return [...padLines<string | Span>(lines, left, ""), ...full]
}

const draw: Panel["draw"] = ({ get, width, height, top }) => {
  const menu = get(menuAtom)
  const inner = width - 4
  const intro = (menu.intro ?? []).flatMap((line) => wrap(safeText(line), inner)).slice(0, Math.max(0, height - 5))
  const before = graphemesOf(menu.typed.text).slice(0, menu.typed.caret).map(safeText).join("")
  const items = matchingItems(menu)
  const room = Math.max(1, height - 3 - intro.length)
  const more = items.length > room ? `${menu.focus + 1} of ${items.length} · ` : ""
  const typed: Span = { text: cut(`${prompt}${safeText(menu.typed.text)}`, inner), role: "key" }
  const lines = [...intro, typed, ...itemLines(items, menu.focus, inner, room)]
  const hint = `${more}type to filter · Enter select · Esc back`
  return {
    lines: frame(width, safeText(menu.title), hint, lines),
    caret: { x: Math.min(width - 3, 2 + widthOf(prompt + before)), y: top + 1 + intro.length }
  }
}

/** The open menu, instead of the table. */
export const menu: Panel = {
  draw,
  keys: {
    enter: selectItem,
    up: moveSelection(-1),
    "shift-tab": moveSelection(-1),
    down: moveSelection(1),
    tab: moveSelection(1)
  },
  type: (ui, key) => ui.update(menuAtom, (menu) => ({ ...menu, typed: editText(menu.typed, key), focus: 0 })),
  back: (ui) => ui.closeOverlay()
}
