import { PublicRecords } from "@public-records/core"
import { grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Context, Effect, Fiber, Option, Stream } from "effect"
import { AsyncResult, Atom, type AtomRegistry } from "effect/reactivity"
import { appRuntime } from "./requests.ts"
import { screenSourceAtom } from "./source/sourceAtoms.ts"
import type { ExportStep } from "./collection/RecordFormat.ts"
import type { Ui } from "./Ui.ts"

/** An export of all records that runs in the background. */
interface Running {
  readonly path: string
  readonly written: number
  readonly total: Option.Option<number>
  readonly isStopping: boolean
  readonly fiber: Option.Option<Fiber.Fiber<void>>
}

const runningAtom: Atom.Writable<Option.Option<Running>> = Atom.keepAlive(Atom.make(Option.none<Running>()))

/** The progress of the export and the effect of Esc on it. Both are empty if no export is running. */
export const exportWorkAtom = Atom.make((get) => {
  const running = get(runningAtom)
  if (Option.isNone(running)) return { text: "", esc: "" } as const
  const { isStopping, written, total } = running.value
  if (isStopping) return { text: "stopping the export", esc: "" } as const
  const of = Option.match(total, { onNone: () => "", onSome: (all) => ` of ${grouped(all)}` })
  return { text: `exporting ${grouped(written)}${of}`, esc: "stops" } as const
})

export const isExporting = (ui: Ui): boolean => Option.isSome(ui.get(runningAtom))

const update = (ui: Ui, part: Partial<Running>): void =>
  ui.update(
    runningAtom,
    Option.map((running) => ({ ...running, ...part }))
  )

const finish = (ui: Ui, message: string): void => {
  ui.set(runningAtom, Option.none())
  ui.notify(message)
}

/** Starts an export of all records, or resumes one to the same file. */
export const startExport = (
  ui: Ui,
  path: string,
  steps: Stream.Stream<ExportStep, { readonly message: string }, PublicRecords>
): void => {
  const { messageOf, records } = ui.get(screenSourceAtom)
  const running = { path, written: 0, total: Option.none(), isStopping: false, fiber: Option.none() }
  ui.set(runningAtom, Option.some(running))
  const show = ({ done, written, total }: ExportStep): void =>
    done === "" ? update(ui, { written, total }) : finish(ui, safeText(done))
  const work = Stream.runForEach(steps, (step) => Effect.sync(() => show(step))).pipe(
    Effect.catch((error) => Effect.sync(() => finish(ui, safeText(messageOf(error))))),
    Effect.provideService(PublicRecords, records),
    Effect.provideContext(Option.getOrElse(AsyncResult.value(ui.get(appRuntime)), Context.empty))
  )
  update(ui, { fiber: Option.some(Effect.runFork(work)) })
}

const interrupt = (running: Option.Option<Running>): Effect.Effect<void> =>
  Fiber.interruptAll(Option.toArray(Option.flatMap(running, ({ fiber }) => fiber)))

/** Stops the export and shows a message when its files are closed. Returns `false` if no export is running. */
export const stopExport = (ui: Ui): boolean => {
  const running = ui.get(runningAtom)
  if (Option.isNone(running)) return false
  update(ui, { isStopping: true })
  const stopped = Effect.map(interrupt(running), () =>
    Option.map(ui.get(runningAtom), ({ path, written }) =>
      finish(ui, `Stopped at ${grouped(written)}. Export to the same file to resume: ${safeText(path)}.`)
    )
  )
  Effect.runFork(stopped)
  return true
}

/** Stops the export and waits until its files are closed. */
export const endExport = (registry: AtomRegistry.AtomRegistry): Promise<void> =>
  Effect.runPromise(interrupt(registry.get(runningAtom)))
