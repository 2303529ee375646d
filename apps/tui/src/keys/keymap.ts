import type { Action, Mode } from "./Action.ts"
import { defaultLookup, type KeyLookup } from "./KeyLookup.ts"
import { isText, type KeyPress } from "./KeyPress.ts"

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
const maxDigits = 9
const pauseBetweenNumbers = 1500

/** The digits that show something at once. */
const screenOf = (lookup: KeyLookup, key: string): Action | undefined => {
  const action = lookup.actionOf("table", key)
  const isShown = action?._tag === "Show" || action?._tag === "ShowInsights"
  return isShown || (action?._tag === "Task" && action.name === "views") ? action : undefined
}

const onlyScreens = (lookup: KeyLookup, digits: string): boolean =>
  [...digits].every((key) => screenOf(lookup, key) !== undefined)

/** `1` and `2` show a collection and may also begin a number: shown at once, and taken back when it turns out a number. */
const withDigit = (lookup: KeyLookup, key: string, count: Count, now: number): Pressed => {
  const isNew = onlyScreens(lookup, count.digits) && now - count.at > pauseBetweenNumbers
  const before = isNew ? "" : count.digits
  const digits = (before + key).slice(0, maxDigits)
  const shown = onlyScreens(lookup, digits) ? screenOf(lookup, key) : undefined
  if (shown !== undefined) return { actions: [shown], count: { digits, at: now } }
  const wasShown = before !== "" && onlyScreens(lookup, before)
  return { actions: wasShown ? [{ _tag: "ReturnFromShow" }] : [], count: { digits, at: now } }
}

const endOfNumber = (lookup: KeyLookup, { digits }: Count): ReadonlyArray<Action> => {
  const jump: Action = { _tag: "GoToRow", row: Number(digits) }
  return onlyScreens(lookup, digits) ? [{ _tag: "ReturnFromShow" }, jump] : [jump]
}

const isNumber = (lookup: KeyLookup, { digits }: Count): boolean => digits.length > 1 || !onlyScreens(lookup, digits)

const typesText: ReadonlySet<Mode> = new Set(["form", "find", "menu", "prompt"])

/**
 * What a key asks for.
 *
 * **Units** `now` in milliseconds; a pause tells `2` and `1`, two collections, from the number 21.
 *
 * **Gotchas** a character is looked up as itself (`"G"`), a named key by its name (`"page-down"`): no name is one
 * character long. `1G` and `2G` are "show, then the last row": a number before `G` has two digits, or one that shows nothing.
 */
export const keyPressed = (
  mode: Mode,
  press: KeyPress,
  count: Count,
  now: number,
  lookup: KeyLookup = defaultLookup
): Pressed => {
  const key = isText(press) ? press.text : press.name
  // A number whose first digit showed the insights or the saved views goes on there.
  const isBegun = count.digits !== "" && now - count.at <= pauseBetweenNumbers
  const takesNumber = mode === "table" || (mode === "insights" && count.digits !== "") || (mode === "menu" && isBegun)
  if (takesNumber && isText(press)) {
    if (digit.test(key) && (key !== "0" || count.digits !== "")) return withDigit(lookup, key, count, now)
    if (key === "G" && isNumber(lookup, count)) return { actions: endOfNumber(lookup, count), count: noCount }
  }
  if (key === "escape" && isNumber(lookup, count)) return { actions: [], count: noCount }
  const action = lookup.actionOf(mode, key)
  if (action !== undefined) return { actions: [action], count: noCount }
  const isTyped = isText(press) && typesText.has(mode)
  return { actions: isTyped ? [{ _tag: "Edit", edit: { _tag: "Insert", text: press.text } }] : [], count: noCount }
}
