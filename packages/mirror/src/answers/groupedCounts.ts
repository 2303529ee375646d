import { type Clause, clausesOnCalls, type Conditions, createdClause, valuesOf } from "../reading/Conditions.ts"
import { daysWithin } from "../store/civil.ts"
import { type Database, integer, type Row } from "../store/Database.ts"
import { type Column, columnOfCalls, type RollUp, rollUps } from "../store/rollUps.ts"
import type { Steps } from "../store/steps.ts"
import { countColumns } from "./aggregate.ts"

/** The ledger of days, which is the smallest roll-up. */
const ledger: RollUp = { name: "(select day, records, records - copies as reports from days)", columns: [] }

/** Returns the smallest roll-up that has the columns, or `undefined` if none has. */
const rollUpWith = (columns: ReadonlyArray<string>): RollUp | undefined =>
  [ledger, ...rollUps].find((one) =>
    columns.every((column) => column === "day" || one.columns.some((has) => has === column))
  )

/** Returns the SQL for the counts of some days. Its values are the first and the last day, and those of the clauses. */
const groupedSql = (
  clauses: ReadonlyArray<Clause>,
  columns: ReadonlyArray<Column>,
  rollUp: RollUp | undefined
): string => {
  const group = (nameOf: (column: Column) => string, counts: string, from: string, conditions: string): string =>
    `select ${[...columns.map((column) => `${nameOf(column)} as ${column}`), counts].join()} from ${from} c
    where c.day between ? and ?${conditions} group by ${columns.map(nameOf).join()}`
  if (rollUp === undefined) return group(columnOfCalls, countColumns, "calls", clausesOnCalls(clauses))
  const conditions = clauses.map(({ column, sql }) => ` and ${sql(`c.${column}`)}`).join("")
  return group(
    (column) => `c.${column}`,
    "sum(c.records) as records, sum(c.reports) as reports",
    rollUp.name,
    conditions
  )
}

/** Queries of some days should take less time than a step. Their number adapts to the time that they take. */
const maxChunk = 512
const chunkMillis = { short: 3, long: 8 } as const

/**
 * Counts complaints, grouped by columns, in pieces of some days. Ranges with times are counted in `calls`.
 * **Gotchas** `add` is called once for each group of each piece.
 */
export function* groupedCounts(
  db: Database,
  conditions: Conditions,
  columns: ReadonlyArray<Column>,
  add: (row: Row) => void
): Steps<void> {
  const range = daysWithin(conditions.created)
  const withRecords = "select day from days where day between ? and ? and records > 0 order by day"
  const days = db.rows(withRecords, range.from, range.to).map((row) => integer(row, "day"))
  const created = createdClause(conditions)
  const hasTimes = created.values.length > 2
  const clauses = hasTimes ? [...conditions.clauses, created] : conditions.clauses
  const needed = [...columns, ...clauses.map(({ column }) => column)]
  const rollUp = hasTimes || conditions.called !== undefined ? undefined : rollUpWith(needed)
  const sql = groupedSql(clauses, columns, rollUp)
  for (let done = 0, chunk = 1; done < days.length;) {
    const began = performance.now()
    const [first = 0, last = first] = [days[done], days[Math.min(done + chunk, days.length) - 1]]
    for (const row of db.rows(sql, first, last, ...valuesOf(clauses))) add(row)
    done += chunk
    const millis = performance.now() - began
    if (millis < chunkMillis.short) chunk = Math.min(maxChunk, chunk * 2)
    else if (millis > chunkMillis.long) chunk = Math.max(1, Math.floor(chunk / 2))
    yield Math.min(1, done / days.length)
  }
}
