import { Atom } from "effect/reactivity"
import { goToRow } from "../commands/moving.ts"
import type { Session } from "../session.ts"
import type { Ui } from "../Ui.ts"
import { type Bindings, bindingsAtom } from "./bindings.ts"
import type { Command } from "./Command.ts"
import { isText, type KeyPress } from "./KeyPress.ts"

/** The digits typed so far towards `123G`. */
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
/** After a pause, `2` and `1` are two commands and not the number 21. */
const pauseMillis = 1500
const screenNames: ReadonlySet<string> = new Set(["complaints", "notices", "insights", "views"])

/** The command of a digit that shows a screen at once, and may also begin a number. */
const screenOf = (bindings: Bindings, key: string): Command | undefined => {
  const command = bindings.commandOn("table", key)
  return command !== undefined && screenNames.has(command.name) ? command : undefined
}

const areScreens = (bindings: Bindings, digits: string): boolean =>
  [...digits].every((key) => screenOf(bindings, key) !== undefined)

/** One digit that shows a screen is no number: `2G` shows the notices and goes to the last row. */
const isNumber = (bindings: Bindings, digits: string): boolean => digits.length > 1 || !areScreens(bindings, digits)

/** Takes back the screens that the first digits showed. */
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
  else if (!isNew && areScreens(bindings, typed.digits)) restore(ui, before)
}

/** The number that is being typed, for the status line; empty if no number is. */
export const typedRowNumber: Atom.Atom<string> = Atom.make((get) => {
  const { digits } = get(rowNumberAtom)
  return isNumber(get(bindingsAtom), digits) ? digits : ""
})

/**
 * Handles the keys of `123G`. Returns `false` if the key is not part of a number; then the number is discarded.
 *
 * **Units** `now` in milliseconds.
 */
export const typeRowNumber = (ui: Ui, press: KeyPress, now: number): boolean => {
  const bindings = ui.get(bindingsAtom)
  const { panel } = ui.session
  const { digits, at, before } = ui.get(rowNumberAtom)
  const key = isText(press) ? press.text : press.name
  const isBegun = digits !== "" && now - at <= pauseMillis
  const takesNumber = panel === "table" || ((panel === "insights" || panel === "menu") && isBegun)
  if (takesNumber && digit.test(key) && (key !== "0" || digits !== "")) {
    typeDigit(ui, key, now)
    return true
  }
  ui.set(rowNumberAtom, none)
  if (takesNumber && key === "G" && isNumber(bindings, digits)) {
    if (areScreens(bindings, digits)) restore(ui, before)
    goToRow(ui, Number(digits))
    return true
  }
  return key === "escape" && isNumber(bindings, digits)
}
