import { Effect } from "effect"
import { type FileHandle, open } from "node:fs/promises"
import { type Identity, readCheckpoint, type SavedState } from "./checkpoint.ts"
import { type ExportProgress, progressBefore } from "./ExportEvent.ts"
import { type ExportFailure, targetConflict } from "./ExportFailure.ts"
import { type ExportJob, identityOf } from "./ExportJob.ts"
import { lengthOf, withFileErrors } from "./files.ts"

const description = ({ collection, format, max, query, spreadsheetSafe }: Identity): string =>
  `${collection} ${query} as ${format}${spreadsheetSafe ? ", spreadsheet-safe" : ""}${max === null ? "" : `, at most ${max}`}`

/**
 * Reads the state that an interrupted run saved. Returns `undefined` if no state is saved, or if the job discards it.
 *
 * **Fails with** `TargetConflict` if the checkpoint belongs to another export or version.
 */
export const savedState = Effect.fnUntraced(function* <Query, Record>(
  job: ExportJob<Query, Record>,
  records: FileHandle
): Effect.fn.Return<SavedState | undefined, ExportFailure> {
  const { checkpoint } = job.target
  if ((yield* lengthOf(checkpoint)) === undefined) return undefined
  const saved = yield* readCheckpoint(checkpoint, records)
  if (saved === undefined || job.restart === true) return undefined
  if (saved === "another version") {
    return yield* targetConflict(
      `${checkpoint} was written by another version of this program, and this version cannot resume it. ` +
        "Use the version that started the export, or add --restart to discard it and start over."
    )
  }
  const [then, now] = [saved.header.identity, identityOf(job)]
  if (JSON.stringify(then) === JSON.stringify(now)) return saved
  return yield* targetConflict(
    `${checkpoint} belongs to a different export, which was interrupted: ${description(then)}. This export is: ` +
      `${description(now)}. Use the same options to resume it, or add --restart to discard it.`
  )
})

/** The progress that an interrupted export saved. */
export interface InterruptedExport {
  readonly progress: ExportProgress
  /** Whether every page was read, so that resuming sends no requests. */
  readonly hasEveryPage: boolean
}

/**
 * Returns the progress that an export would resume from, or `undefined` if it would start from the beginning. Changes no file.
 *
 * **Fails with** `ExportFailure` if a file cannot be read or the checkpoint belongs to another export.
 */
export const interruptedExport = Effect.fnUntraced(function* <Query, Record>(job: ExportJob<Query, Record>) {
  const { partial } = job.target
  if ((yield* lengthOf(partial)) === undefined) return undefined
  const records = yield* Effect.acquireRelease(
    withFileErrors(partial, () => open(partial, "r")),
    (handle) => Effect.promise(() => handle.close())
  )
  const page = (yield* savedState(job, records))?.page
  if (page === undefined) return undefined
  const isFull = page.written >= (job.max ?? Number.POSITIVE_INFINITY)
  return { progress: progressBefore(page), hasEveryPage: isFull || page.bookmark.next === null }
}, Effect.scoped)
