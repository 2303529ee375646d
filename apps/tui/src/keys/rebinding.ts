import { Predicate, Result } from "effect"
import { graphemesOf } from "@public-records/text/fit"
import type { Mode } from "./Action.ts"
import type { Command } from "./Command.ts"
import { commands } from "./commands.ts"

const namedKeys: ReadonlySet<string> = new Set([
  "up",
  "down",
  "left",
  "right",
  "page-up",
  "page-down",
  "home",
  "end",
  "enter",
  "tab",
  "shift-tab",
  "backspace",
  "delete",
  "space"
])
const control = /^ctrl-[a-z]$/
const typing: ReadonlySet<Mode> = new Set(["form", "find", "menu", "prompt"])
const fixed: ReadonlySet<string> = new Set(["back", "interrupt"])
const interruptKey = "ctrl-c"

const isKey = (key: string): boolean =>
  key !== interruptKey && key !== "escape" && (namedKeys.has(key) || control.test(key) || graphemesOf(key).length === 1)

const keysIn = (value: unknown): ReadonlyArray<string> | undefined => {
  if (Predicate.isString(value)) return [value]
  return Array.isArray(value) && value.every(Predicate.isString) ? value : undefined
}

/** What is wrong with one member of `keys`; nothing where it can be followed. */
const problemOf = (name: string, value: unknown): string | undefined => {
  const command = commands.find((one) => one.name === name)
  if (name === "" || command === undefined) {
    const names = commands.map((one) => one.name).filter((one) => one !== "")
    return `"keys" has "${name}", which is no command. There are ${names.join(", ")}.`
  }
  if (fixed.has(name)) return `"keys" cannot change "${name}": its key is how one gets out.`
  const keys = keysIn(value)
  if (keys === undefined) return `"keys": "${name}" must be a key or an array of keys, such as "x" or ["x", "ctrl-x"].`
  const wrong = keys.find((key) => !isKey(key))
  if (wrong !== undefined) {
    return `"keys": "${wrong}" for "${name}" is no key that can be bound. Write a character, ctrl- and a small letter, or one of ${[...namedKeys].join(", ")}.`
  }
  const typed = command.modes.some((mode) => typing.has(mode))
    ? keys.find((key) => graphemesOf(key).length === 1 || key === "space")
    : undefined
  return typed === undefined
    ? undefined
    : `"keys": "${typed}" for "${name}" is typed as text there. Bind a key with ctrl-.`
}

const shareMode = (a: Command, b: Command): boolean => a.modes.some((mode) => b.modes.includes(mode))

const clashIn = (bound: ReadonlyArray<Command>): string | undefined => {
  for (const [index, one] of bound.entries()) {
    for (const other of bound.slice(index + 1)) {
      const key = one.keys.find((key) => other.keys.includes(key))
      if (key !== undefined && shareMode(one, other)) {
        return `"keys" gives "${key}" to "${one.name}" and to "${other.name}". Give it to one of them.`
      }
    }
  }
  return undefined
}

/** A command as the reader bound it, or without the keys that the reader gave to others. */
const asBound = (command: Command, bound: ReadonlyArray<Command>): Command => {
  const own = bound.find(({ name }) => name !== "" && name === command.name)
  const taken = new Set(bound.filter((other) => shareMode(other, command)).flatMap(({ keys }) => keys))
  return own ?? { ...command, keys: command.keys.filter((key) => !taken.has(key)) }
}

/**
 * The commands with the keys that the reader bound: those take the place of a command's own, and are taken from any other
 * command, which stays in the palette.
 *
 * **Fails with** a sentence that names the member of `keys` that cannot be followed.
 */
export const rebind = (keys: object): Result.Result<ReadonlyArray<Command>, string> => {
  const entries = Object.entries(keys)
  const problem = entries.map(([name, value]) => problemOf(name, value)).find((one) => one !== undefined)
  if (problem !== undefined) return Result.fail(problem)
  const chosen = new Map(
    entries.map(([name, value]) => [name, (keysIn(value) ?? []).map((key) => (key === "space" ? " " : key))])
  )
  const bound = commands.flatMap((command) => {
    const own = chosen.get(command.name)
    return own === undefined ? [] : [{ ...command, keys: own }]
  })
  const clash = clashIn(bound)
  if (clash !== undefined) return Result.fail(clash)
  return Result.succeed(commands.map((command) => asBound(command, bound)))
}
