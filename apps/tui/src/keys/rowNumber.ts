import { Atom } from "effect/reactivity"
import { goToRow } from "../panels/cursor.ts"
import type { Session } from "../session.ts"
import type { Ui } from "../Ui.ts"
import { type Bindings, bindingsAtom } from "./bindings.ts"
import type { Command } from "./Command.ts"
import { isText, type KeyPress } from "./KeyPress.ts"

/** The digits of `123G` that were typed so far. */
interface RowNumber {
  readonly digits: string
  /** The time of the last digit, in milliseconds. */
  readonly at: number
  /** The screen before the first digit. */
  readonly before: Pick<Session, "active" | "basePanel">
}

const none: RowNumber = { digits: "", at: 0, before: { active: "complaints", basePanel: "table" } }

const rowNumberAtom: Atom.Writable<RowNumber> = Atom.keepAlive(Atom.make(none))

const digit = /^\d$/
const maxDigits = 9
/** After this pause, `2` and `1` are two commands, not the number 21. */
const pauseMillis = 1500
const screenNames: ReadonlySet<string> = new Set(["complaints", "notices", "insights", "views"])

/** Returns the command of a digit that immediately shows a screen but may also begin a number. */
const screenOf = (bindings: Bindings, key: string): Command | undefined => {
  const command = bindings.commandOn("table", key)
  return command !== undefined && screenNames.has(command.name) ? command : undefined
}

const areScreens = (bindings: Bindings, digits: string): boolean =>
  [...digits].every((key) => screenOf(bindings, key) !== undefined)

/** Whether digits are a row number. A single digit of a screen is not: `2G` shows the notices and goes to the last row. */
const isNumber = (bindings: Bindings, digits: string): boolean => digits.length > 1 || !areScreens(bindings, digits)

/** Returns to the screen before the first digit. */
const restore = (ui: Ui, { active, basePanel }: RowNumber["before"]): void =>
  ui.change({ active, panel: basePanel, basePanel, scroll: 0 })

const typeDigit = (ui: Ui, key: string, now: number): void => {
  const bindings = ui.get(bindingsAtom)
  const { active, basePanel } = ui.session
  const typed = ui.get(rowNumberAtom)
  const isNew = typed.digits === "" || (areScreens(bindings, typed.digits) && now - typed.at > pauseMillis)
  const before = isNew ? { active, basePanel } : typed.before
  const digits = ((isNew ? "" : typed.digits) + key).slice(0, maxDigits)
  ui.set(rowNumberAtom, { digits, at: now, before })
  if (areScreens(bindings, digits)) screenOf(bindings, key)?.run(ui)
  else restore(ui, before)
}

/** The row number that is being typed, or an empty string. */
export const typedRowNumber: Atom.Atom<string> = Atom.make((get) => {
  const { digits } = get(rowNumberAtom)
  return isNumber(get(bindingsAtom), digits) ? digits : ""
})

/**
 * Handles the keys of `123G`. Returns `false`, and discards the number, if the key is not part of it.
 *
 * **Units** `now` in milliseconds.
 */
export const typeRowNumber = (ui: Ui, press: KeyPress, now: number): boolean => {
  const bindings = ui.get(bindingsAtom)
  const { panel } = ui.session
  const { digits, at, before } = ui.get(rowNumberAtom)
  const key = isText(press) ? press.text : press.name
  const isBegun = digits !== "" && now - at <= pauseMillis
  // The first digit may have shown another panel.
  const takesNumber = panel === "table" || isBegun
  if (takesNumber && digit.test(key) && (key !== "0" || digits !== "")) {
    typeDigit(ui, key, now)
    return true
  }
  ui.set(rowNumberAtom, none)
  if (takesNumber && key === "G" && isNumber(bindings, digits)) {
    restore(ui, before)
    goToRow(ui, Number(digits))
    return true
  }
  return key === "escape" && isNumber(bindings, digits)
}
