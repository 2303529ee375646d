import { graphemesOf } from "@public-records/text/fit"
import { Predicate, Result } from "effect"
import { Atom } from "effect/reactivity"
import type { PanelName } from "../session.ts"
import type { Command } from "./Command.ts"

/** The commands with the keys that the user configured. */
export interface Bindings {
  /** The commands, in the order of the help and the palette. */
  readonly commands: ReadonlyArray<Command>
  /** Returns the command of a key in a panel. */
  readonly commandOn: (panel: PanelName, key: string) => Command | undefined
}

/** Makes bindings. If two commands have the same key in a panel, the first command wins. */
export const bindingsOf = (commands: ReadonlyArray<Command>): Bindings => {
  const byKey = new Map<string, Command>()
  for (const command of commands) {
    for (const panel of command.on) {
      for (const key of command.keys) {
        const at = `${panel} ${key}`
        if (!byKey.has(at)) byKey.set(at, command)
      }
    }
  }
  return { commands, commandOn: (panel, key) => byKey.get(`${panel} ${key}`) }
}

/** The bindings. The program provides them. */
export const bindingsAtom: Atom.Writable<Bindings> = Atom.keepAlive(Atom.make(bindingsOf([])))

/** Labels of the named keys that can be bound. */
const labels: ReadonlyMap<string, string> = new Map([
  ["up", "↑"],
  ["down", "↓"],
  ["left", "←"],
  ["right", "→"],
  ["page-up", "PgUp"],
  ["page-down", "PgDn"],
  ["home", "Home"],
  ["end", "End"],
  ["enter", "Enter"],
  ["tab", "Tab"],
  ["shift-tab", "Shift-Tab"],
  ["backspace", "Backspace"],
  ["delete", "Delete"],
  ["space", "Space"]
])

/** Returns the label of a key: `Ctrl-S`, `PgDn`, `G`. */
export const keyLabel = (key: string): string => {
  if (key === "escape") return "Esc"
  if (key.startsWith("ctrl-")) return `Ctrl-${key.slice(5).toUpperCase()}`
  return labels.get(key === " " ? "space" : key) ?? key
}

const control = /^ctrl-[a-z]$/
const typing: ReadonlySet<PanelName> = new Set(["form", "search", "menu", "prompt"])
const fixed: ReadonlySet<string> = new Set(["back", "interrupt"])

/** Keys that cannot be bound, with the reason. */
const refusals: ReadonlyMap<string, string> = new Map([
  ["ctrl-c", "it always interrupts"],
  ["ctrl-h", 'terminals send it as Backspace. Bind "backspace"'],
  ["ctrl-i", 'terminals send it as Tab. Bind "tab"'],
  ["ctrl-j", 'terminals send it as Enter. Bind "enter"'],
  ["ctrl-m", 'terminals send it as Enter. Bind "enter"'],
  ["esc", "Esc always goes back"],
  ["escape", "Esc always goes back"]
])

/** Returns the reason why a key cannot be bound, or an empty string. */
const whyNotBound = (key: string): string => {
  const refusal = refusals.get(key.toLowerCase())
  if (refusal !== undefined) return `cannot be bound: ${refusal}.`
  if (labels.has(key) || control.test(key) || graphemesOf(key).length === 1) return ""
  return `is not a key that can be bound. Use a character, ctrl- and a lowercase letter, or one of ${[...labels.keys()].join(", ")}.`
}

const keysIn = (value: unknown): ReadonlyArray<string> | undefined => {
  if (Predicate.isString(value)) return [value]
  return Array.isArray(value) && value.every(Predicate.isString) ? value : undefined
}

/** The current names of commands that were renamed. Configuration files may still have the former ones. */
const renamed: ReadonlyMap<string, string> = new Map([
  ["standing", "status"],
  ["find", "search"],
  ["no-filter", "clear-filter"],
  ["empty-form", "reset-form"],
  ["sort-here", "sort-loaded"],
  ["earlier-filter", "previous-filter"],
  ["later-filter", "next-filter"],
  ["ask-for-slice", "filter-by-slice"],
  ["chart-alone", "expand-chart"],
  ["same-number", "report"],
  ["drill-down", "add-facet"]
])

/** Returns the members of `keys` by current command names. A former name is ignored if the current one is given too. */
const withCurrentNames = (keys: object): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(keys).flatMap(([name, value]) => {
    const current = renamed.get(name) ?? name
    return current !== name && Object.hasOwn(keys, current) ? [] : [[current, value] as const]
  })

/** Returns an error message for a member of `keys`, or an empty string if it is valid. */
const problemOf = (name: string, value: unknown, commands: ReadonlyArray<Command>): string => {
  const command = commands.find((one) => one.name === name)
  if (command === undefined) {
    return `"keys" has "${name}", which is not a command. Available: ${commands.map((one) => one.name).join(", ")}.`
  }
  if (fixed.has(name)) return `"keys" cannot change "${name}": its key is reserved.`
  const keys = keysIn(value)
  if (keys === undefined) return `"keys": "${name}" must be a key or an array of keys, such as "x" or ["x", "ctrl-x"].`
  const wrong = keys.find((key) => whyNotBound(key) !== "")
  if (wrong !== undefined) return `"keys": "${wrong}" for "${name}" ${whyNotBound(wrong)}`
  const typed = command.on.some((panel) => typing.has(panel))
    ? keys.find((key) => graphemesOf(key).length === 1 || key === "space")
    : undefined
  return typed === undefined ? "" : `"keys": "${typed}" for "${name}" is text there. Bind a key with ctrl-.`
}

const shareAPanel = (a: Command, b: Command): boolean => a.on.some((panel) => b.on.includes(panel))

const clashIn = (bound: ReadonlyArray<Command>): string => {
  for (const [index, one] of bound.entries()) {
    for (const other of bound.slice(index + 1)) {
      const key = one.keys.find((key) => other.keys.includes(key))
      if (key !== undefined && shareAPanel(one, other)) {
        return `"keys" gives "${key}" to "${one.name}" and to "${other.name}". Give it to one of them.`
      }
    }
  }
  return ""
}

/**
 * Returns the commands with the user's keys. These replace the default keys of a command. Other commands in the same panels
 * lose them.
 *
 * **Fails with** a message that names the invalid member of `keys`.
 */
export const rebind = (
  keys: object,
  commands: ReadonlyArray<Command>
): Result.Result<ReadonlyArray<Command>, string> => {
  const entries = withCurrentNames(keys)
  const problem = entries.map(([name, value]) => problemOf(name, value, commands)).find((one) => one !== "")
  if (problem !== undefined) return Result.fail(problem)
  const given = new Map<string, unknown>(entries)
  const bound = commands.flatMap((command) => {
    const own = keysIn(given.get(command.name))?.map((key) => (key === "space" ? " " : key))
    return own === undefined ? [] : [{ ...command, keys: own }]
  })
  const clash = clashIn(bound)
  if (clash !== "") return Result.fail(clash)
  const withUserKeys = (command: Command): Command => {
    const taken = new Set(bound.filter((other) => shareAPanel(other, command)).flatMap((other) => other.keys))
    const own = bound.find(({ name }) => name === command.name)
    return own ?? { ...command, keys: command.keys.filter((key) => !taken.has(key)) }
  }
  return Result.succeed(commands.map(withUserKeys))
}
