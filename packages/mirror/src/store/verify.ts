import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { DayProblem, Verification } from "../MirrorStatus.ts"
import { dateOf } from "./civil.ts"
import { type Database, integer, type Row } from "./Database.ts"
import { dayIn } from "./ledger.ts"
import { digestOfRows, sealedTables, sealOf } from "./seal.ts"
import { raw, type Sql, sql } from "./sql.ts"

/** `counts` compares the numbers of records, `contents` every value of every table. */
export type VerifyDepth = "counts" | "contents"

/** Returns the ledger of some days next to the counts of their records, and whether the records are those that were written. */
const comparison = (days: Sql, depth: VerifyDepth): Sql => {
  const digest = depth === "counts" ? raw("null") : digestOfRows
  return sql`select day, d.records as expected, d.duplicates as expected_duplicates, c.records, c.duplicates,
      coalesce(c.digest, '0') <> d.calls_digest and ${depth === "contents"} as is_changed
    from (from days where ${days}) d full join
      (select day, count(*) as records, count(*) filter (duplicate > 0) as duplicates, ${digest} as digest from calls where ${days} group by day) c
      using (day)
    order by day`
}

/** Returns what is wrong with a row of a `comparison`. */
const problemOf = (row: Row): string | undefined => {
  const [records, expected] = [integer(row, "records"), integer(row, "expected")]
  if (row["expected"] === null) return `it has ${records} records, but is not in the list of days`
  if (records !== expected) return `it has ${records} records instead of ${expected}`
  if (integer(row, "duplicates") !== integer(row, "expected_duplicates")) return "its equal records are counted wrong"
  return row["is_changed"] === true ? "its records are not those that were written" : undefined
}

const problemsIn = (rows: ReadonlyArray<Row>): ReadonlyArray<DayProblem> =>
  rows.flatMap((row) => {
    const why = problemOf(row)
    return why === undefined ? [] : [{ day: dateOf(dayIn(row)), why }]
  })

/** Uses another effect if a block of the file cannot be read. */
const ifDamaged = <A, B>(work: Effect.Effect<A, MirrorError>, otherwise: Effect.Effect<B, MirrorError>) =>
  Effect.catchIf(
    work,
    ({ problem }) => problem === "Damaged",
    () => otherwise
  )

/** Compares each day, so that those are named that cannot be read. */
const eachDay = Effect.fnUntraced(function* (db: Database, days: ReadonlyArray<number>, depth: VerifyDepth) {
  return yield* Effect.forEach(days, (day) => {
    const compared = db.rows(comparison(sql`day = ${dateOf(day)}::date`, depth))
    return ifDamaged(Effect.map(compared, problemsIn), Effect.succeed([{ day: dateOf(day), why: "it cannot be read" }]))
  })
})

/** Returns what is wrong with the days of the ledger. */
const damagedDays = (db: Database, days: ReadonlyArray<number>, depth: VerifyDepth) =>
  ifDamaged(
    Effect.map(db.rows(comparison(raw("true"), depth)), problemsIn),
    Effect.map(eachDay(db, days, depth), (found) => found.flat())
  )

/** Returns what is wrong with a table, or an empty list. */
const problemsOfTable = (
  db: Database,
  table: Parameters<typeof sealOf>[0]
): Effect.Effect<ReadonlyArray<string>, MirrorError> =>
  ifDamaged(
    Effect.map(db.first(sealOf(table)), (row) =>
      row?.["is_intact"] === true ? [] : [`The rows of the table ${table} are not those that were written.`]
    ),
    Effect.succeed([`The table ${table} cannot be read.`])
  )

/** Compares every day with the ledger, and, unless only `counts` are compared, the other tables with their digests. */
export const verifyDays = Effect.fnUntraced(function* (
  db: Database,
  depth: VerifyDepth
): Effect.fn.Return<Verification, MirrorError> {
  const ledger = yield* ifDamaged(db.rows(raw("select day from days order by day")), Effect.succeed([]))
  const days = ledger.map(dayIn)
  const damaged = yield* damagedDays(db, days, depth)
  const problems = depth === "counts" ? [] : yield* Effect.forEach(sealedTables, (table) => problemsOfTable(db, table))
  return { days: days.length, damaged, problems: problems.flat() }
})
