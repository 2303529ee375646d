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

const numberCounts = (row: Row): NumberCounts => ({
  number: text(row, "number"),
  reports: integer(row, "reports"),
  records: integer(row, "records")
})

/** Returns the numbers that share the first six digits with a number, those that share more first. */
const neighborsOf = (
  db: Database,
  number: string,
  where: Sql
): Effect.Effect<ReadonlyArray<NumberCounts>, MirrorError> => {
  if (!isTenDigits(number)) return Effect.succeed([])
  const near = hasNumber({ _tag: "Prefix", prefix: number.slice(0, 6) })
  const shares = (digits: number) =>
    sql`number // ${10 ** (10 - digits)}::bigint = ${number.slice(0, digits)}::bigint desc`
  return Effect.map(
    db.rows(sql`select printf('%010d', number) as number, ${counts} from calls
      where ${near} and number <> ${number}::bigint and ${where} group by calls.number
      order by ${shares(8)}, ${shares(7)}, reports desc, calls.number limit ${maxNeighbors}`),
    (rows) => rows.map(numberCounts)
  )
}

/** Counts the complaints about a number: all, and those with each state, area code, subject and month, the most frequent first. */
const countsOf = (db: Database, about: Sql) =>
  db.rows(sql`select state, area, subject, month, ${counts}, min(created) as first, max(created) as last,
      count(*) filter (duplicate = 0 and robocall) as yes, count(*) filter (duplicate = 0 and not robocall) as no,
      count(*) filter (duplicate = 0 and robocall is null) as unknown
    from (select *, strftime(day, '%Y-%m') as month from calls where ${about})
    group by grouping sets ((), (state), (area), (subject), (month))
    order by month, reports desc, state, area, subject`)

/** Returns what the mirror knows about one number. */
const numberReport = Effect.fnUntraced(function* (
  db: Database,
  search: ExactSearch,
  where: Sql
): Effect.fn.Return<NumberReport, MirrorError> {
  const rows = yield* countsOf(db, sql`${hasNumber(search)} and ${where}`)
  /** Returns the counts by a column. */
  const by = (column: string) =>
    rows
      .filter((row) => row[column] !== null)
      .map((row) => ({ value: text(row, column) || null, reports: integer(row, "reports") }))
  const all = rows.find((row) => ["state", "area", "subject", "month"].every((column) => row[column] === null))
  const { number, possibly } = search
  const cutOff =
    possibly === undefined
      ? undefined
      : yield* db.first(sql`select 1 from calls where ${hasNumber(exactSearch(possibly))} limit 1`)
  return {
    number,
    possibly: cutOff === undefined || possibly === undefined ? [] : [possibly],
    reports: integer(all, "reports"),
    records: integer(all, "records"),
    first: textOrNull(all, "first"),
    last: textOrNull(all, "last"),
    robocalls: { yes: integer(all, "yes"), no: integer(all, "no"), unknown: integer(all, "unknown") },
    states: by("state").map(({ reports, value }) => ({ state: value, reports })),
    areaCodes: by("area").map(({ reports, value }) => ({ areaCode: value, reports })),
    subjects: by("subject").map(({ reports, value }) => ({ subject: value, reports })),
    months: by("month").map(({ reports, value }) => ({ month: value ?? "", reports })),
    neighbors: yield* neighborsOf(db, number, where)
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
    numbers: rows.map(numberCounts)
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
