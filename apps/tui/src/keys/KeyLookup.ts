import { Atom } from "effect/reactivity"
import type { Action, Mode } from "./Action.ts"
import type { Command } from "./Command.ts"
import { commands } from "./commands.ts"

/** The commands as their keys are bound, and what each key asks for in each mode. */
export interface KeyLookup {
  readonly commands: ReadonlyArray<Command>
  readonly actionOf: (mode: Mode, key: string) => Action | undefined
}

/** Looks keys up in commands; of two commands with one key in one mode the first has it. */
export const lookupOf = (bound: ReadonlyArray<Command>): KeyLookup => {
  const actions = new Map<string, Action>()
  for (const { modes, keys, action } of bound) {
    for (const mode of modes) {
      for (const key of keys) {
        const at = `${mode} ${key}`
        if (!actions.has(at)) actions.set(at, action)
      }
    }
  }
  return { commands: bound, actionOf: (mode, key) => actions.get(`${mode} ${key}`) }
}

/** The keys as they come. */
export const defaultLookup: KeyLookup = lookupOf(commands)

/** The keys as the reader bound them. */
export const keyLookupAtom: Atom.Writable<KeyLookup> = Atom.keepAlive(Atom.make(defaultLookup))

const labels: Readonly<Record<string, string>> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  "page-up": "PgUp",
  "page-down": "PgDn",
  home: "Home",
  end: "End",
  enter: "Enter",
  escape: "Esc",
  tab: "Tab",
  "shift-tab": "Shift-Tab",
  " ": "Space"
}

/** A key as people read it: `Ctrl-S`, `PgDn`, `G`. */
export const keyLabel = (key: string): string =>
  labels[key] ?? (key.startsWith("ctrl-") ? `Ctrl-${key.slice(5).toUpperCase()}` : key)
