import { PublicRecords } from "@public-records/core"
import { grouped } from "@public-records/text/counts"
import { Effect, Option, Stream } from "effect"
import { Atom } from "effect/reactivity"
import { makeBackgroundWork } from "./backgroundWork.ts"
import type { ExportStep } from "./collection/RecordFormat.ts"
import { screenSourceAtom } from "./source/sourceAtoms.ts"
import type { Ui } from "./Ui.ts"

interface Progress {
  readonly path: string
  readonly written: number
  readonly total: Option.Option<number>
}

const { end, isRunning, report, running, start, stop } = makeBackgroundWork<Progress>()

/** The progress of the export and the key that stops it. Both are empty if no export is running. */
export const exportWorkAtom = Atom.make((get) => {
  const export_ = get(running)
  if (Option.isNone(export_)) return { text: "", key: "" } as const
  const { isStopping, progress } = export_.value
  if (isStopping) return { text: "stopping the export", key: "" } as const
  const of = Option.match(progress.total, { onNone: () => "", onSome: (all) => ` of ${grouped(all)}` })
  return { text: `exporting ${grouped(progress.written)}${of}`, key: "Esc stops" } as const
})

export { end as endExport, isRunning as isExporting }

/** Starts an export of all records, or resumes one to the same file. */
export const startExport = (
  ui: Ui,
  path: string,
  steps: Stream.Stream<ExportStep, { readonly message: string }, PublicRecords>
): void => {
  const { messageOf, records } = ui.get(screenSourceAtom)
  const written = Stream.runFold(
    steps,
    () => "",
    (message, { done, total, written }) => {
      report(ui, { path, written, total })
      return message + done
    }
  )
  start(
    ui,
    { path, written: 0, total: Option.none() },
    written.pipe(
      Effect.mapError((error) => ({ message: messageOf(error) })),
      Effect.provideService(PublicRecords, records)
    )
  )
}

/** Stops the export and shows a message when its files are closed. Returns `false` if no export is running. */
export const stopExport = (ui: Ui): boolean =>
  stop(ui, ({ path, written }) => `Stopped at ${grouped(written)}. Export to the same file to resume: ${path}.`)
