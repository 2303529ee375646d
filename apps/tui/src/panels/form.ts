import { padLines, fieldWindow, frame, titleRoom } from "../drawing/frame.ts"
import { Result } from "effect"
import type { FormCheck } from "../collection/derived.ts"
import {
  unmatchedTypeahead,
  type Field,
  moveFocus,
  editForm,
  type FormMessage,
  type FormState,
  valueOf
} from "../form/FormModel.ts"
import type { Ui } from "../Ui.ts"
import type { Panel } from "./Panel.ts"
import { safeText } from "@public-records/text/safeText"
import { cut, fit, graphemesOf, widthOf, wrap } from "@public-records/text/fit"

const labelWidth = 14
const usualText = 22
const longText = 48
const widestHint = 30
const focusMark = "▶ "

/** Returns the width of a text field in a form of `width` cells. Leaves room for the hint of a long field. */
const textWidthIn = (width: number, { isLong = false }: Pick<Field, "isLong">): number => {
  const room = width - widthOf(focusMark) - labelWidth - widthOf("[]")
  const wanted = isLong ? Math.max(usualText, Math.min(longText, room - widestHint)) : usualText
  return Math.max(4, Math.min(wanted, room))
}

/** Appends a hint to a line if it fits, or the part before its colon, or the first of its names. */
const withHint = (line: string, hint: string, width: number): string => {
  const [start = ""] = hint.split(/: | · /)
  const fitting = [hint, start].find((text) => text !== "" && widthOf(line) + 2 + widthOf(text) <= width)
  return fitting === undefined ? line : `${line}  ${fitting}`
}

const choiceText = (choices: Readonly<Record<string, string>>, chosen: string, room: number): string => {
  const options = Object.entries(choices).map(([value, label]) => `${value === chosen ? "(•)" : "( )"} ${label}`)
  const offered = options.join("  ")
  return widthOf(offered) <= room ? offered : `‹ ${choices[chosen] ?? ""} ›`
}

const windowOf = (text: string, caret: number, width: number) =>
  fieldWindow(graphemesOf(text).map(safeText), caret, width)

/** Returns the hint of a field. One with a problem that its own hint does not say refers to the messages. */
const hintOf = ({ hint, name }: Field, form: FormState, messages: ReadonlyArray<FormMessage>): string => {
  const own = hint?.(valueOf(form.values, name)) ?? ""
  const isWrong = messages.some(({ field, isWrong }) => field === name && isWrong)
  return isWrong && !own.startsWith("✗") ? "✗ see below" : safeText(own)
}

const fieldLine = (field: Field, form: FormState, messages: ReadonlyArray<FormMessage>, width: number): string => {
  const isFocused = field.name === form.focus
  const label = `${isFocused ? focusMark : "  "}${fit(field.label, labelWidth)}`
  const value = valueOf(form.values, field.name)
  const hint = hintOf(field, form, messages)
  if (field.choices !== undefined) {
    const shown = withHint(label + choiceText(field.choices, value, width - widthOf(label)), hint, width)
    const amiss = isFocused ? safeText(unmatchedTypeahead(field, form)) : ""
    if (amiss !== "") return withHint(shown, `✗ no option starts with "${cut(amiss, 8)}"`, width)
    return withHint(shown, isFocused ? "← → change" : "", width)
  }
  const textWidth = textWidthIn(width, field)
  const { text } = windowOf(value, isFocused ? form.caret : 0, textWidth)
  return withHint(`${label}[${fit(cut(text, textWidth), textWidth)}]`, hint, width)
}

const checkLines = (check: FormCheck, width: number): ReadonlyArray<string> =>
  Result.match(check, {
    onSuccess: (request) => wrap(safeText(request), width),
    onFailure: (remarks) =>
      remarks.flatMap(({ text, isWrong }) => wrap(safeText(`${isWrong ? "✗" : "…"} ${text}`), width))
  })

/** Returns the cell of the caret in its line, or `undefined` if a choice has the focus. */
const caretCell = (form: FormState, field: Field | undefined, width: number): number | undefined => {
  if (field === undefined || field.choices !== undefined) return undefined
  const { cell } = windowOf(valueOf(form.values, form.focus), form.caret, textWidthIn(width, field))
  return widthOf("│ ") + widthOf(focusMark) + labelWidth + widthOf("[") + cell
}

/** The keys of the form, the longest text first. */
const legends = [
  "Tab next · Enter or Ctrl-S apply · Ctrl-R reset · Esc discard",
  "Tab next · Ctrl-S apply · Ctrl-R reset · Esc discard",
  "Tab · Ctrl-S apply · Esc discard"
]

const draw: Panel["draw"] = ({ get, width, height, top, collection }) => {
  const form = get(collection.form)
  const room = Math.max(0, height - 2)
  const { fields } = collection
  const focusedAt = fields.findIndex(({ name }) => name === form.focus)
  const check = get(collection.formCheck)
  const checked = checkLines(check, width - 4)
  const messages = Result.match(check, { onSuccess: () => [], onFailure: (found) => found })
  const fieldRoom = Math.max(1, Math.min(fields.length, room - Math.min(checked.length, 3)))
  const from = Math.max(0, focusedAt - fieldRoom + 1)
  const x = caretCell(form, fields[focusedAt], width - 4)
  const gap = room > fields.length + checked.length ? [""] : []
  const fieldLines = fields.slice(from, from + fieldRoom).map((field) => fieldLine(field, form, messages, width - 4))
  const lines = padLines([...fieldLines, ...gap, ...checked], room, "")
  const keys = legends.find((text) => widthOf(text) <= titleRoom(width)) ?? "Ctrl-S apply"
  return {
    lines: frame(width, `FILTER · ${collection.noun}`, keys, lines),
    caret: x === undefined ? undefined : { x, y: top + 1 + focusedAt - from }
  }
}

const fieldBy = (by: 1 | -1) => (ui: Ui) => {
  const { form, fields } = ui.collection
  ui.update(form, (state) => moveFocus(fields, state, by))
}

/** The filter form, instead of the table. It reports problems while the user types. */
export const form: Panel = {
  draw,
  keys: {
    tab: fieldBy(1),
    down: fieldBy(1),
    "shift-tab": fieldBy(-1),
    up: fieldBy(-1),
    // Ctrl-/ reaches the program as Ctrl-_. `?` is text here.
    "ctrl-_": (ui) => ui.openOverlay("help")
  },
  type: (ui, key) => {
    const { form, fields } = ui.collection
    ui.update(form, (state) => editForm(fields, state, key))
  },
  back: (ui) => ui.showBasePanel(ui.session.basePanel)
}
