import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { NumberCounts, NumberReport, PrefixReport, SuffixReport } from "../MirrorQuery.ts"
import { exactSearch, isTenDigits, type NumberSearch } from "../numbers/NumberSearch.ts"
import { type Database, integer, type Row, text, textOrNull } from "../store/Database.ts"
import { raw, type Sql, sql } from "../store/sql.ts"
import { numberText } from "../store/storedComplaint.ts"
import { hasNumber } from "./numberSearch.ts"

const maxNeighbors = 20
const maxNumbersOfPart = 50

type ExactSearch = Extract<NumberSearch, { readonly _tag: "Exact" }>

const counts = raw("count(*) as records, count(*) filter (duplicate = 0) as reports")

const numberCounts = (row: Row, column = "number"): NumberCounts => ({
  number: text(row, column),
  reports: integer(row, "reports"),
  records: integer(row, "records")
})

/** How many first digits a number shares with its neighbors. */
const sharedDigits = 6

/** Returns the condition that a number is this one or one of its neighbors. Numbers that do not have ten digits have none. */
const isNear = (search: ExactSearch): Sql =>
  isTenDigits(search.number)
    ? hasNumber({ _tag: "Prefix", prefix: search.number.slice(0, sharedDigits) })
    : hasNumber(search)

/**
 * Counts the complaints about a number, all and those with each state, area code, subject and month, the most frequent first. Then its
 * neighbors, those that share more digits first. Complaints are read once for all of them.
 */
const countsOf = (db: Database, search: ExactSearch, where: Sql) => {
  const isThis = hasNumber(search)
  return db.rows(sql`with near as materialized (
      select number, number_text, state, area, subject, strftime(day, '%Y-%m') as month, created, duplicate, robocall
      from calls where ${isNear(search)} and ${where}),
    own as (
      select state, area, subject, month, ${counts}, min(created) as first, max(created) as last,
        count(*) filter (duplicate = 0 and robocall) as yes, count(*) filter (duplicate = 0 and not robocall) as no,
        count(*) filter (duplicate = 0 and robocall is null) as unknown, 0 as place
      from near where ${isThis} group by grouping sets ((), (state), (area), (subject), (month))),
    neighbors as (
      select printf('%010d', number) as neighbor, ${counts}, row_number() over (order by
        starts_with(neighbor, ${search.number.slice(0, 8)}) desc, starts_with(neighbor, ${search.number.slice(0, 7)}) desc,
        reports desc, neighbor) as place
      from near where number is not null and not ${isThis} group by number qualify place <= ${maxNeighbors})
    select * from own union all by name from neighbors order by place, month, reports desc, state, area, subject`)
}

/** Whether the mirror has a number. */
const isStored = (db: Database, number: string): Effect.Effect<boolean, MirrorError> =>
  Effect.map(
    db.first(sql`select 1 from calls where ${hasNumber(exactSearch(number))} limit 1`),
    (row) => row !== undefined
  )

/** Returns what the mirror knows about one number. */
const numberReport = Effect.fnUntraced(function* (
  db: Database,
  search: ExactSearch,
  where: Sql
): Effect.fn.Return<NumberReport, MirrorError> {
  const rows = yield* countsOf(db, search, where)
  /** Returns the counts by a column. */
  const by = (column: string) =>
    rows
      .filter((row) => row[column] !== null)
      .map((row) => ({ value: text(row, column) || null, reports: integer(row, "reports") }))
  const all = rows.find((row) => ["state", "area", "subject", "month"].every((column) => row[column] === null))
  const { number, possibly } = search
  return {
    number,
    possibly: possibly !== undefined && (yield* isStored(db, possibly)) ? [possibly] : [],
    reports: integer(all, "reports"),
    records: integer(all, "records"),
    first: textOrNull(all, "first"),
    last: textOrNull(all, "last"),
    robocalls: { yes: integer(all, "yes"), no: integer(all, "no"), unknown: integer(all, "unknown") },
    states: by("state").map(({ reports, value }) => ({ state: value, reports })),
    areaCodes: by("area").map(({ reports, value }) => ({ areaCode: value, reports })),
    subjects: by("subject").map(({ reports, value }) => ({ subject: value, reports })),
    months: by("month").map(({ reports, value }) => ({ month: value ?? "", reports })),
    neighbors: rows.filter((row) => row["neighbor"] !== null).map((row) => numberCounts(row, "neighbor"))
  }
})

/** Returns how many numbers begin or end with some digits, and the most reported of them. */
const numbersWith = Effect.fnUntraced(function* (db: Database, search: NumberSearch, where: Sql) {
  const rows = yield* db.rows(sql`select ${numberText} as number, ${counts}, count(*) over () as count,
      sum(reports) over () as all_reports, sum(records) over () as all_records
    from calls where ${hasNumber(search)} and ${where} group by calls.number, number_text
    order by reports desc, calls.number limit ${maxNumbersOfPart}`)
  return {
    count: integer(rows[0], "count"),
    reports: integer(rows[0], "all_reports"),
    records: integer(rows[0], "all_records"),
    numbers: rows.map((row) => numberCounts(row))
  }
})

/** Returns what the mirror knows about a number, or about the numbers that some digits begin or end. */
export const reportOf = Effect.fnUntraced(function* (
  db: Database,
  search: NumberSearch,
  where: Sql
): Effect.fn.Return<NumberReport | PrefixReport | SuffixReport, MirrorError> {
  switch (search._tag) {
    case "Exact":
      return yield* numberReport(db, search, where)
    case "Prefix":
      return { prefix: search.prefix, ...(yield* numbersWith(db, search, where)) }
    case "Suffix":
      return { suffix: search.suffix, ...(yield* numbersWith(db, search, where)) }
  }
})
