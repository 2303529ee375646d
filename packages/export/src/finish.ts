import { DateTime, Effect, Stream } from "effect"
import { basename } from "node:path"
import { type FinishedLine, type Opening } from "./Checkpoint.ts"
import { type CheckpointLog, rejectedLines, type SavedState } from "./CheckpointLog.ts"
import { type ExportEvent, type ExportProgress, type ExportReport, progressBefore } from "./ExportEvent.ts"
import { changedMeanwhile, type ExportFailure } from "./ExportFailure.ts"
import { type ExportedQuery, type ExportJob } from "./ExportJob.ts"
import {
  type AppendOnlyFile,
  copyPermissions,
  type Digest,
  digestOf,
  lengthOf,
  remove,
  renameTo,
  writeAtomically
} from "./files.ts"
import { manifestText } from "./Manifest.ts"

/** The open files of an export. */
export interface OpenedFiles {
  readonly records: AppendOnlyFile
  readonly log: CheckpointLog
  readonly opening: Opening
  /** What comes before the first record. */
  readonly head: Uint8Array
}

/** After the file was renamed: completes the files next to it, and removes the checkpoint last. */
const cleanUp = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  report: ExportReport
): Effect.fn.Return<ExportEvent, ExportFailure> {
  const { checkpoint, converting, file, formerLock, manifest, partial, rejected } = job.target
  if (report.rejectedFile === undefined) yield* remove(rejected)
  else yield* writeAtomically(rejected, rejectedLines(checkpoint))
  if (job.manifest === true) yield* writeAtomically(manifest, [manifestText(job, basename(file), report)])
  yield* remove(partial)
  yield* remove(converting)
  yield* remove(formerLock)
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

/** Checks that a file holds what this export wrote. **Fails with** `Changed` if another program wrote to it. */
const verify = Effect.fnUntraced(function* (
  path: string,
  written: Digest,
  target: string
): Effect.fn.Return<void, ExportFailure> {
  const found = yield* digestOf(path)
  if (found.bytes !== written.bytes || found.sha256 !== written.sha256) return yield* changedMeanwhile(path, target)
})

/** A complete file, ready to be renamed. */
interface CompleteFile extends Digest {
  readonly path: string
}

/** Makes a Parquet file of the records. The other formats are complete already. */
const completeFile = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  { form, format, target }: ExportJob<Query, Record>,
  records: Digest
): Effect.fn.Return<CompleteFile, ExportFailure> {
  yield* verify(target.partial, records, target.file)
  if (format !== "parquet") return { path: target.partial, ...records }
  const { writeParquet } = yield* Effect.promise(() => import("./parquet/writeParquet.ts"))
  const written = yield* writeParquet({
    from: target.partial,
    to: target.converting,
    columns: form.parquet,
    note: form.note
  })
  yield* verify(target.converting, written, target.file)
  return { path: target.converting, ...written }
})

/** Renames the file to its target, and removes what the export no longer needs. */
export const finish = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  {
    digest,
    log,
    opening,
    progress,
    records
  }: OpenedFiles & { readonly progress: ExportProgress; readonly digest: Digest }
): Effect.fn.Return<ExportEvent, ExportFailure> {
  yield* records.sync
  const { bytes, path, sha256 } = yield* completeFile(job, digest)
  yield* copyPermissions(job.target.file, path, { isFinal: true })
  const endedAt = DateTime.formatIso(yield* DateTime.now)
  const line = { bytes, sha256, endedAt, written: progress.written, report: progress.report }
  const ending = Effect.gen(function* () {
    yield* log.add({ _tag: "Finished", ...line })
    yield* log.file.sync
    yield* renameTo(path, job.target.file)
    return yield* cleanUp(job, reportOf(job, opening.startedAt, line, progress))
  })
  return yield* Effect.uninterruptible(ending)
})

/** Completes an export that was interrupted after the rename. Returns `undefined` if the file is not as it was then. */
export const finishedBefore = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  { finished, opening }: SavedState
): Effect.fn.Return<Stream.Stream<ExportEvent, ExportFailure> | undefined, ExportFailure> {
  const { file } = job.target
  if (finished === undefined || (yield* lengthOf(file)) !== finished.bytes) return undefined
  if ((yield* digestOf(file)).sha256 !== finished.sha256) return undefined
  const progress = progressBefore(finished)
  const opened: ExportEvent = { _tag: "Opened", resumed: progress, source: opening.source }
  const done = Effect.uninterruptible(cleanUp(job, reportOf(job, opening.startedAt, finished, progress)))
  return Stream.concat(Stream.make(opened), Stream.fromEffect(done))
})
