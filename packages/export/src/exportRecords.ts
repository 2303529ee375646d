import { type PublicRecordsError, type Resumption, type WalkedPage } from "@public-records/core"
import { Clock, DateTime, Effect, type Scope, Stream } from "effect"
import { crc32 } from "node:zlib"
import { type CheckpointLog, checkpointLog, type SavedState } from "./checkpoint.ts"
import { type ExportEvent, initialProgress, progressBefore, progressSince } from "./ExportEvent.ts"
import { type ExportFailure } from "./ExportFailure.ts"
import { lineWriter } from "./ExportFormat.ts"
import { type ExportJob, identityOf } from "./ExportJob.ts"
import { type AppendOnlyFile, appendOnlyFile, copyPermissions } from "./files.ts"
import { finish, recoverFinished } from "./finish.ts"
import { savedState } from "./interruptedExport.ts"
import { holdLock } from "./lock.ts"
import { checkTarget } from "./TargetFiles.ts"
import { loadDuckDb } from "./writeParquet.ts"

/** Minimum time between two flushes to disk. Flushing after every page would slow down a fast export. */
const syncIntervalMillis = 1000

/** Creates the writer of the remaining pages, which appends to the file and to the checkpoint. */
const makePageWriter = Effect.fnUntraced(function* <Query, Record>(
  job: ExportJob<Query, Record>,
  { log, records }: { readonly log: CheckpointLog; readonly records: AppendOnlyFile },
  saved: SavedState | undefined
) {
  const { max = Number.POSITIVE_INFINITY } = job
  const { lines, opening } = lineWriter(job.layout, job.format, job.spreadsheetSafe ?? false)
  const head = Buffer.from(opening)
  const { page, seen } = saved ?? { page: undefined, seen: [] }
  const before = page === undefined ? initialProgress : progressBefore(page)
  let { bytes, crc } = page ?? { bytes: head.length, crc: crc32(head) }
  let progress = before
  let syncedAt = 0
  yield* records.truncate(page?.bytes ?? 0)
  if (page === undefined) yield* records.writeAt(head, 0)

  /** Writes the records of a page, then its checkpoint line. Cannot be interrupted in between. */
  const write = Effect.fnUntraced(function* (
    received: WalkedPage<Record>
  ): Effect.fn.Return<ReadonlyArray<ExportEvent>, ExportFailure> {
    const { bookmark, rejected, report } = received
    const wanted = received.records.slice(0, max - progress.written)
    const text = Buffer.from(lines(wanted))
    yield* records.writeAt(text, bytes)
    bytes += text.length
    crc = crc32(text, crc)
    const written = progress.written + wanted.length
    progress = progressSince(before, { report, written })
    yield* log.add({ _tag: "Page", bytes, crc, written, report, seen: received.seen, rejected, bookmark })
    const now = yield* Clock.currentTimeMillis
    if (now - syncedAt >= syncIntervalMillis) {
      syncedAt = now
      yield* records.sync
      yield* log.file.sync
    }
    const event: ExportEvent = { _tag: "Page", progress }
    return received.hasChanged ? [{ _tag: "ListChanged" }, event] : [event]
  }, Effect.uninterruptible)

  const from: Resumption | undefined = page === undefined ? undefined : { bookmark: page.bookmark, seen }
  const isFull = (): boolean => progress.written >= max
  return {
    progress: () => progress,
    /** Reads the remaining pages. Emits an event for each page once its records and its checkpoint line are written. */
    pages: isFull()
      ? Stream.empty
      : job.collection
          .pages(job.query, { from })
          .pipe(Stream.mapEffect(write), Stream.takeUntil(isFull), Stream.flatMap(Stream.fromIterable))
  }
})

const open = Effect.fnUntraced(function* <Query, Record>(
  job: ExportJob<Query, Record>
): Effect.fn.Return<Stream.Stream<ExportEvent, ExportFailure | PublicRecordsError>, ExportFailure, Scope.Scope> {
  const { checkpoint, file, lock, partial } = job.target
  yield* checkTarget(file)
  if (job.format === "parquet") yield* loadDuckDb(file)
  yield* holdLock(file, lock)
  const records = yield* appendOnlyFile(partial)
  const saved = yield* savedState(job, records.handle)
  const done = saved === undefined ? undefined : yield* recoverFinished(job, saved)
  if (done !== undefined) return done

  const log = yield* checkpointLog(checkpoint, saved?.length ?? 0)
  yield* copyPermissions(file, partial, { isFinal: false })
  const writer = yield* makePageWriter(job, { log, records }, saved)
  const now = DateTime.formatIso(yield* DateTime.now)
  const { source, startedAt } = saved?.header ?? { source: job.source, startedAt: now }
  if (saved === undefined) yield* log.add({ _tag: "Header", identity: identityOf(job), source, startedAt })

  const resumed = saved?.page === undefined ? undefined : writer.progress()
  const finished = Effect.suspend(() => finish(job, { records, log, startedAt, progress: writer.progress() }))
  const opened: ExportEvent = { _tag: "Started", resumed, source }
  const finishing: ExportEvent = { _tag: "Finishing" }
  return Stream.make(opened).pipe(
    Stream.concat(writer.pages),
    Stream.concat(Stream.make(finishing)),
    Stream.concat(Stream.fromEffect(finished))
  )
})

/**
 * Writes every record of a query to a file and emits progress events. An interrupted run leaves a checkpoint, and the next run
 * resumes from it. The target file appears only when it is complete.
 *
 * **Fails with** `ExportFailure` if the file system reports an error or another export is writing to the target. It fails before
 * the first request if possible. Otherwise it fails like `Collection.pages`.
 *
 * **Gotchas** each page is written before the next one is requested, so a killed process loses no page. A power failure may lose
 * the pages of the last second, which the next run reads again.
 *
 * **Source** docs/export.md, "Resuming an interrupted export".
 */
export const exportRecords = <Query, Record>(
  job: ExportJob<Query, Record>
): Stream.Stream<ExportEvent, ExportFailure | PublicRecordsError> => Stream.scoped(Stream.unwrap(open(job)))
