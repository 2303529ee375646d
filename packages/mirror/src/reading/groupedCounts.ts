import { type Interval, secondsPerDay } from "../store/civil.ts"
import { type Database, integer, type Row } from "../store/Database.ts"
import { calls, callsByNumber, type Column, type CountTable, countTables } from "../store/rollUps.ts"
import type { Steps } from "../store/steps.ts"
import { allClauses, type Clause, type Conditions, isByNumber, sqlOf, valuesOf } from "./Conditions.ts"

const sums = "sum(records) as records, sum(reports) as reports"

/** The counts of some calls. `first` and `last` are the seconds since 1970 of their creation. */
const countsOfCalls = `${sums}, min(created_at) as first, max(created_at) as last`

/** Counts a piece, whose values these are. */
type CountPiece = (...values: ReadonlyArray<number>) => void

/** A query of some days takes about this long. Their number adapts to the time that they take. */
const pieceMillis = { short: 1, long: 3 } as const
const maxDays = 512

/** The first query of complaints about a number has this many days. Placeholders have some ten complaints on each day. */
const daysOfNumber = 200

function* countDays({ from, to }: Interval, count: CountPiece, firstDays = 1): Steps<void> {
  let [day, size] = [from, firstDays]
  while (day <= to) {
    const began = performance.now()
    count(day, day + size - 1)
    day += size
    const millis = performance.now() - began
    if (millis < pieceMillis.short) size = Math.min(maxDays, size * 2)
    else if (millis > pieceMillis.long) size = Math.max(1, Math.floor(size / 2))
    yield Math.min(1, (day - from) / (to - from + 1))
  }
}

/** A query of a part of a day has this many complaints, at most 3 ms of work. */
const partSize = 1000

/** Counts days of which every complaint is read. */
function* countParts(db: Database, days: ReadonlyArray<number>, count: CountPiece): Steps<void> {
  for (const [index, day] of days.entries()) {
    const records = integer(db.first("select records from days where day = ?", day), "records")
    for (let position = 0; position < records; position += partSize) {
      count(day, position, position + partSize)
      yield index / days.length
    }
  }
}

/**
 * Divides the complaints of a range with times into those of the days within it, which the roll-ups know, and those of its first and
 * its last day.
 */
const divided = (clauses: ReadonlyArray<Clause>): ReadonlyArray<ReadonlyArray<Clause>> => {
  const times = clauses.find(({ column }) => column.endsWith("_at"))
  if (times === undefined) return [clauses]
  const column = times.column === "called_at" ? "called" : "day"
  const others = clauses.filter((clause) => clause !== times && clause.column !== column)
  const [first = 0, last = 0] = valuesOf(clauses.filter((clause) => clause.column === column)).map(Number)
  const within = { column, sql: `${column} > ? and ${column} < ?`, values: [first, last] } as const
  const ends = { column, sql: `${column} in (?, ?)`, values: [first, last] } as const
  // Most complaints of the other days fail this test, which is faster than computing the day of a call.
  const outside = {
    column: times.column,
    sql: `${times.column} not between ? and ?`,
    values: [(first + 1) * secondsPerDay, last * secondsPerDay - 1]
  }
  return [...divided([...others, within]), [...others, outside, times, ends]]
}

interface CountQuery {
  readonly table: string
  readonly columns: ReadonlyArray<Column>
  readonly counts: string
  readonly clauses: ReadonlyArray<Clause>
  /** The condition of a piece. */
  readonly piece: string
}

/** Returns a function that counts a piece. Each group goes to `add`. */
const counterOf = (
  db: Database,
  { clauses, columns, counts, piece, table }: CountQuery,
  add: (row: Row) => void
): CountPiece => {
  const sql = `select ${[...columns, counts].join()} from ${table}
    where ${piece}${sqlOf(clauses)} group by ${columns.join()}`
  return (...values) => {
    for (const row of db.rows(sql, ...values, ...valuesOf(clauses))) add(row)
  }
}

/** Returns the first and the last day that has complaints and meets the clauses about days. */
const daysOf = (db: Database, clauses: ReadonlyArray<Clause>): Interval => {
  const ofDays = clauses.filter(({ column }) => column === "day")
  const sql = `select min(day) as first, ifnull(max(day), -1) as last from days where records > 0${sqlOf(ofDays)}`
  const row = db.first(sql, ...valuesOf(ofDays))
  return { from: integer(row, "first"), to: integer(row, "last") }
}

function* countPart(
  db: Database,
  clauses: ReadonlyArray<Clause>,
  columns: ReadonlyArray<Column>,
  add: (row: Row) => void
): Steps<void> {
  const days = daysOf(db, clauses)
  const ofCalls = { table: calls, columns, counts: countsOfCalls, clauses }
  if (isByNumber(clauses)) {
    const query = { ...ofCalls, table: callsByNumber, piece: "day between ? and ?" }
    // The numbers with a prefix are found by reading the index, so that this is done once.
    const firstDays = clauses.some(({ isPrefix }) => isPrefix === true) ? Number.POSITIVE_INFINITY : daysOfNumber
    return yield* countDays(days, counterOf(db, query, add), firstDays)
  }
  const needed = [...columns, ...clauses.map(({ column }) => column)].filter((column) => column !== "day")
  const knownTo = (table: CountTable) => needed.filter((column) => table.columns.includes(column))
  const table = countTables.reduce((best, one) => (knownTo(one).length > knownTo(best).length ? one : best))
  const known = clauses.filter(({ column }) => column === "day" || table.columns.includes(column))
  // With a list of days, the part of each day is found by key.
  const piece = "day in (select day from days where day between ? and ?)"
  const ofTable = { table: table.name, counts: sums, clauses: known, piece }
  if (knownTo(table).length === needed.length) {
    return yield* countDays(days, counterOf(db, { ...ofTable, columns }, add))
  }
  const candidates: Array<number> = []
  const addCandidate = (row: Row) => void candidates.push(integer(row, "day"))
  for (const _ of countDays(days, counterOf(db, { ...ofTable, columns: ["day"] }, addCandidate))) yield undefined
  const part = { ...ofCalls, piece: "day = ? and position >= ? and position < ?" }
  yield* countParts(db, candidates, counterOf(db, part, add))
}

/**
 * Counts complaints, grouped by columns, in pieces: in a roll-up that knows all columns, by number, or in the days in which a roll-up
 * finds candidates. Rows of `calls` have the first and the last creation, too.
 * **Gotchas** `add` is called once for each group of each piece.
 */
export function* groupedCounts(
  db: Database,
  conditions: Conditions,
  columns: ReadonlyArray<Column>,
  add: (row: Row) => void
): Steps<void> {
  const parts = divided(allClauses(conditions))
  for (const [index, clauses] of parts.entries()) {
    for (const share of countPart(db, clauses, columns, add)) {
      yield share === undefined ? undefined : (index + share) / parts.length
    }
  }
}
