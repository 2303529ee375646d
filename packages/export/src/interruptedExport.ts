import { Effect } from "effect"
import { type FileHandle, open } from "node:fs/promises"
import { checkpointForm, type Identity, readCheckpoint, type SavedState } from "./checkpoint.ts"
import { type ExportProgress, progressBefore } from "./ExportEvent.ts"
import { type ExportFailure, otherExport } from "./ExportFailure.ts"
import { type ExportedQuery, type ExportJob, identityOf } from "./ExportJob.ts"
import { lengthOf, onDisk } from "./files.ts"

const description = ({ collection, format, max, query, spreadsheetSafe }: Identity): string =>
  `${collection} ${query} as ${format}${spreadsheetSafe ? ", spreadsheet-safe" : ""}${max === null ? "" : `, at most ${max}`}`

/**
 * Reads the state that an interrupted run saved. Returns `undefined` if no state is saved, or if the job discards it.
 *
 * **Fails with** `OtherExport` if the checkpoint belongs to another export or version.
 */
export const savedState = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  records: FileHandle
): Effect.fn.Return<SavedState | undefined, ExportFailure> {
  const { checkpoint } = job.target
  if ((yield* lengthOf(checkpoint)) === undefined) return undefined
  const saved = yield* readCheckpoint(checkpoint, records)
  if (saved === undefined || job.restart === true) return undefined
  const [then, now] = [saved.opening.identity, identityOf(job)]
  if (then.form !== checkpointForm) {
    return yield* otherExport(
      `Another version of this program left ${checkpoint}, and this version cannot resume it. ` +
        "Use the version that started the export, or add --restart to discard it and start over."
    )
  }
  if (JSON.stringify(then) === JSON.stringify(now)) return saved
  return yield* otherExport(
    `An interrupted export left ${checkpoint}, and it is another one. It is of ${description(then)}, and this one is of ` +
      `${description(now)}. Use the same options to resume it, or add --restart to discard it.`
  )
})

/** The state in which an interrupted export left its files. */
export interface InterruptedExport {
  readonly progress: ExportProgress
  /** Whether every page was read, so that resuming sends no request. */
  readonly hasEveryPage: boolean
}

/**
 * Returns the state that an export would resume from, or `undefined` if it would start from the beginning resume from, or
 * `undefined` if it would start from the beginning. Changes no file. **Fails with** `ExportFailure` if a file cannot be read,
 * or if the checkpoint is of another export.
 */
export const interruptedExport = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>
) {
  const { partial } = job.target
  if ((yield* lengthOf(partial)) === undefined) return undefined
  const records = yield* Effect.acquireRelease(
    onDisk(partial, () => open(partial, "r")),
    (handle) => Effect.promise(() => handle.close())
  )
  const page = (yield* savedState(job, records))?.page
  if (page === undefined) return undefined
  const isFull = page.written >= (job.max ?? Number.POSITIVE_INFINITY)
  return { progress: progressBefore(page), hasEveryPage: isFull || page.bookmark.next === null }
}, Effect.scoped)
