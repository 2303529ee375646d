import { graphemesOf } from "@public-records/text/fit"
import { Option, Predicate, Result, Schema } from "effect"
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

/** Ctrl-C always interrupts. Terminals send Ctrl-H, Ctrl-I, Ctrl-J and Ctrl-M as Backspace, Tab and Enter. */
const control = /^ctrl-[abd-gklno-z]$/

const isKey = (key: string): boolean => labels.has(key) || control.test(key) || graphemesOf(key).length === 1

const Key = Schema.String.check(Schema.makeFilter(isKey))
const UserKeys = Schema.Record(Schema.String, Schema.Union([Key, Schema.Array(Key)]))
const decode = Schema.decodeUnknownOption(UserKeys)

/** Commands whose keys are reserved. */
const fixed: ReadonlySet<string> = new Set(["back", "interrupt"])

const invalid =
  '"keys" must give a command a key or an array of keys. A key is one character, ctrl- and a lowercase letter other than c, h, i, j ' +
  `and m, or one of ${[...labels.keys()].join(", ")}.`

const shareAPanel = (a: Command, b: Command): boolean => a.on.some((panel) => b.on.includes(panel))

/**
 * Returns the commands with the user's keys. These replace the default keys of a command. Other commands in the same panels
 * lose them.
 *
 * **Fails with** a message if `keys` is invalid.
 */
export const rebind = (
  keys: object,
  commands: ReadonlyArray<Command>
): Result.Result<ReadonlyArray<Command>, string> => {
  const given = decode(keys)
  if (Option.isNone(given)) return Result.fail(invalid)
  const names = commands.flatMap(({ name }) => (fixed.has(name) ? [] : [name]))
  const unknown = Object.keys(given.value).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    return Result.fail(`"keys" has "${unknown}", whose keys cannot be set. Available: ${names.join(", ")}.`)
  }
  const bound = commands.flatMap((command) => {
    const own = given.value[command.name]
    if (own === undefined) return []
    return [{ ...command, keys: (Predicate.isString(own) ? [own] : own).map((key) => (key === "space" ? " " : key)) }]
  })
  const withUserKeys = (command: Command): Command => {
    const taken = new Set(bound.filter((other) => shareAPanel(other, command)).flatMap((other) => other.keys))
    const own = bound.find(({ name }) => name === command.name)
    return own ?? { ...command, keys: command.keys.filter((key) => !taken.has(key)) }
  }
  return Result.succeed(commands.map(withUserKeys))
}
