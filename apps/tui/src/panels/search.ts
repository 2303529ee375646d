import { numberLabel } from "@public-records/answers/words"
import { grouped } from "@public-records/text/counts"
import { fit, graphemesOf, widthOf } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { Option } from "effect"
import { Atom } from "effect/reactivity"
import type { Lines } from "../drawing/frame.ts"
import { editText, noText, type TextState } from "../keys/editing.ts"
import { sessionAtom } from "../session.ts"
import type { Ui } from "../Ui.ts"
import { goTo } from "./cursor.ts"
import type { Drawing, Panel, View } from "./Panel.ts"
import { drawRows } from "./table.ts"

/** The typed search, and the row where it started. */
interface TypedSearch extends TextState {
  readonly startedAt: number
}

/** The search while the user types it. */
const typedSearchAtom = Atom.keepAlive(Atom.make<TypedSearch>({ ...noText, startedAt: 0 }))

export const openSearch = (ui: Ui): void => {
  ui.set(typedSearchAtom, { ...noText, startedAt: ui.get(ui.collection.view).cursor })
  ui.change({ panel: "search" })
}

/** Goes to the next (1) or previous (-1) match from a row, and shows the number of matches. */
export const showMatch = (ui: Ui, from: number, by: 1 | -1): void => {
  const { _tag, text } = ui.get(ui.collection.search)
  const search = _tag === "Number" ? numberLabel(safeText(text)) : `"${safeText(text)}"`
  const loaded = grouped(ui.summary.loaded)
  const found = ui.collection.find(ui.registry, from, by)
  if (Option.isNone(found)) return ui.notify(`No match for ${search} in the ${loaded} loaded rows.`)
  const { row, position, count } = found.value
  goTo(ui, row)
  ui.notify(`${grouped(position)} of ${grouped(count)} with ${search} in ${loaded} loaded`)
}

const change = (ui: Ui, text: TextState): void => {
  ui.update(typedSearchAtom, (search) => ({ ...search, ...text }))
  const { startedAt } = ui.get(typedSearchAtom)
  ui.set(ui.collection.search, { _tag: "Text", text: text.text })
  if (text.text === "") return goTo(ui, startedAt)
  showMatch(ui, startedAt - 1, 1)
}

const prompt = " / "

/** Draws the search line, which replaces the status lines. */
export const drawSearchLine = ({ get, width, height, top }: View): Drawing => {
  const { text, caret } = get(typedSearchAtom)
  const { notification } = get(sessionAtom)
  const before = graphemesOf(text).slice(0, caret).map(safeText).join("")
  const remark = notification === "" ? "type to search loaded rows" : notification
  const keys = width >= 80 ? " · Enter keep · Esc back" : ""
  const lines: Lines = [
    [{ text: fit(`${prompt}${safeText(text)}`, width) }],
    [{ text: fit(` ${safeText(remark)}${keys}`, width), role: "faint" }]
  ]
  return { lines: lines.slice(0, height), caret: { x: Math.min(width - 1, widthOf(prompt + before)), y: top } }
}

/** The table with the search line below it. */
export const search: Panel = {
  draw: drawRows,
  keys: { enter: (ui) => ui.change({ panel: "table" }) },
  type: (ui, key) => change(ui, editText(ui.get(typedSearchAtom), key)),
  back: (ui) => {
    goTo(ui, ui.get(typedSearchAtom).startedAt)
    ui.showBasePanel(ui.session.basePanel)
  }
}
