import type { PublicRecords } from "@public-records/core"
import { grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Effect, Fiber, Option, Stream } from "effect"
import { AsyncResult, Atom, type AtomRegistry } from "effect/reactivity"
import { appRuntime } from "./source.ts"
import type { ExportStep } from "./collection/RecordFormat.ts"
import type { Ui } from "./Ui.ts"

type Registry = AtomRegistry.AtomRegistry

/** An export of every record, in the background. */
interface Running {
  readonly path: string
  readonly written: number
  readonly total: Option.Option<number>
  readonly fiber: Option.Option<Fiber.Fiber<void>>
}

const runningAtom: Atom.Writable<Option.Option<Running>> = Atom.keepAlive(Atom.make(Option.none<Running>()))

/** The progress of the export; empty if none is running. */
export const exportProgressAtom: Atom.Atom<string> = Atom.make((get) =>
  Option.match(get(runningAtom), {
    onNone: () => "",
    onSome: ({ written, total }) => {
      const of = Option.match(total, { onNone: () => "", onSome: (all) => ` of ${grouped(all)}` })
      return `exporting ${grouped(written)}${of}`
    }
  })
)

/** Whether an export is running. */
export const isExporting = (ui: Ui): boolean => Option.isSome(ui.get(runningAtom))

const finish = (ui: Ui, message: string): void => {
  ui.set(runningAtom, Option.none())
  ui.notify(message)
}

const update = (ui: Ui, part: Partial<Running>): void =>
  ui.update(
    runningAtom,
    Option.map((running) => ({ ...running, ...part }))
  )

/** Starts an export of every record, or resumes one to the same file. */
export const startExport = (
  ui: Ui,
  path: string,
  steps: Stream.Stream<ExportStep, { readonly message: string }, PublicRecords>
): void => {
  const services = AsyncResult.value(ui.get(appRuntime))
  if (Option.isNone(services)) return ui.notify("There is no way to the records: nothing was exported.")
  ui.set(runningAtom, Option.some({ path, written: 0, total: Option.none(), fiber: Option.none() }))
  const show = ({ done, written, total }: ExportStep): void =>
    done === "" ? update(ui, { written, total }) : finish(ui, safeText(done))
  const work = Stream.runForEach(steps, (step) => Effect.sync(() => show(step))).pipe(
    Effect.catch(({ message }) => Effect.sync(() => finish(ui, safeText(message)))),
    Effect.provideContext(services.value)
  )
  update(ui, { fiber: Option.some(Effect.runFork(work)) })
}

/** Stops the export; it can be resumed. Returns `false` if none is running. */
export const stopExport = (ui: Ui): boolean => {
  const running = ui.get(runningAtom)
  if (Option.isNone(running)) return false
  const { fiber, path, written } = running.value
  Option.map(fiber, (one) => Effect.runFork(Fiber.interrupt(one)))
  finish(ui, `Stopped at ${grouped(written)}. e with the same file, ${safeText(path)}, goes on.`)
  return true
}

/** Stops the export and waits until its files are closed. */
export const endExport = (registry: Registry): Promise<void> =>
  Option.match(
    Option.flatMap(registry.get(runningAtom), ({ fiber }) => fiber),
    {
      onNone: () => Promise.resolve(),
      onSome: (fiber) => Effect.runPromise(Effect.asVoid(Fiber.interrupt(fiber)))
    }
  )
