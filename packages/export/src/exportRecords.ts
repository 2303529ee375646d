import { Clock, DateTime, Effect, type Scope, Stream } from "effect"
import { type PublicRecordsError, type Resumption, type WalkedPage } from "@public-records/core"
import { crc32 } from "node:zlib"
import { type Identity, metText, type PageLine } from "./Checkpoint.ts"
import { type CheckpointLog, checkpointLog, type LeftBehind, readCheckpoint } from "./CheckpointLog.ts"
import { type ExportEvent, type ExportProgress, nothingYet, progressBefore } from "./ExportEvent.ts"
import { type ExportFailure, otherExport } from "./ExportFailure.ts"
import { lineWriter } from "./ExportFormat.ts"
import { type ExportedQuery, type ExportJob, identityOf } from "./ExportJob.ts"
import { type GrowingFile, growingFile, lengthOf } from "./files.ts"
import { finish, finishedBefore, type OpenedFiles } from "./finish.ts"
import { holdLock } from "./TargetLock.ts"

/** Pages that come faster share the time that a disk takes to make them durable. */
const syncEveryMillis = 1000

const differences = (then: Identity, now: Identity): string => {
  const describe = ({ collection, format, max, query, spreadsheetSafe }: Identity): string =>
    `${collection} ${query} as ${format}${spreadsheetSafe ? ", spreadsheet-safe" : ""}${max === null ? "" : `, at most ${max}`}`
  return `It is of ${describe(then)}; asked for now is ${describe(now)}.`
}

const isSame = (one: Identity, other: Identity): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What of a checkpoint can be used. **Fails with** `OtherExport` where it is that of another export. */
const usable = (
  left: LeftBehind | undefined,
  job: { readonly identity: Identity; readonly checkpoint: string; readonly restart: boolean }
): Effect.Effect<LeftBehind | undefined, ExportFailure> => {
  if (left === undefined || job.restart) return Effect.succeed(undefined)
  if (isSame(left.opening.identity, job.identity)) return Effect.succeed(left)
  return Effect.fail(
    otherExport(
      `An export that was cut off left ${job.checkpoint}, and it is another one. ${differences(left.opening.identity, job.identity)} ` +
        "Ask for the same again to go on with it, or add --restart to throw it away."
    )
  )
}

/** An export under way: its files, and how far it is. */
class OpenExport<Query extends ExportedQuery, Record> {
  readonly #job: ExportJob<Query, Record>
  readonly #records: GrowingFile
  readonly #log: CheckpointLog
  readonly #lines: (records: ReadonlyArray<Record>) => string
  readonly #before: ExportProgress | undefined
  readonly #max: number
  #bytes: number
  #crc: number
  #written: number
  #again: number
  #syncedAt = 0
  #progress: ExportProgress

  constructor(job: ExportJob<Query, Record>, files: OpenedFiles, page: PageLine | undefined) {
    this.#job = job
    this.#records = files.records
    this.#log = files.log
    this.#lines = lineWriter(job.form, job.format, job.spreadsheetSafe ?? false).lines
    this.#before = page === undefined ? undefined : progressBefore(page)
    this.#progress = this.#before ?? nothingYet
    this.#max = job.max ?? Number.POSITIVE_INFINITY
    this.#bytes = page?.bytes ?? files.head.length
    this.#crc = page?.crc ?? crc32(files.head)
    this.#written = page?.written ?? 0
    this.#again = page?.again ?? 0
  }

  get isFull(): boolean {
    return this.#written >= this.#max
  }

  get progress(): ExportProgress {
    return this.#progress
  }

  /** The pages that are still to come, each written and in the checkpoint when it is told of. */
  pages(from: Resumption | undefined): Stream.Stream<ExportEvent, ExportFailure | PublicRecordsError> {
    if (this.isFull) return Stream.empty
    // The page that is read again is a request that the walk does not count, unless it came otherwise.
    let isFirst = from !== undefined
    return this.#job.collection.pages(this.#job.query, { from }).pipe(
      Stream.mapEffect((page) => {
        if (isFirst && !page.isMoved) this.#again++
        isFirst = false
        return this.#write(page)
      }),
      Stream.takeUntil(() => this.isFull),
      Stream.flatMap(Stream.fromIterable)
    )
  }

  /** Writes a page: its records, then the line of the checkpoint that counts them. Not interrupted half way. */
  readonly #write = (page: WalkedPage<Record>): Effect.Effect<ReadonlyArray<ExportEvent>, ExportFailure> =>
    Effect.uninterruptible(
      Effect.gen({ self: this }, function* () {
        const records = page.records.slice(0, this.#max - this.#written)
        const bytes = Buffer.from(this.#lines(records), "utf8")
        yield* this.#records.writeAt(bytes, this.#bytes)
        this.#bytes += bytes.length
        this.#crc = crc32(bytes, this.#crc)
        this.#written += records.length
        yield* this.#log.add({
          _tag: "Page",
          bytes: this.#bytes,
          crc: this.#crc,
          written: this.#written,
          again: this.#again,
          report: page.report,
          met: metText(page.met),
          rejected: page.rejected,
          bookmark: page.bookmark
        })
        yield* this.#syncNowAndThen
        this.#note(page)
        const told: ExportEvent = { _tag: "Page", progress: this.#progress }
        return page.isMoved ? [{ _tag: "Moved" } as const, told] : [told]
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
    const requests = report.requests + this.#again
    this.#progress = {
      written: this.#written,
      writtenNow: this.#written - (this.#before?.written ?? 0),
      requests,
      requestsNow: requests - (this.#before?.requests ?? 0),
      report
    }
  }
}

const resumptionOf = (left: LeftBehind | undefined): Resumption | undefined =>
  left?.page === undefined ? undefined : { bookmark: left.page.bookmark, met: left.met }

/** Opens the files: as they were left, or empty. */
const openFiles = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  records: GrowingFile,
  left: LeftBehind | undefined
): Effect.fn.Return<OpenedFiles, ExportFailure, Scope.Scope> {
  const log = yield* checkpointLog(job.target.checkpoint, left?.length ?? 0)
  const head = Buffer.from(lineWriter(job.form, job.format, job.spreadsheetSafe ?? false).opening, "utf8")
  yield* records.truncate(left?.page?.bytes ?? 0)
  if (left?.page === undefined) yield* records.writeAt(head, 0)
  const startedAt = DateTime.formatIso(yield* DateTime.now)
  const opening = left?.opening ?? { identity: identityOf(job), source: job.source, startedAt }
  if (left === undefined) yield* log.add({ _tag: "Opening", ...opening })
  return { records, log, head, opening }
})

const open = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>
): Effect.fn.Return<Stream.Stream<ExportEvent, ExportFailure | PublicRecordsError>, ExportFailure, Scope.Scope> {
  const { checkpoint, file, lock, partial } = job.target
  yield* holdLock(lock, file)
  const records = yield* growingFile(partial)
  const hasCheckpoint = (yield* lengthOf(checkpoint)) !== undefined
  const found = hasCheckpoint ? yield* readCheckpoint(checkpoint, records.handle) : undefined
  const left = yield* usable(found, { identity: identityOf(job), checkpoint, restart: job.restart ?? false })
  const done = left === undefined ? undefined : yield* finishedBefore(job, left)
  if (done !== undefined) return done
  const files = yield* openFiles(job, records, left)
  const under = new OpenExport(job, files, left?.page)
  const opened: ExportEvent = {
    _tag: "Opened",
    resumed: left?.page === undefined ? undefined : under.progress,
    source: files.opening.source
  }
  return Stream.make(opened).pipe(
    Stream.concat(under.pages(resumptionOf(left))),
    Stream.concat(Stream.make({ _tag: "Finishing" } as const)),
    Stream.concat(Stream.fromEffect(Effect.suspend(() => finish(job, { ...files, progress: under.progress }))))
  )
})

/**
 * Writes every record of a query to a file, and tells how far it is. Whoever leaves, and whatever ends the process, leaves
 * a checkpoint behind from which the next run goes on; the file's name is given to the finished file only.
 *
 * **Fails with** `ExportFailure` where the file system refuses or another export has the target, before anything is sent
 * where that can be known; and with what the service does, as `Collection.pages`.
 *
 * **Gotchas** each page is with the system before the next one is asked for, so that no killed process loses it; where pages
 * come faster than one a second, a power cut may cost those of the last second, which are then read again.
 *
 * **Source** interface, "export".
 */
export const exportRecords = <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>
): Stream.Stream<ExportEvent, ExportFailure | PublicRecordsError> => Stream.scoped(Stream.unwrap(open(job)))
