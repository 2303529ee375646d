import { daysWithin, type Interval, secondsPerDay } from "../store/civil.ts"
import { type Database, integer, type Row } from "../store/Database.ts"
import { calls, callsByNumber, type CountTable, countTables } from "../store/rollUps.ts"
import type { Steps } from "../store/steps.ts"
import { type Clause, type Conditions, isByNumber, sqlOf, valuesOf } from "./Conditions.ts"

/** The matching records of a day, and the part of the day that they were created in, in seconds of the day. */
export interface DayCount {
  readonly day: number
  readonly records: number
  readonly reports: number
  readonly seconds: Interval
}

const lastSecond = secondsPerDay - 1

const secondsWithin = (day: number, { from, to }: Interval): Interval => ({
  from: Math.max(0, from - day * secondsPerDay),
  to: Math.min(lastSecond, to - day * secondsPerDay)
})

const isWholeDay = ({ from, to }: Interval): boolean => from === 0 && to === lastSecond

const countByNumber = (db: Database, clauses: ReadonlyArray<Clause>, { from, to }: Interval): ReadonlyArray<Row> =>
  db.rows(
    `select day, sum(records) as records, sum(reports) as reports, 1 as is_exact from ${callsByNumber}
    where day between ? and ?${sqlOf(clauses)} group by day order by day`,
    from,
    to,
    ...valuesOf(clauses)
  )

const knownTo = ({ columns }: CountTable, clauses: ReadonlyArray<Clause>): ReadonlyArray<Clause> =>
  clauses.filter(({ column }) => columns.includes(column))

/** Returns in SQL whether the counts of a day are exact, with its values. */
const exactness = (clauses: ReadonlyArray<Clause>, known: ReadonlyArray<Clause>): Pick<Clause, "sql" | "values"> => {
  const unknown = clauses.filter((clause) => !known.includes(clause))
  if (unknown.length === 0) return { sql: "1", values: [] }
  // The times of a range of calls matter only for the calls of its first and its last day.
  const isRangeOfCalls = unknown.every(({ column }) => column === "called_at")
  return isRangeOfCalls ? { sql: "min(called not in (?, ?))", values: valuesOf(known) } : { sql: "0", values: [] }
}

/** Counts by the table that knows most of the columns. Counts that are not exact are upper bounds. */
const countByTable = (db: Database, clauses: ReadonlyArray<Clause>, { from, to }: Interval): ReadonlyArray<Row> => {
  const table = countTables.reduce((best, one) =>
    knownTo(one, clauses).length > knownTo(best, clauses).length ? one : best
  )
  const known = knownTo(table, clauses)
  const exact = exactness(clauses, known)
  // With a list of days, the part of each day is found by key.
  return db.rows(
    `select day, sum(records) as records, sum(reports) as reports, ${exact.sql} as is_exact from ${table.name}
    where day in (select day from days where day between ? and ?)${sqlOf(known)} group by day order by day`,
    ...exact.values,
    from,
    to,
    ...valuesOf(known)
  )
}

/**
 * Returns the number of matching records of each day that has some, oldest first. Most questions are answered by the roll-ups;
 * only days of which a part is asked for are counted in `calls`, and all candidates if no roll-up knows every condition.
 */
export function* countByDay(db: Database, { clauses, created }: Conditions): Steps<ReadonlyArray<DayCount>> {
  const count = isByNumber(clauses) ? countByNumber : countByTable
  const candidates = count(db, clauses, daysWithin(created))
  // For complaints themselves, the times of a range of calls are enough.
  const hasTimes = clauses.some(({ column }) => column === "called_at")
  const exactClauses = hasTimes ? clauses.filter(({ column }) => column !== "called") : clauses
  const counts: Array<DayCount> = []
  for (const [index, row] of candidates.entries()) {
    const day = integer(row, "day")
    const seconds = secondsWithin(day, created)
    const isExact = integer(row, "is_exact") === 1 && isWholeDay(seconds)
    const counted = isExact
      ? row
      : db.first(
          `select sum(records) as records, sum(reports) as reports from ${calls}
          where day = ? and second between ? and ?${sqlOf(exactClauses)}`,
          day,
          seconds.from,
          seconds.to,
          ...valuesOf(exactClauses)
        )
    const records = integer(counted, "records")
    if (records > 0) counts.push({ day, records, reports: integer(counted, "reports"), seconds })
    if (!isExact) yield index / candidates.length
  }
  return counts
}
