import {
  type Clause,
  clausesOnCalls,
  type Conditions,
  createdClause,
  isByNumber,
  valuesOf
} from "../reading/Conditions.ts"
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

/** The complaints that one query counts, in SQL: those of some days, or those of a part of a day. */
const ofDays = "c.day between ? and ?"
const ofPart = "c.day = ? and c.position >= ? and c.position < ?"

/** Returns the SQL for the counts of a piece. Its values are those of the piece and of the clauses. */
const groupedSql = (
  clauses: ReadonlyArray<Clause>,
  columns: ReadonlyArray<Column>,
  rollUp: RollUp | undefined,
  piece: typeof ofDays | typeof ofPart
): string => {
  const group = (nameOf: (column: Column) => string, counts: string, from: string, conditions: string): string =>
    `select ${[...columns.map((column) => `${nameOf(column)} as ${column}`), counts].join()} from ${from} c
    where ${piece}${conditions} group by ${columns.map(nameOf).join()}`
  if (rollUp === undefined) return group(columnOfCalls, countColumns, "calls", clausesOnCalls(clauses))
  const conditions = clauses.map(({ column, sql }) => ` and ${sql(`c.${column}`)}`).join("")
  return group(
    (column) => `c.${column}`,
    "sum(c.records) as records, sum(c.reports) as reports",
    rollUp.name,
    conditions
  )
}

/** Counts a piece, whose values these are. */
type CountPiece = (...values: ReadonlyArray<number>) => void

/** A query of some days takes about this long. Their number adapts to the time that they take. */
const pieceMillis = { short: 1, long: 3 } as const
const maxDays = 512

function* countDays(days: ReadonlyArray<Row>, count: CountPiece): Steps<void> {
  for (let done = 0, size = 1; done < days.length;) {
    const began = performance.now()
    const last = Math.min(done + size, days.length) - 1
    count(integer(days[done], "day"), integer(days[last], "day"))
    done += size
    const millis = performance.now() - began
    if (millis < pieceMillis.short) size = Math.min(maxDays, size * 2)
    else if (millis > pieceMillis.long) size = Math.max(1, Math.floor(size / 2))
    yield Math.min(1, done / days.length)
  }
}

/** A query of a part of a day has this many complaints, which take up to 3 ms. */
const partSize = 1000

function* countParts(days: ReadonlyArray<Row>, count: CountPiece): Steps<void> {
  for (const [index, row] of days.entries()) {
    for (let position = 0; position < integer(row, "records"); position += partSize) {
      count(integer(row, "day"), position, position + partSize)
      yield index / days.length
    }
  }
}

/**
 * Counts complaints, grouped by columns, in pieces. Ranges with times are counted in `calls`.
 * **Gotchas** `add` is called once for each group of each piece.
 */
export function* groupedCounts(
  db: Database,
  conditions: Conditions,
  columns: ReadonlyArray<Column>,
  add: (row: Row) => void
): Steps<void> {
  const range = daysWithin(conditions.created)
  const withRecords = "select day, records from days where day between ? and ? and records > 0 order by day"
  const days = db.rows(withRecords, range.from, range.to)
  const created = createdClause(conditions)
  const hasTimes = created.values.length > 2
  const clauses = hasTimes ? [...conditions.clauses, created] : conditions.clauses
  const needed = [...columns, ...clauses.map(({ column }) => column)]
  const rollUp = hasTimes || conditions.called !== undefined ? undefined : rollUpWith(needed)
  // Only a query that reads every complaint of a day takes long.
  const dividesDays = rollUp === undefined && !isByNumber(clauses)
  const sql = groupedSql(clauses, columns, rollUp, dividesDays ? ofPart : ofDays)
  const count: CountPiece = (...values) => {
    for (const row of db.rows(sql, ...values, ...valuesOf(clauses))) add(row)
  }
  yield* dividesDays ? countParts(days, count) : countDays(days, count)
}
