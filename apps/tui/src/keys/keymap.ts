import type { Action, CollectionName, Edit, Mode } from "./Action.ts"
import { isText, type KeyPress } from "./KeyPress.ts"

/** One line of the help and the keys behind it. */
export interface Binding {
  readonly group: "MOVE" | "LOOK" | "FIND" | "FILTER" | "APP"
  /** The keys as the help prints them. */
  readonly keys: string
  readonly does: string
  readonly modes: ReadonlyArray<Mode>
  readonly actions: ReadonlyMap<string, Action>
}

const browsing: ReadonlyArray<Mode> = ["table", "detail"]

const bind = (
  group: Binding["group"],
  keys: string,
  does: string,
  modes: ReadonlyArray<Mode>,
  actions: Readonly<Record<string, Action>>
): Binding => ({ group, keys, does, modes, actions: new Map(Object.entries(actions)) })

const edit = (change: Edit): Action => ({ _tag: "Edit", edit: change })

const moving: Readonly<Record<string, Action>> = {
  up: { _tag: "MoveBy", rows: -1 },
  k: { _tag: "MoveBy", rows: -1 },
  down: { _tag: "MoveBy", rows: 1 },
  j: { _tag: "MoveBy", rows: 1 }
}

const paging: Readonly<Record<string, Action>> = {
  "page-up": { _tag: "PageBy", pages: -1 },
  "ctrl-u": { _tag: "PageBy", pages: -1 },
  "page-down": { _tag: "PageBy", pages: 1 },
  "ctrl-d": { _tag: "PageBy", pages: 1 },
  " ": { _tag: "PageBy", pages: 1 }
}

const typing: Readonly<Record<string, Action>> = {
  backspace: edit({ _tag: "DeleteBefore" }),
  delete: edit({ _tag: "DeleteAfter" }),
  left: edit({ _tag: "CaretBy", by: -1 }),
  right: edit({ _tag: "CaretBy", by: 1 }),
  home: edit({ _tag: "CaretToStart" }),
  "ctrl-a": edit({ _tag: "CaretToStart" }),
  end: edit({ _tag: "CaretToEnd" }),
  "ctrl-e": edit({ _tag: "CaretToEnd" }),
  "ctrl-u": edit({ _tag: "DeleteAllBefore" }),
  "ctrl-w": edit({ _tag: "DeleteWordBefore" })
}

/**
 * Every key that does something, in the order of the help. The help is printed from this list, so it cannot name a key
 * that does nothing.
 */
export const bindings: ReadonlyArray<Binding> = [
  bind("MOVE", "↑↓ j k", "row by row", ["table", "detail", "help"], moving),
  bind("MOVE", "PgUp/Dn", "page by page", ["table", "detail", "help"], paging),
  bind("MOVE", "g G", "first, last", ["table", "detail", "help"], {
    g: { _tag: "GoFirst" },
    home: { _tag: "GoFirst" },
    G: { _tag: "GoLast" },
    end: { _tag: "GoLast" }
  }),
  bind("MOVE", "123G", "row 123", [], {}),
  bind("LOOK", "Enter", "whole record", ["table"], { enter: { _tag: "OpenDetail" } }),
  bind("LOOK", "Esc", "back, or cancel", ["table", "detail", "form", "find", "help"], { escape: { _tag: "Back" } }),
  bind("LOOK", "d", "detail pane", ["table"], { d: { _tag: "TogglePane" } }),
  bind("LOOK", "1 2", "change collection", browsing, {
    "1": { _tag: "Show", collection: "complaints" },
    "2": { _tag: "Show", collection: "notices" }
  }),
  bind("FIND", "/", "in loaded rows", ["table"], { "/": { _tag: "OpenFind" } }),
  bind("FIND", "n N", "next, previous", browsing, {
    n: { _tag: "FindBy", by: 1 },
    N: { _tag: "FindBy", by: -1 }
  }),
  bind("FIND", "#", "same number", browsing, { "#": { _tag: "SameNumber" } }),
  bind("FILTER", "f", "filter and order", browsing, { f: { _tag: "OpenForm" } }),
  bind("FILTER", "x", "no filter", ["table"], { x: { _tag: "ClearFilter" } }),
  bind("FILTER", "Ctrl-S", "apply the form", ["form"], {
    "ctrl-s": { _tag: "ApplyForm" },
    enter: { _tag: "ApplyForm" }
  }),
  bind("FILTER", "Ctrl-R", "empty the form", ["form"], { "ctrl-r": { _tag: "ResetForm" } }),
  bind("APP", "r", "reload, try again", browsing, { r: { _tag: "Reload" } }),
  bind("APP", "?", "this help", browsing, { "?": { _tag: "OpenHelp" } }),
  bind("APP", "q", "quit", browsing, { q: { _tag: "Quit" } }),
  bind("APP", "Ctrl-C", "cancel, twice quit", ["table", "detail", "form", "find", "help"], {
    "ctrl-c": { _tag: "Interrupt" }
  })
]

/** Keys that need no line of help: a form's and a field's own. */
const silent: ReadonlyArray<Binding> = [
  bind("APP", "", "", ["help"], { "?": { _tag: "Back" }, q: { _tag: "Back" }, enter: { _tag: "Back" } }),
  bind("APP", "", "", ["detail"], { enter: { _tag: "Back" } }),
  bind("FIND", "", "", ["find"], { enter: { _tag: "AcceptFind" }, ...typing }),
  bind("FILTER", "", "", ["form"], {
    tab: { _tag: "FieldBy", by: 1 },
    down: { _tag: "FieldBy", by: 1 },
    "shift-tab": { _tag: "FieldBy", by: -1 },
    up: { _tag: "FieldBy", by: -1 },
    ...typing
  })
]

const actionsOf = (mode: Mode): ReadonlyMap<string, Action> => {
  const inMode = [...bindings, ...silent].filter(({ modes }) => modes.includes(mode))
  return new Map(inMode.flatMap(({ actions }) => Array.from(actions)))
}

const actions: Readonly<Record<Mode, ReadonlyMap<string, Action>>> = {
  table: actionsOf("table"),
  detail: actionsOf("detail"),
  form: actionsOf("form"),
  find: actionsOf("find"),
  help: actionsOf("help")
}

/**
 * The digits typed so far towards `123G`.
 *
 * **Units** `at` in milliseconds, the time of the last digit.
 */
export interface Count {
  readonly digits: string
  readonly at: number
}

/** No digits. */
export const noCount: Count = { digits: "", at: 0 }

/** What one key asked for, in order, and the digits typed so far. */
export interface Pressed {
  readonly actions: ReadonlyArray<Action>
  readonly count: Count
}

const digit = /^\d$/
const onlyCollections = /^[12]*$/
const maxDigits = 9
const pauseBetweenNumbers = 1500

const collectionOf = (key: string): CollectionName => (key === "1" ? "complaints" : "notices")

/** `1` and `2` show a collection and may also begin a number: shown at once, and taken back when it turns out a number. */
const withDigit = (key: string, count: Count, now: number): Pressed => {
  const isNew = onlyCollections.test(count.digits) && now - count.at > pauseBetweenNumbers
  const before = isNew ? "" : count.digits
  const digits = (before + key).slice(0, maxDigits)
  if (onlyCollections.test(digits)) {
    return { actions: [{ _tag: "Show", collection: collectionOf(key) }], count: { digits, at: now } }
  }
  const wasShown = before !== "" && onlyCollections.test(before)
  return { actions: wasShown ? [{ _tag: "ReturnFromShow" }] : [], count: { digits, at: now } }
}

const endOfNumber = ({ digits }: Count): ReadonlyArray<Action> => {
  const jump: Action = { _tag: "GoToRow", row: Number(digits) }
  return onlyCollections.test(digits) ? [{ _tag: "ReturnFromShow" }, jump] : [jump]
}

const isNumber = ({ digits }: Count): boolean => digits.length > 1 || !onlyCollections.test(digits)

/**
 * What a key asks for.
 *
 * **Units** `now` in milliseconds; a pause tells `2` and `1`, two collections, from the number 21.
 *
 * **Gotchas** a character is looked up as itself (`"G"`), a named key by its name (`"page-down"`): no name is one
 * character long. `1G` and `2G` are "show, then the last row": a number before `G` has two digits, or is 3 to 9.
 */
export const keyPressed = (mode: Mode, press: KeyPress, count: Count, now: number): Pressed => {
  const key = isText(press) ? press.text : press.name
  if (mode === "table" && isText(press)) {
    if (digit.test(key) && (key !== "0" || count.digits !== "")) return withDigit(key, count, now)
    if (key === "G" && isNumber(count)) return { actions: endOfNumber(count), count: noCount }
  }
  if (key === "escape" && isNumber(count)) return { actions: [], count: noCount }
  const action = actions[mode].get(key)
  if (action !== undefined) return { actions: [action], count: noCount }
  const isTyped = isText(press) && (mode === "form" || mode === "find")
  return { actions: isTyped ? [edit({ _tag: "Insert", text: press.text })] : [], count: noCount }
}
