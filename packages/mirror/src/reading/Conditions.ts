import { type ComplaintFilters, findState, subjectLabel, type Typed } from "@public-records/core"
import { foldName } from "@public-records/files/names"
import type { NumberSearch } from "../numbers/NumberSearch.ts"
import { daysWithin, type Interval, secondsOf, secondsPerDay } from "../store/civil.ts"
import { type Database, integer, marks, type Row, text, type Value } from "../store/Database.ts"
import { allDays } from "../store/ledger.ts"
import type { Column } from "../store/rollUps.ts"

/** A condition on a column, in SQL. */
export interface Clause {
  readonly column: Column
  readonly sql: string
  readonly values: ReadonlyArray<Value>
  /** Whether it is met by all numbers with some first digits. */
  readonly isPrefix?: true
}

/** A query in SQL, with the codes of a mirror. All clauses must hold. The range of creation is in seconds. */
export interface Conditions {
  readonly created: Interval
  readonly clauses: ReadonlyArray<Clause>
}

interface TextRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type AnyText = "createdFrom" | "createdTo" | "violationFrom" | "violationTo" | "state" | "areaCode"

/** Filters that were read, or some with any texts, because the reference server has them from a request. */
export type AnyFilters = Typed<Pick<ComplaintFilters, AnyText>> & {
  readonly [Name in Exclude<keyof ComplaintFilters, AnyText>]?: ComplaintFilters[Name] | undefined
}

/** Returns a range of dates in seconds. A date includes its full day. */
export const intervalOf = ({ from, to }: TextRange): Interval => {
  const secondsAt = (moment: string, time: string) => secondsOf(moment.length === 10 ? `${moment} ${time}` : moment)
  return {
    from: from === undefined ? Number.NEGATIVE_INFINITY : secondsAt(from, "00:00:00"),
    to: to === undefined ? Number.POSITIVE_INFINITY : secondsAt(to, "23:59:59")
  }
}

const oneOf = (column: Column, values: ReadonlyArray<Value>): Clause => ({
  column,
  sql: `${column} in (${marks(values)})`,
  values
})

const within = (column: Column, { from, to }: Interval): Clause => ({
  column,
  sql: `${column} between ? and ?`,
  values: [from, to]
})

/** Whether a range does not end within a day. */
const endsWithDays = ({ from, to }: Interval): boolean =>
  [from, to + 1].every((end) => !Number.isFinite(end) || end % secondsPerDay === 0)

/** Conditions on a range of seconds. The one on the days is met by more, but the roll-ups and indexes know the days only. */
const rangeOf = (day: Column, second: Column, range: Interval): ReadonlyArray<Clause> => {
  // The `+` leaves the indexes to the conditions on single days, or on a few.
  const days = { ...within(day, daysWithin(range)), sql: `${day === "day" ? "+" : ""}${day} between ? and ?` }
  return endsWithDays(range) ? [days] : [within(second, range), days]
}

const codesOf = (rows: ReadonlyArray<Row>): ReadonlyArray<number> => rows.map((row) => integer(row, "code"))

/** A name that the mirror does not have matches nothing. */
const byName = (db: Database, column: "state" | "city", table: string, name: string): Clause =>
  oneOf(column, codesOf(db.rows(`select code from ${table} where folded = ?`, foldName(name))))

const bySubject = (db: Database, subject: string): Clause => {
  const label = subjectLabel(foldName(subject))
  const rows = db.rows("select code, folded from subjects")
  return oneOf("subject", codesOf(rows.filter((row) => subjectLabel(text(row, "folded")) === label)))
}

/** The text after every text that begins with a prefix. */
export const prefixEnd = "\u{10FFFF}"

/** Numbers of ten digits. What reads as no number is found only by all of its text. */
const isNumber = "length(number) = 10 and number not glob '*[^0-9]*'"

/** The numbers of ten digits with the same last seven, in any area. The index finds each of them. */
const inAnyArea = (suffix: string): ReadonlyArray<string> =>
  Array.from({ length: 1000 }, (_, area) => String(area).padStart(3, "0") + suffix)

/** The one meaning of a number in all questions: digits are compared with the ten digits of the number. */
const byNumber = (search: NumberSearch): Clause => {
  if (search._tag === "Exact") return oneOf("number", [search.number])
  if (search._tag === "Suffix") return oneOf("number", inAnyArea(search.suffix))
  return {
    column: "number",
    isPrefix: true,
    sql: `number between ? and ? and ${isNumber}`,
    values: [search.prefix, search.prefix + prefixEnd]
  }
}

/** Whether the index on numbers finds the complaints. It does not contain complaints without a number. */
export const isByNumber = (clauses: ReadonlyArray<Clause>): boolean =>
  clauses.some(({ column, values }) => column === "number" && values.length > 0)

/** Returns the last days of the mirror in seconds. An empty mirror has none. */
const lastDays = (db: Database, days: number): Interval => {
  const newest = allDays(db)?.to ?? Number.POSITIVE_INFINITY
  return { from: (newest - days + 1) * secondsPerDay, to: (newest + 1) * secondsPerDay - 1 }
}

/** Returns filters as conditions. `search` is the meaning of their number. Filters that were read have no `unchecked`. */
export const conditionsOf = (db: Database, filters: AnyFilters, search?: NumberSearch): Conditions => {
  const { areaCode, city, days, hour, robocall, state, subject } = filters
  const { createdDate, createdFrom = createdDate, createdTo = createdDate } = filters
  const { violationDate, violationFrom = violationDate, violationTo = violationDate } = filters
  const hasViolation = violationFrom !== undefined || violationTo !== undefined
  const clauses: ReadonlyArray<Clause | undefined> = [
    search === undefined ? undefined : byNumber(search),
    city === undefined ? undefined : byName(db, "city", "cities", city),
    areaCode === undefined ? undefined : oneOf("area", [String(areaCode)]),
    state === undefined ? undefined : byName(db, "state", "states", findState(state) ?? state),
    subject === undefined ? undefined : bySubject(db, subject),
    hour === undefined ? undefined : oneOf("hour", [hour]),
    robocall === undefined ? undefined : oneOf("robocall", [robocall === "unknown" ? 2 : Number(robocall)]),
    ...(hasViolation ? rangeOf("called", "called_at", intervalOf({ from: violationFrom, to: violationTo })) : [])
  ]
  return {
    created: days === undefined ? intervalOf({ from: createdFrom, to: createdTo }) : lastDays(db, days),
    clauses: clauses.filter((clause) => clause !== undefined)
  }
}

/** Returns the conditions with another one on the number. */
export const aboutNumber = (conditions: Conditions, search: NumberSearch): Conditions => {
  const others = conditions.clauses.filter(({ column }) => column !== "number")
  return { ...conditions, clauses: [...others, byNumber(search)] }
}

/** Returns clauses as SQL, each after an `and`. */
export const sqlOf = (clauses: ReadonlyArray<Clause>): string => clauses.map(({ sql }) => ` and ${sql}`).join("")

export const valuesOf = (clauses: ReadonlyArray<Clause>): ReadonlyArray<Value> =>
  clauses.flatMap(({ values }) => values)

/** Returns the conditions on the time of creation, and all others. */
export const allClauses = ({ clauses, created }: Conditions): ReadonlyArray<Clause> => [
  ...rangeOf("day", "created_at", created),
  ...clauses
]
