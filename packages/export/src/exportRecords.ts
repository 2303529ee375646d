import { Clock, DateTime, Effect, type Scope, Stream } from "effect"
import { type PublicRecordsError, type Resumption, type WalkedPage } from "@public-records/core"
import { createHash, type Hash } from "node:crypto"
import { crc32 } from "node:zlib"
import { checkpointForm, type Identity, type PageLine } from "./Checkpoint.ts"
import { type CheckpointLog, checkpointLog, readCheckpoint, type SavedState } from "./CheckpointLog.ts"
import { type ExportEvent, type ExportProgress, nothingYet, progressBefore } from "./ExportEvent.ts"
import { type ExportFailure, otherExport } from "./ExportFailure.ts"
import { lineWriter } from "./ExportFormat.ts"
import { type ExportedQuery, type ExportJob, identityOf } from "./ExportJob.ts"
import { type AppendOnlyFile, appendOnlyFile, copyPermissions, type Digest, lengthOf } from "./files.ts"
import { finish, finishedBefore, type OpenedFiles } from "./finish.ts"
import { holdLock } from "./lock.ts"
import { checkTarget } from "./Target.ts"

/** Pages that come faster share the time that a disk takes to make them durable. */
const syncEveryMillis = 1000

const differences = (then: Identity, now: Identity): string => {
  const describe = ({ collection, format, max, query, spreadsheetSafe }: Identity): string =>
    `${collection} ${query} as ${format}${spreadsheetSafe ? ", spreadsheet-safe" : ""}${max === null ? "" : `, at most ${max}`}`
  return `It is of ${describe(then)}, and this one is of ${describe(now)}.`
}

const isSame = (one: Identity, other: Identity): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns the saved state unless it is to be discarded. **Fails with** `OtherExport` if it belongs to another export or version. */
export const usable = (
  saved: SavedState | undefined,
  job: { readonly identity: Identity; readonly checkpoint: string; readonly restart: boolean }
): Effect.Effect<SavedState | undefined, ExportFailure> => {
  if (saved === undefined || job.restart) return Effect.succeed(undefined)
  if (isSame(saved.opening.identity, job.identity)) return Effect.succeed(saved)
  if (saved.opening.identity.form !== checkpointForm) {
    return Effect.fail(
      otherExport(
        `Another version of this program left ${job.checkpoint}, and this version cannot resume it. ` +
          "Use the version that started the export, or add --restart to discard it and start over."
      )
    )
  }
  return Effect.fail(
    otherExport(
      `An interrupted export left ${job.checkpoint}, and it is another one. ${differences(saved.opening.identity, job.identity)} ` +
        "Use the same options to resume it, or add --restart to discard it."
    )
  )
}

/** A running export: its files and its progress. */
class OpenExport<Query extends ExportedQuery, Record> {
  readonly #job: ExportJob<Query, Record>
  readonly #records: AppendOnlyFile
  readonly #log: CheckpointLog
  readonly #lines: (records: ReadonlyArray<Record>) => string
  readonly #before: ExportProgress | undefined
  readonly #max: number
  #bytes: number
  #crc: number
  readonly #hash: Hash
  #written: number
  #syncedAt = 0
  #progress: ExportProgress

  constructor(job: ExportJob<Query, Record>, files: OpenedFiles, saved: SavedState | undefined) {
    const page: PageLine | undefined = saved?.page
    this.#job = job
    this.#records = files.records
    this.#log = files.log
    this.#lines = lineWriter(job.form, job.format, job.spreadsheetSafe ?? false).lines
    this.#before = page === undefined ? undefined : progressBefore(page)
    this.#progress = this.#before ?? nothingYet
    this.#max = job.max ?? Number.POSITIVE_INFINITY
    this.#bytes = page?.bytes ?? files.head.length
    this.#crc = page?.crc ?? crc32(files.head)
    this.#hash = page === undefined || saved === undefined ? createHash("sha256").update(files.head) : saved.hash
    this.#written = page?.written ?? 0
  }

  get isFull(): boolean {
    return this.#written >= this.#max
  }

  get progress(): ExportProgress {
    return this.#progress
  }

  /** The digest of the records that this export wrote, in this run and in the runs that it resumes. */
  get digest(): Digest {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest("hex") }
  }

  /** Reads the remaining pages. Emits an event for each page once it is in the file and in the checkpoint. */
  pages(from: Resumption | undefined): Stream.Stream<ExportEvent, ExportFailure | PublicRecordsError> {
    if (this.isFull) return Stream.empty
    return this.#job.collection.pages(this.#job.query, { from }).pipe(
      Stream.mapEffect(this.#write),
      Stream.takeUntil(() => this.isFull),
      Stream.flatMap(Stream.fromIterable)
    )
  }

  /** Writes the records of a page, then the line of the checkpoint that counts them. Cannot be interrupted in between. */
  readonly #write = (page: WalkedPage<Record>): Effect.Effect<ReadonlyArray<ExportEvent>, ExportFailure> =>
    Effect.uninterruptible(
      Effect.gen({ self: this }, function* () {
        const records = page.records.slice(0, this.#max - this.#written)
        const bytes = Buffer.from(this.#lines(records), "utf8")
        yield* this.#records.writeAt(bytes, this.#bytes)
        this.#bytes += bytes.length
        this.#crc = crc32(bytes, this.#crc)
        this.#hash.update(bytes)
        this.#written += records.length
        yield* this.#log.add({
          _tag: "Page",
          bytes: this.#bytes,
          crc: this.#crc,
          written: this.#written,
          report: page.report,
          seen: page.seen,
          rejected: page.rejected,
          bookmark: page.bookmark
        })
        yield* this.#syncNowAndThen
        this.#note(page)
        const told: ExportEvent = { _tag: "Page", progress: this.#progress }
        return page.hasChanged ? [{ _tag: "Moved" } as const, told] : [told]
      })
    )

  get #syncNowAndThen(): Effect.Effect<void, ExportFailure> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now - this.#syncedAt < syncEveryMillis) return Effect.void
      this.#syncedAt = now
      return Effect.andThen(this.#records.sync, this.#log.file.sync)
    })
  }

  #note({ report }: WalkedPage<Record>): void {
    this.#progress = {
      written: this.#written,
      writtenNow: this.#written - (this.#before?.written ?? 0),
      requests: report.requests,
      requestsNow: report.requests - (this.#before?.requests ?? 0),
      report
    }
  }
}

const resumptionOf = (saved: SavedState | undefined): Resumption | undefined =>
  saved?.page === undefined ? undefined : { bookmark: saved.page.bookmark, seen: saved.seen }

/** Opens the files, at the end of what was saved or empty. */
const openFiles = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  records: AppendOnlyFile,
  saved: SavedState | undefined
): Effect.fn.Return<OpenedFiles, ExportFailure, Scope.Scope> {
  const log = yield* checkpointLog(job.target.checkpoint, saved?.length ?? 0)
  const head = Buffer.from(lineWriter(job.form, job.format, job.spreadsheetSafe ?? false).opening, "utf8")
  yield* copyPermissions(job.target.file, records.path, { isFinal: false })
  yield* records.truncate(saved?.page?.bytes ?? 0)
  if (saved?.page === undefined) yield* records.writeAt(head, 0)
  const startedAt = DateTime.formatIso(yield* DateTime.now)
  const opening = saved?.opening ?? { identity: identityOf(job), source: job.source, startedAt }
  if (saved === undefined) yield* log.add({ _tag: "Opening", ...opening })
  return { records, log, head, opening }
})

const open = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>
): Effect.fn.Return<Stream.Stream<ExportEvent, ExportFailure | PublicRecordsError>, ExportFailure, Scope.Scope> {
  const { checkpoint, file, lock, partial } = job.target
  yield* checkTarget(job.target)
  yield* holdLock(lock, file)
  const records = yield* appendOnlyFile(partial)
  const hasCheckpoint = (yield* lengthOf(checkpoint)) !== undefined
  const found = hasCheckpoint ? yield* readCheckpoint(checkpoint, records.handle) : undefined
  const saved = yield* usable(found, { identity: identityOf(job), checkpoint, restart: job.restart ?? false })
  const done = saved === undefined ? undefined : yield* finishedBefore(job, saved)
  if (done !== undefined) return done
  const files = yield* openFiles(job, records, saved)
  const running = new OpenExport(job, files, saved)
  const opened: ExportEvent = {
    _tag: "Opened",
    resumed: saved?.page === undefined ? undefined : running.progress,
    source: files.opening.source
  }
  return Stream.make(opened).pipe(
    Stream.concat(running.pages(resumptionOf(saved))),
    Stream.concat(Stream.make({ _tag: "Finishing" } as const)),
    Stream.concat(
      Stream.fromEffect(
        Effect.suspend(() => finish(job, { ...files, progress: running.progress, digest: running.digest }))
      )
    )
  )
})

/**
 * Writes every record of a query to a file and emits progress events. An interrupted run leaves a checkpoint, and the next run
 * resumes from it. The target file appears only when it is complete, and only if it holds what this export wrote.
 *
 * **Fails with** `ExportFailure` if the file system refuses, another export holds the target, or another program changed its
 * files; before anything is sent if that can be known. Otherwise as `Collection.pages`.
 *
 * **Gotchas** each page is written before the next one is requested, so a killed process loses none. If pages come faster than
 * one a second, a power cut may cost those of the last second, which the next run reads again.
 *
 * **Source** docs/export.md, "When it is cut off".
 */
export const exportRecords = <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>
): Stream.Stream<ExportEvent, ExportFailure | PublicRecordsError> => Stream.scoped(Stream.unwrap(open(job)))
