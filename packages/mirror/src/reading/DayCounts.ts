import { secondsPerDay } from "../store/civil.ts"
import { type Database, integer, type Row } from "../store/Database.ts"
import { type RollUp, rollUps } from "../store/rollUps.ts"
import type { Steps } from "../store/steps.ts"
import { type Clause, clausesOnCalls, type Conditions, daysWithin, type Interval, valuesOf } from "./Conditions.ts"

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

/** Days with counts. They are upper bounds unless they are exact. */
interface Candidates {
  readonly rows: ReadonlyArray<Row>
  readonly areExact: boolean
}

/** Counts by the index on numbers, which knows the days, too. */
const byNumber = (db: Database, { clauses, created }: Conditions): Candidates => ({
  rows: db.rows(
    `select c.day, count(*) as records, sum(c.copy = 0) as reports from calls c indexed by by_number
    where c.day between ? and ?${clausesOnCalls(clauses)} group by c.day order by c.day`,
    ...daysWithin(created),
    ...valuesOf(clauses)
  ),
  areExact: true
})

const byLedger = (db: Database, { created }: Conditions): Candidates => ({
  rows: db.rows(
    "select day, records, records - copies as reports from days where day between ? and ? and records > 0 order by day",
    ...daysWithin(created)
  ),
  areExact: true
})

const known = (clauses: ReadonlyArray<Clause>, { columns }: RollUp): ReadonlyArray<Clause> =>
  clauses.filter(({ column }) => columns.some((one) => one === column))

/** In roll-ups, a call is on a day. A day that is not complete has to be counted in `calls`. */
const onRollUp = (clause: Clause, called: Interval | undefined): Clause =>
  clause.column === "called" && called !== undefined ? { ...clause, values: daysWithin(called) } : clause

/** Counts by the roll-up that knows most of the columns. */
const byRollUp = (db: Database, { called, clauses, created }: Conditions): Candidates => {
  const [rollUp = { name: "daily", columns: [] }] = rollUps.toSorted(
    (left, right) => known(clauses, right).length - known(clauses, left).length
  )
  const conditions = known(clauses, rollUp).map((clause) => onRollUp(clause, called))
  const edges = called === undefined ? [] : daysWithin(called).filter((day) => !isWholeDay(secondsWithin(day, called)))
  const isEdge = rollUp.name === "daily_called" ? `max(r.called in (${edges.join()}))` : "0"
  return {
    // The order of the tables matters: for each day, its part of the roll-up is found by key.
    rows: db.rows(
      `select d.day, sum(r.records) as records, sum(r.reports) as reports, ${isEdge} as is_edge
      from days d cross join ${rollUp.name} r on r.day = d.day
      where d.day between ? and ?${conditions.map(({ column, sql }) => ` and ${sql(`r.${column}`)}`).join("")} group by d.day order by d.day`,
      ...daysWithin(created),
      ...valuesOf(conditions)
    ),
    areExact: conditions.length === clauses.length
  }
}

const candidatesOf = (db: Database, conditions: Conditions): Candidates => {
  if (conditions.clauses.some(({ column }) => column === "number")) return byNumber(db, conditions)
  return conditions.clauses.length === 0 ? byLedger(db, conditions) : byRollUp(db, conditions)
}

const countCalls = (db: Database, day: number, seconds: Interval, clauses: ReadonlyArray<Clause>): Row | undefined =>
  db.first(
    `select count(*) as records, ifnull(sum(c.copy = 0), 0) as reports from calls c
    where c.day = ? and c.second between ? and ?${clausesOnCalls(clauses)}`,
    day,
    seconds.from,
    seconds.to,
    ...valuesOf(clauses)
  )

/**
 * Returns the number of matching records of each day that has some, oldest first. Most questions are answered by the roll-ups;
 * only days of which a part is asked for are counted in `calls`, and all candidates if no roll-up knows every condition.
 */
export function* countByDay(db: Database, conditions: Conditions): Steps<ReadonlyArray<DayCount>> {
  const { areExact, rows } = candidatesOf(db, conditions)
  const counts: Array<DayCount> = []
  for (const [index, row] of rows.entries()) {
    const day = integer(row, "day")
    const seconds = secondsWithin(day, conditions.created)
    const isExact = areExact && isWholeDay(seconds) && integer(row, "is_edge") === 0
    const counted = isExact ? row : countCalls(db, day, seconds, conditions.clauses)
    const records = integer(counted, "records")
    if (records > 0) counts.push({ day, records, reports: integer(counted, "reports"), seconds })
    if (!isExact) yield index / rows.length
  }
  return counts
}
