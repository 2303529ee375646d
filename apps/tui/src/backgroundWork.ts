import { safeText } from "@public-records/text/safeText"
import { Effect, Fiber, Option } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import type { Ui } from "./Ui.ts"

interface Running<Progress> {
  readonly progress: Progress
  readonly isStopping: boolean
  readonly fiber: Option.Option<Fiber.Fiber<void>>
}

/** Creates a kind of work that continues while the user browses. At most one work of a kind runs. */
export const makeBackgroundWork = <Progress>() => {
  const running: Atom.Writable<Option.Option<Running<Progress>>> = Atom.keepAlive(
    Atom.make(Option.none<Running<Progress>>())
  )
  const update = (ui: Ui, part: Partial<Running<Progress>>): void =>
    ui.update(
      running,
      Option.map((before) => ({ ...before, ...part }))
    )
  const finish = (ui: Ui, message: string): void => {
    ui.set(running, Option.none())
    ui.notify(safeText(message))
  }
  const interrupt = (registry: AtomRegistry.AtomRegistry): Effect.Effect<void> =>
    Fiber.interruptAll(Option.toArray(Option.flatMap(registry.get(running), ({ fiber }) => fiber)))
  return {
    running,
    isRunning: (ui: Ui): boolean => Option.isSome(ui.get(running)),
    report: (ui: Ui, progress: Progress): void => update(ui, { progress }),
    /** Starts work. Shows the message that it returns or fails with. */
    start: (ui: Ui, progress: Progress, work: Effect.Effect<string, { readonly message: string }>): void => {
      ui.set(running, Option.some({ progress, isStopping: false, fiber: Option.none() }))
      const shown = work.pipe(
        Effect.catch(({ message }) => Effect.succeed(message)),
        Effect.map((message) => finish(ui, message)),
        Effect.provideContext(ui.services)
      )
      update(ui, { fiber: Option.some(Effect.runFork(shown)) })
    },
    /** Stops the work, and shows a message when it has released its files. Returns `false` if none is running. */
    stop: (ui: Ui, messageOf: (progress: Progress) => string): boolean => {
      const before = ui.get(running)
      if (Option.isNone(before)) return false
      update(ui, { isStopping: true })
      const stopped = Effect.map(interrupt(ui.registry), () =>
        Option.map(ui.get(running), ({ progress }) => finish(ui, messageOf(progress)))
      )
      Effect.runFork(stopped)
      return true
    },
    /** Stops the work and waits until it has released its files. */
    end: (registry: AtomRegistry.AtomRegistry): Promise<void> => Effect.runPromise(interrupt(registry))
  }
}
