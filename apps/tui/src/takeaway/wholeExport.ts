import type { PublicRecords } from "@public-records/core"
import { Effect, Fiber, Option, Stream } from "effect"
import { AsyncResult, Atom, type AtomRegistry } from "effect/reactivity"
import { appRuntime } from "../AppLayer.ts"
import { grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { note } from "../session.ts"
import type { ExportStep } from "./RecordFormat.ts"

type Registry = AtomRegistry.AtomRegistry

/** An export of everything: how far it is, and what ends it. */
interface Running {
  readonly noun: string
  readonly path: string
  readonly written: number
  readonly total: Option.Option<number>
  readonly fiber: Option.Option<Fiber.Fiber<void>>
}

const runningAtom: Atom.Writable<Option.Option<Running>> = Atom.keepAlive(Atom.make(Option.none<Running>()))

/** What an export under way has to say; empty where there is none. */
export const exportProgressAtom: Atom.Atom<string> = Atom.make((get) =>
  Option.match(get(runningAtom), {
    onNone: () => "",
    onSome: ({ written, total }) => {
      const of = Option.match(total, { onNone: () => "", onSome: (all) => ` of ${grouped(all)}` })
      return `exporting ${grouped(written)}${of}`
    }
  })
)

/** Whether an export is under way. */
export const isExporting = (registry: Registry): boolean => Option.isSome(registry.get(runningAtom))

const finished = (registry: Registry, text: string): void => {
  registry.set(runningAtom, Option.none())
  note(registry, text)
}

const show = (registry: Registry, step: ExportStep): void => {
  if (step.done !== "") return finished(registry, safeText(step.done))
  registry.update(runningAtom, (running) =>
    Option.map(running, (before) => ({ ...before, written: step.written, total: step.total }))
  )
}

/** Begins an export of everything, or goes on where one to the same file was stopped. */
export const startExport = (
  registry: Registry,
  { noun, path }: Pick<Running, "noun" | "path">,
  steps: Stream.Stream<ExportStep, { readonly message: string }, PublicRecords>
): void => {
  const services = AsyncResult.value(registry.get(appRuntime))
  if (Option.isNone(services)) return note(registry, "There is no way to the records: nothing was exported.")
  registry.set(runningAtom, Option.some({ noun, path, written: 0, total: Option.none(), fiber: Option.none() }))
  const work = Stream.runForEach(steps, (step) => Effect.sync(() => show(registry, step))).pipe(
    Effect.catch(({ message }) => Effect.sync(() => finished(registry, safeText(message)))),
    Effect.provideContext(services.value)
  )
  const fiber = Effect.runFork(work)
  registry.update(
    runningAtom,
    Option.map((running) => ({ ...running, fiber: Option.some(fiber) }))
  )
}

/** Stops an export; what is written stays, to go on from. False where there is none. */
export const stopExport = (registry: Registry): boolean => {
  const running = registry.get(runningAtom)
  if (Option.isNone(running)) return false
  const { fiber, path, written } = running.value
  Option.map(fiber, (one) => Effect.runFork(Fiber.interrupt(one)))
  finished(registry, `Stopped at ${grouped(written)}. e with the same file, ${safeText(path)}, goes on.`)
  return true
}

/** Ends an export before the program does, so that its files are in order. */
export const endExport = (registry: Registry): Promise<void> =>
  Option.match(
    Option.flatMap(registry.get(runningAtom), ({ fiber }) => fiber),
    {
      onNone: () => Promise.resolve(),
      onSome: (fiber) => Effect.runPromise(Effect.asVoid(Fiber.interrupt(fiber)))
    }
  )
