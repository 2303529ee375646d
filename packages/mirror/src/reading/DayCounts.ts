import { daysWithin, type Interval, secondsPerDay } from "../store/civil.ts"
import { type Database, integer, type Row } from "../store/Database.ts"
import { type RollUp, rollUps } from "../store/rollUps.ts"
import type { Steps } from "../store/steps.ts"
import { type Clause, clausesOnCalls, type Conditions, isByNumber, valuesOf } from "./Conditions.ts"

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

const known = (clauses: ReadonlyArray<Clause>, { columns }: RollUp): ReadonlyArray<Clause> =>
  clauses.filter(({ column }) => columns.some((one) => one === column))

/** Returns the days of which only a part is in a range. */
const partsOfDays = (range: Interval): ReadonlyArray<number> => {
  const { from, to } = daysWithin(range)
  return [from, to].filter((day) => Number.isFinite(day) && !isWholeDay(secondsWithin(day, range)))
}

/** In roll-ups, a call is on a day. */
const onRollUp = (clause: Clause, called: Interval | undefined): Clause => {
  if (clause.column !== "called" || called === undefined) return clause
  const { from, to } = daysWithin(called)
  return { ...clause, values: [from, to] }
}

/** Counts by the roll-up that knows most of the columns. Days with calls of a day of which only a part is asked for are not exact. */
const countByRollUp = (db: Database, { called, clauses, created }: Conditions): ReadonlyArray<Row> => {
  const [rollUp = { name: "daily", columns: [] }] = rollUps.toSorted(
    (left, right) => known(clauses, right).length - known(clauses, left).length
  )
  const conditions = known(clauses, rollUp).map((clause) => onRollUp(clause, called))
  const parts = called === undefined ? [] : partsOfDays(called)
  const isExact = rollUp.name === "daily_called" && parts.length > 0 ? `min(r.called not in (${parts.join()}))` : "1"
  const days = daysWithin(created)
  // The order of the tables matters: for each day, its part of the roll-up is found by key.
  return db.rows(
    `select d.day, sum(r.records) as records, sum(r.reports) as reports,
    ${conditions.length === clauses.length ? isExact : "0"} as is_exact
    from days d cross join ${rollUp.name} r on r.day = d.day
    where d.day between ? and ?${conditions.map(({ column, sql }) => ` and ${sql(`r.${column}`)}`).join("")} group by d.day order by d.day`,
    days.from,
    days.to,
    ...valuesOf(conditions)
  )
}

/** Returns days with counts, oldest first. Counts that are not exact are upper bounds. */
const candidatesOf = (db: Database, conditions: Conditions): ReadonlyArray<Row> => {
  const { clauses, created } = conditions
  const { from, to } = daysWithin(created)
  if (isByNumber(clauses)) {
    return db.rows(
      `select c.day, count(*) as records, sum(c.copy = 0) as reports, 1 as is_exact from calls c indexed by by_number
      where c.day between ? and ?${clausesOnCalls(clauses)} group by c.day order by c.day`,
      from,
      to,
      ...valuesOf(clauses)
    )
  }
  if (clauses.length > 0) return countByRollUp(db, conditions)
  return db.rows(
    `select day, records, records - copies as reports, 1 as is_exact from days
    where day between ? and ? and records > 0 order by day`,
    from,
    to
  )
}

/**
 * Returns the number of matching records of each day that has some, oldest first. Most questions are answered by the roll-ups;
 * only days of which a part is asked for are counted in `calls`, and all candidates if no roll-up knows every condition.
 */
export function* countByDay(db: Database, conditions: Conditions): Steps<ReadonlyArray<DayCount>> {
  const { clauses, created } = conditions
  const candidates = candidatesOf(db, conditions)
  const counts: Array<DayCount> = []
  for (const [index, row] of candidates.entries()) {
    const day = integer(row, "day")
    const seconds = secondsWithin(day, created)
    const isExact = integer(row, "is_exact") === 1 && isWholeDay(seconds)
    const counted = isExact
      ? row
      : db.first(
          `select count(*) as records, ifnull(sum(c.copy = 0), 0) as reports from calls c
          where c.day = ? and c.second between ? and ?${clausesOnCalls(clauses)}`,
          day,
          seconds.from,
          seconds.to,
          ...valuesOf(clauses)
        )
    const records = integer(counted, "records")
    if (records > 0) counts.push({ day, records, reports: integer(counted, "reports"), seconds })
    if (!isExact) yield index / candidates.length
  }
  return counts
}
