import { Bookmark, type RejectedRecord, type Resumption } from "@public-records/core"
import type { WalkedPage } from "@public-records/core/promise"
import { Effect, Schema } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { type Database, integer, text } from "../store/Database.ts"
import { raw, sql } from "../store/sql.ts"
import type { SyncedList } from "../SyncEvent.ts"

/** A record of a list that is not stored. A stray belongs to another day, so that this day does not lack it. */
export interface UnstoredRecord extends RejectedRecord {
  readonly isStray?: boolean
}

/** Pages of a list that were read but not stored yet. `total` and `agrees` are those of the walk's report. */
export interface StagedList<Plain> {
  readonly records: ReadonlyArray<Plain>
  readonly rejected: ReadonlyArray<UnstoredRecord>
  readonly total: number | null
  readonly agrees: boolean | null
  readonly from: Resumption | undefined
}

/** A page with its records as they are stored. */
export interface PlainPage<Plain> extends Pick<WalkedPage<Plain>, "records" | "report" | "bookmark" | "seen"> {
  readonly rejected: ReadonlyArray<UnstoredRecord>
}

/** Stages a page, within a transaction. */
export const stage = (
  db: Database,
  list: SyncedList,
  { bookmark, records, rejected, report, seen }: PlainPage<unknown>
): Effect.Effect<void, MirrorError> => {
  const position = JSON.stringify({ bookmark, total: report.claimedTotal, agrees: report.agrees })
  return db.run(
    sql`insert into staging select ${list}, count(*), ${position}, ${JSON.stringify(seen)}, ${JSON.stringify(records)},
      ${JSON.stringify(rejected)} from staging where list = ${list}`
  )
}

export const clearStaging = (db: Database, list: SyncedList): Effect.Effect<void, MirrorError> =>
  db.run(sql`delete from staging where list = ${list}`)

/** Returns the number of staged pages of each list. */
export const stagedPages = (db: Database): Effect.Effect<ReadonlyMap<string, number>, MirrorError> =>
  Effect.map(
    db.rows(raw("select list, count(*) as pages from staging group by list")),
    (rows) => new Map(rows.map((row) => [text(row, "list"), integer(row, "pages")]))
  )

const isBookmark = Schema.is(Bookmark)

interface Position extends Pick<StagedList<never>, "total" | "agrees"> {
  readonly bookmark: Resumption["bookmark"]
}

/** Returns the pages of a list that an earlier run read. Those of another version of this package are not used. */
export const stagedList = Effect.fnUntraced(function* <Plain>(
  db: Database,
  list: SyncedList
): Effect.fn.Return<StagedList<Plain>, MirrorError> {
  const records: Array<Plain> = []
  const rejected: Array<UnstoredRecord> = []
  const seen: Array<string> = []
  let last: Position | undefined
  for (const row of yield* db.rows(sql`select * from staging where list = ${list} order by page`)) {
    last = JSON.parse(text(row, "position"))
    for (const id of JSON.parse(text(row, "seen"))) seen.push(id)
    for (const record of JSON.parse(text(row, "records"))) records.push(record)
    for (const record of JSON.parse(text(row, "rejected"))) rejected.push(record)
  }
  if (!isBookmark(last?.bookmark)) return { records: [], rejected: [], total: null, agrees: null, from: undefined }
  return { records, rejected, total: last.total, agrees: last.agrees, from: { bookmark: last.bookmark, seen } }
})
