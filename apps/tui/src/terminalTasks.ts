import type { AtomRegistry } from "effect/reactivity"
import { stopUntilContinued, terminalHoldAtom } from "./outside/suspension.ts"
import { note } from "./session.ts"

type Registry = AtomRegistry.AtomRegistry

/** Draws everything anew, where something else has written over it. */
export const redraw = (registry: Registry): void => void registry.get(terminalHoldAtom).lend(() => Promise.resolve())

/** Gives the shell back until it brings the program to the front again. */
export const suspend = (registry: Registry): void => {
  if (process.platform === "win32") return note(registry, "This system cannot suspend a program.")
  void registry.get(terminalHoldAtom).lend(stopUntilContinued)
}
