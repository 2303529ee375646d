import type { AtomRegistry } from "effect/reactivity"
import type { Action, TaskName } from "./keys/Action.ts"
import { openPalette } from "./overlays/palette.ts"
import { askForRow } from "./overlays/rowPrompt.ts"

type Registry = AtomRegistry.AtomRegistry

/** Does work beside browsing. `perform` does what any other action asks. */
export const runTask = (registry: Registry, name: TaskName, perform: (action: Action) => void): void => {
  switch (name) {
    case "palette":
      return openPalette(registry, perform)
    case "go-to-row":
      return askForRow(registry, perform)
  }
}
