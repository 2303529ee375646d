import { DateTime, Effect, Stream } from "effect"
import { basename } from "node:path"
import { type FinishedLine, type Opening } from "./Checkpoint.ts"
import { type CheckpointLog, type LeftBehind, rejectedLines } from "./CheckpointLog.ts"
import { type ExportEvent, type ExportProgress, type ExportReport, progressBefore } from "./ExportEvent.ts"
import { type ExportFailure } from "./ExportFailure.ts"
import { type ExportedQuery, type ExportJob } from "./ExportJob.ts"
import { type GrowingFile, lengthOf, remove, renameTo, sha256Of, writeWhole } from "./files.ts"
import { manifestText } from "./Manifest.ts"

/** The files of an export under way. */
export interface OpenedFiles {
  readonly records: GrowingFile
  readonly log: CheckpointLog
  readonly opening: Opening
  /** What the file of records begins with. */
  readonly head: Uint8Array
}

/** What is done once the file has its name: the files beside it, and last the checkpoint. */
const tidyUp = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  report: ExportReport
): Effect.fn.Return<ExportEvent, ExportFailure> {
  const { checkpoint, converting, file, manifest, partial, rejected } = job.target
  if (report.rejectedFile === undefined) yield* remove(rejected)
  else yield* writeWhole(rejected, rejectedLines(checkpoint))
  if (job.manifest === true) yield* writeWhole(manifest, [manifestText(job, basename(file), report)])
  yield* remove(partial)
  yield* remove(converting)
  yield* remove(checkpoint)
  return { _tag: "Done", report }
})

const reportOf = <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  startedAt: string,
  line: FinishedLine,
  progress: ExportProgress
): ExportReport => ({
  ...progress,
  file: job.target.file,
  bytes: line.bytes,
  sha256: line.sha256,
  startedAt,
  endedAt: line.endedAt,
  isCutShort: line.written >= (job.max ?? Number.POSITIVE_INFINITY),
  rejectedFile: line.report.rejected === 0 ? undefined : job.target.rejected
})

/** Makes a Parquet file of the records; the other formats are there already. **Returns** the path of the whole file. */
const wholeFile = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>
): Effect.fn.Return<string, ExportFailure> {
  const { converting, partial } = job.target
  if (job.format !== "parquet") return partial
  const { writeParquet } = yield* Effect.promise(() => import("./parquet/writeParquet.ts"))
  yield* writeParquet({ from: partial, to: converting, columns: job.form.parquet, note: job.form.note })
  return converting
})

/** Gives the file its name, and clears away what the way there needed. */
export const finish = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  { log, opening, progress, records }: OpenedFiles & { readonly progress: ExportProgress }
): Effect.fn.Return<ExportEvent, ExportFailure> {
  yield* records.sync
  const whole = yield* wholeFile(job)
  const sha256 = yield* sha256Of(whole)
  const bytes = (yield* lengthOf(whole)) ?? 0
  const endedAt = DateTime.formatIso(yield* DateTime.now)
  const again = progress.requests - progress.report.requests
  const line = { bytes, sha256, endedAt, written: progress.written, again, report: progress.report }
  const ending = Effect.gen(function* () {
    yield* log.add({ _tag: "Finished", ...line })
    yield* log.file.sync
    yield* renameTo(whole, job.target.file)
    return yield* tidyUp(job, reportOf(job, opening.startedAt, line, progress))
  })
  return yield* Effect.uninterruptible(ending)
})

/** The end of an export that was cut off after its file had its name; nothing where the file is not there as it was. */
export const finishedBefore = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  { finished, opening }: LeftBehind
): Effect.fn.Return<Stream.Stream<ExportEvent, ExportFailure> | undefined, ExportFailure> {
  const { file } = job.target
  if (finished === undefined || (yield* lengthOf(file)) !== finished.bytes) return undefined
  if ((yield* sha256Of(file)) !== finished.sha256) return undefined
  const progress = progressBefore(finished)
  const opened: ExportEvent = { _tag: "Opened", resumed: progress, source: opening.source }
  const done = Effect.uninterruptible(tidyUp(job, reportOf(job, opening.startedAt, finished, progress)))
  return Stream.concat(Stream.make(opened), Stream.fromEffect(done))
})
