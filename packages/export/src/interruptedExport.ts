import { Effect } from "effect"
import { open } from "node:fs/promises"
import { readCheckpoint } from "./CheckpointLog.ts"
import { type ExportProgress, progressBefore } from "./ExportEvent.ts"
import { type ExportFailure } from "./ExportFailure.ts"
import { type ExportedQuery, type ExportJob, identityOf } from "./ExportJob.ts"
import { usable } from "./exportRecords.ts"
import { lengthOf, onDisk } from "./files.ts"

/** The state in which an interrupted export left its files. */
export interface InterruptedExport {
  readonly progress: ExportProgress
  /** Whether every page was read, so that resuming sends no request. */
  readonly hasEveryPage: boolean
}

/**
 * Returns what an export would resume from, or `undefined` if it would start from the beginning. Changes no file.
 *
 * **Fails with** `ExportFailure` if a file cannot be read, or if the checkpoint is of another export.
 */
export const interruptedExport = <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>
): Effect.Effect<InterruptedExport | undefined, ExportFailure> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { checkpoint, partial } = job.target
      if ((yield* lengthOf(checkpoint)) === undefined || (yield* lengthOf(partial)) === undefined) return undefined
      const records = yield* Effect.acquireRelease(
        onDisk(partial, () => open(partial, "r")),
        (handle) => Effect.promise(() => handle.close())
      )
      const found = yield* readCheckpoint(checkpoint, records)
      const saved = yield* usable(found, { identity: identityOf(job), checkpoint, restart: job.restart ?? false })
      if (saved?.page === undefined) return undefined
      const isFull = saved.page.written >= (job.max ?? Number.POSITIVE_INFINITY)
      return { progress: progressBefore(saved.page), hasEveryPage: isFull || saved.page.bookmark.next === null }
    })
  )
