import { Effect } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import type { OutsideFailure } from "../outside/Outside.ts"
import { note } from "../session.ts"

/** Does something outside the screen and says how it went. */
export const errand = (registry: AtomRegistry.AtomRegistry, work: Effect.Effect<string, OutsideFailure>): void => {
  Effect.runFork(
    work.pipe(
      Effect.catch(({ message }) => Effect.succeed(message)),
      Effect.map((text) => note(registry, text))
    )
  )
}
