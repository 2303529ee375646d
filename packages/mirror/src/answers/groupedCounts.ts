import { allClauses, type Conditions, isByNumber, sqlOf, valuesOf } from "../reading/Conditions.ts"
import { daysWithin } from "../store/civil.ts"
import { type Database, integer, type Row } from "../store/Database.ts"
import { calls, type Column, countTables } from "../store/rollUps.ts"
import type { Steps } from "../store/steps.ts"
import { countColumns } from "./aggregate.ts"

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

/** A query of a part of a day has this many complaints, at most 3 ms of work. */
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
  const clauses = allClauses(conditions).filter(({ column }) => column !== "day")
  const needed = [...columns, ...clauses.map(({ column }) => column)]
  const table = countTables.find((one) => needed.every((column) => column === "day" || one.columns.includes(column)))
  // Only a query that reads every complaint of a day takes long.
  const dividesDays = table === undefined && !isByNumber(clauses)
  const counts = table === undefined ? countColumns : "sum(records) as records, sum(reports) as reports"
  const piece = dividesDays ? "day = ? and position >= ? and position < ?" : "day between ? and ?"
  const sql = `select ${[...columns, counts].join()} from ${table?.name ?? calls}
    where ${piece}${sqlOf(clauses)} group by ${columns.join()}`
  const count: CountPiece = (...values) => {
    for (const row of db.rows(sql, ...values, ...valuesOf(clauses))) add(row)
  }
  yield* dividesDays ? countParts(days, count) : countDays(days, count)
}
