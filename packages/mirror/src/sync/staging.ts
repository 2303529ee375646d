import { Bookmark, type RejectedRecord, type Resumption } from "@public-records/core"
import type { WalkedPage } from "@public-records/core/promise"
import { Schema } from "effect"
import { type Database, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import type { SyncedList } from "../SyncEvent.ts"

/** Pages of a list that were read but not stored yet. `total` and `agrees` are those of the walk's report. */
export interface StagedList<Plain> {
  readonly records: ReadonlyArray<Plain>
  readonly rejected: ReadonlyArray<RejectedRecord>
  readonly total: number | null
  readonly agrees: boolean | null
  readonly from: Resumption | undefined
}

/** A page with its records as they are stored. */
export interface PlainPage<Plain> extends Pick<
  WalkedPage<Plain>,
  "records" | "rejected" | "report" | "bookmark" | "seen"
> {}

/** Stages a page, within a transaction. */
export const stage = (db: Database, list: SyncedList, page: PlainPage<unknown>): void => {
  const { bookmark, records, rejected, report, seen } = page
  db.run(
    "insert into staging values(?, (select count(*) from staging where list = ?), ?, ?, ?, ?)",
    list,
    list,
    JSON.stringify({ bookmark, total: report.claimedTotal, agrees: report.agrees }),
    seen,
    JSON.stringify(records),
    JSON.stringify(rejected)
  )
}

export const clearStaging = (db: Database, list: SyncedList): void =>
  void db.run("delete from staging where list = ?", list)

export const stagedPages = (db: Database, list: SyncedList): number =>
  db.rows("select page from staging where list = ?", list).length

const isBookmark = Schema.is(Bookmark)

interface Position extends Pick<StagedList<never>, "total" | "agrees"> {
  readonly bookmark: Resumption["bookmark"]
}

/** Returns the pages of a list that an earlier run read. Those of another version of this package are not used. */
export function* stagedList<Plain>(db: Database, list: SyncedList): Steps<StagedList<Plain>> {
  const records: Array<Plain> = []
  const rejected: Array<RejectedRecord> = []
  const seen: Array<string> = []
  let last: Position | undefined
  for (const row of db.rows("select * from staging where list = ? order by page", list)) {
    last = JSON.parse(text(row, "position"))
    seen.push(text(row, "seen"))
    for (const record of JSON.parse(text(row, "records"))) records.push(record)
    for (const record of JSON.parse(text(row, "rejected"))) rejected.push(record)
    yield undefined
  }
  if (!isBookmark(last?.bookmark)) return { records: [], rejected: [], total: null, agrees: null, from: undefined }
  return { records, rejected, total: last.total, agrees: last.agrees, from: { bookmark: last.bookmark, seen } }
}
