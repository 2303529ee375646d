import { DateTime, Effect, Stream } from "effect"
import { basename } from "node:path"
import { type CheckpointLog, type Finished, rejectedLines, type SavedState } from "./checkpoint.ts"
import { type ExportEvent, type ExportProgress, type ExportReport, progressBefore } from "./ExportEvent.ts"
import { type ExportFailure } from "./ExportFailure.ts"
import { type ExportJob } from "./ExportJob.ts"
import { type AppendOnlyFile, copyPermissions, digestOf, lengthOf, remove, renameTo, writeAtomically } from "./files.ts"
import { manifestText } from "./Manifest.ts"
import { writeParquet } from "./writeParquet.ts"

/** Writes the additional files next to the finished file and removes the temporary ones, the checkpoint last. */
const cleanUp = Effect.fnUntraced(function* <Query, Record>(
  job: ExportJob<Query, Record>,
  startedAt: string,
  { bytes, endedAt, sha256 }: Finished,
  progress: ExportProgress
): Effect.fn.Return<ExportEvent, ExportFailure> {
  const { checkpoint, converting, file, manifest, partial, rejected } = job.target
  const reachedMax = progress.written >= (job.max ?? Number.POSITIVE_INFINITY)
  const rejectedFile = progress.report.rejected === 0 ? undefined : rejected
  const report: ExportReport = { ...progress, file, bytes, sha256, startedAt, endedAt, reachedMax, rejectedFile }
  if (rejectedFile === undefined) yield* remove(rejected)
  else yield* writeAtomically(rejected, rejectedLines(checkpoint))
  if (job.manifest === true) yield* writeAtomically(manifest, [manifestText(job, basename(file), report)])
  for (const path of [partial, converting, checkpoint]) yield* remove(path)
  return { _tag: "Done", report }
}, Effect.uninterruptible)

/** Returns the path of the complete file, which is the partial one unless the format is Parquet. */
const completeFile = Effect.fnUntraced(function* <Query, Record>({
  format,
  layout,
  target
}: ExportJob<Query, Record>): Effect.fn.Return<string, ExportFailure> {
  const { converting, partial } = target
  if (format !== "parquet") return partial
  yield* writeParquet({ from: partial, to: converting, columns: layout.parquet, note: layout.note })
  return converting
})

/** The open files of an export whose records are all written. */
interface WrittenRecords extends Pick<ExportReport, "startedAt"> {
  readonly records: AppendOnlyFile
  readonly log: CheckpointLog
  readonly progress: ExportProgress
}

/** Completes the file, renames it to its target and removes the temporary files. */
export const finish = Effect.fnUntraced(function* <Query, Record>(
  job: ExportJob<Query, Record>,
  { log, progress, records, startedAt }: WrittenRecords
): Effect.fn.Return<ExportEvent, ExportFailure> {
  yield* records.sync
  const path = yield* completeFile(job)
  const digest = yield* digestOf(path)
  yield* copyPermissions(job.target.file, path, { isFinal: true })
  const endedAt = DateTime.formatIso(yield* DateTime.now)
  const { report, written } = progress
  const finished: Finished = { _tag: "Finished", ...digest, endedAt, written, report }
  const ending = Effect.gen(function* () {
    yield* log.add(finished)
    yield* log.file.sync
    yield* renameTo(path, job.target.file)
    return yield* cleanUp(job, startedAt, finished, progress)
  })
  return yield* Effect.uninterruptible(ending)
})

/** Completes an export that was interrupted after the rename. Returns `undefined` if the file has changed since. */
export const recoverFinished = Effect.fnUntraced(function* <Query, Record>(
  job: ExportJob<Query, Record>,
  { finished, header }: SavedState
): Effect.fn.Return<Stream.Stream<ExportEvent, ExportFailure> | undefined, ExportFailure> {
  const { file } = job.target
  if (finished === undefined || (yield* lengthOf(file)) !== finished.bytes) return undefined
  if ((yield* digestOf(file)).sha256 !== finished.sha256) return undefined
  const progress = progressBefore(finished)
  const opened: ExportEvent = { _tag: "Started", resumed: progress, source: header.source }
  const done = cleanUp(job, header.startedAt, finished, progress)
  return Stream.concat(Stream.make(opened), Stream.fromEffect(done))
})
