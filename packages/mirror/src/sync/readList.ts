import { PublicRecordsError, type Resumption, UnexpectedAnswer } from "@public-records/core"
import type { WalkedPage } from "@public-records/core/promise"
import { Effect, type Result, Stream } from "effect"
import { clockError, type MirrorError } from "../MirrorError.ts"
import type { Database } from "../store/Database.ts"
import type { SyncedList } from "../SyncEvent.ts"
import { clearStaging, type PlainPage, stage, stagedList, type UnstoredRecord } from "./staging.ts"
import type { SyncContext } from "./SyncContext.ts"

/** Ten times as many as the largest known day. More pages mean that the service repeats itself with new ids. */
const maxPages = 10_000

/** A list to read. `isDone` is asked after each page that this run reads. */
export interface ListToRead<Record, Plain> {
  readonly list: SyncedList
  readonly pages: (from: Resumption | undefined) => Stream.Stream<WalkedPage<Record>, PublicRecordsError>
  readonly plain: (record: Record) => Result.Result<Plain, string>
  /** Returns the reason why a record is set aside, if it does not belong to the list. */
  readonly strayed: (record: Plain) => string | undefined
  readonly isDone: (db: Database, page: ReadonlyArray<Plain>) => Effect.Effect<boolean, MirrorError>
}

const plainPage = <Record, Plain>(
  page: WalkedPage<Record>,
  { plain, strayed }: Pick<ListToRead<Record, Plain>, "plain" | "strayed">
): PlainPage<Plain> => {
  const records: Array<Plain> = []
  const rejected: Array<UnstoredRecord> = [...page.rejected]
  for (const record of page.records) {
    const result = plain(record)
    const stray = result._tag === "Success" ? strayed(result.success) : undefined
    if (result._tag === "Failure") rejected.push({ reason: result.failure, raw: record })
    else if (stray === undefined) records.push(result.success)
    else rejected.push({ reason: stray, raw: result.success, isStray: true })
  }
  return { ...page, records, rejected }
}

/** Returns what is wrong with a page that a service without filters sends: most of its records belong to other lists. */
const foreignReason = ({ records, rejected }: PlainPage<unknown>): string | undefined => {
  const strays = rejected.filter(({ isStray }) => isStray === true)
  return strays.length > Math.max(1, records.length) ? strays[0]?.reason : undefined
}

/** Reasons after which the pages of a list cannot be continued. */
const startsOver = new Set(["WalkStalled", "UnexpectedAnswer", "InvalidOptions"])

/**
 * Reads the rest of a list. Each page and its bookmark are staged in one transaction before the next request is sent, so that a
 * later run continues there.
 */
export const readList = Effect.fnUntraced(function* <Record, Plain>(
  { bind, emit, store, read, source }: SyncContext,
  { isDone, list, pages, plain, strayed }: ListToRead<Record, Plain>
): Effect.fn.Return<void, MirrorError | PublicRecordsError> {
  const { from } = yield* store.read((db) => stagedList<Plain>(db, list))
  let isStaged = from !== undefined
  const refuse = (detail: string) =>
    Effect.fail(new PublicRecordsError({ operation: `Read ${list}`, reason: new UnexpectedAnswer({ detail }) }))
  const take = Effect.fnUntraced(function* (received: WalkedPage<Record>) {
    const page = plainPage(received, { plain, strayed })
    const { report } = page
    const clockProblem = source.clockProblem?.()
    if (clockProblem !== undefined) return yield* clockError(store.path, clockProblem)
    read.pages += 1
    const wrong = foreignReason(page)
    if (wrong !== undefined) return yield* refuse(wrong)
    if (report.requests > maxPages) return yield* refuse(`the list of ${list} does not end`)
    const stagePage = Effect.fnUntraced(function* (db: Database) {
      yield* bind(db)
      if (!isStaged) yield* clearStaging(db, list)
      yield* stage(db, list, page)
      return yield* isDone(db, page.records)
    })
    const done = yield* store.write(stagePage)
    isStaged = true
    emit({ _tag: "Page", list, records: report.records, total: report.claimedTotal, requests: source.requests() })
    return done
  })
  yield* pages(from).pipe(
    Stream.mapEffect(take),
    Stream.takeUntil((done) => done),
    Stream.runDrain,
    Effect.tapError((error) =>
      isStaged && error._tag === "PublicRecordsError" && startsOver.has(error.reason._tag)
        ? store.write((db) => clearStaging(db, list))
        : Effect.void
    )
  )
})
