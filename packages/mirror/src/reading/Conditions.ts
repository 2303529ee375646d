import {
  type CivilMoment,
  type CivilRange,
  type ComplaintFilter,
  InvalidQuery,
  subjectLabel
} from "@public-records/core"
import { Result } from "effect"
import type { MirrorQuery } from "../MirrorQuery.ts"
import { type NumberSearch, readTypedNumber } from "../numbers/typedNumber.ts"
import { dayOf, secondsOf, secondsPerDay } from "../store/civil.ts"
import { type Database, integer, marks, text, type Value } from "../store/Database.ts"

/** A stretch of time in seconds since 1970, both ends included. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** What is asked for, in the values of complaints. All given members must hold. */
export interface Conditions {
  readonly created?: Interval | undefined
  readonly called?: Interval | undefined
  readonly state?: string | undefined
  readonly city?: string | undefined
  readonly areaCode?: string | undefined
  readonly subject?: string | undefined
  readonly robocall?: boolean | null | undefined
  readonly number?: NumberSearch | undefined
}

const secondsAt = (moment: CivilMoment, time: string): number =>
  secondsOf(moment.length === 10 ? `${moment} ${time}` : moment)

const intervalOf = ({ from, to }: CivilRange): Interval => ({
  from: secondsAt(from, "00:00:00"),
  to: secondsAt(to, "23:59:59")
})

const optionalInterval = (range: CivilRange | undefined): Interval | undefined =>
  range === undefined ? undefined : intervalOf(range)

/** Returns the part that two intervals share. It may be empty: `from` is later than `to`. */
const intersection = (one: Interval | undefined, other: Interval | undefined): Interval | undefined =>
  one === undefined || other === undefined
    ? (one ?? other)
    : { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }

/** Returns the conditions of a documented filter. */
export const conditionsOfFilter = (filter: ComplaintFilter): Conditions => {
  switch (filter._tag) {
    case "None":
      return {}
    case "CreatedDate":
      return { created: intervalOf({ from: filter.date, to: filter.date }) }
    case "ViolationDate":
      return { called: intervalOf({ from: filter.date, to: filter.date }) }
    case "ViolationRange":
      return { called: intervalOf(filter.violation) }
    case "CreatedRange":
      return { created: intervalOf(filter.created) }
    case "ByState":
      return { state: filter.state, city: filter.city, created: optionalInterval(filter.created) }
    case "ByAreaCode":
      return { areaCode: String(filter.areaCode), created: optionalInterval(filter.created) }
    case "ByRobocall":
      return { robocall: filter.isRobocall, created: optionalInterval(filter.created) }
  }
}

/** Returns conditions that hold if both hold. A member of `other` wins, and the time of creation must be in both. */
export const bothConditions = (one: Conditions, other: Conditions): Conditions => ({
  ...one,
  ...other,
  created: intersection(one.created, other.created),
  called: intersection(one.called, other.called)
})

/** Returns the conditions of a query. Fails with `InvalidQuery` for a number that cannot be one, and for two ranges of creation. */
export const conditionsOfQuery = (query: MirrorQuery, newestDay: number): Result.Result<Conditions, InvalidQuery> => {
  const { areaCode, city, created, days, robocall, state, subject, violation } = query
  const typed = query.number === undefined ? Result.succeed(undefined) : readTypedNumber(query.number)
  const problems = [
    ...(Result.isFailure(typed) ? [{ field: "number", rule: typed.failure }] : []),
    ...(days !== undefined && created !== undefined
      ? [{ field: "days", rule: "Ask for a range of created dates or for a number of days, not for both." }]
      : []),
    ...(days !== undefined && !(Number.isSafeInteger(days) && days > 0)
      ? [{ field: "days", rule: `The number of days is a whole number from 1, not ${days}.` }]
      : [])
  ]
  if (Result.isFailure(typed) || problems.length > 0) return Result.fail(new InvalidQuery({ problems }))
  const lastDays = {
    from: (newestDay - (days ?? 0) + 1) * secondsPerDay,
    to: (newestDay + 1) * secondsPerDay - 1
  }
  return Result.succeed({
    created: days === undefined ? optionalInterval(created) : lastDays,
    called: optionalInterval(violation),
    state,
    city,
    areaCode: areaCode === undefined ? undefined : String(areaCode),
    subject,
    robocall,
    number: typed.success
  })
}

/** The columns of `calls` and its roll-ups that a condition can be about. */
export type Column = "state" | "city" | "area" | "subject" | "robocall" | "called" | "number"

/** A condition in SQL. `sql` takes the column as its table has it. */
export interface Clause {
  readonly column: Column
  readonly sql: (column: string) => string
  readonly values: ReadonlyArray<Value>
}

/** Conditions in the codes of a mirror. The days of `created` are complete, except perhaps the first and the last. */
export interface ResolvedConditions {
  readonly created: Interval
  readonly called: Interval | undefined
  readonly clauses: ReadonlyArray<Clause>
}

const codesOf = (db: Database, table: string, name: string): ReadonlyArray<number> =>
  db.rows(`select code from ${table} where folded = ?`, name.toLowerCase()).map((row) => integer(row, "code"))

const subjectCodes = (db: Database, subject: string): ReadonlyArray<number> => {
  const label = subjectLabel(subject).toLowerCase()
  const rows = db.rows("select code, folded from subjects")
  return rows.filter((row) => subjectLabel(text(row, "folded")) === label).map((row) => integer(row, "code"))
}

const oneOf = (column: Column, values: ReadonlyArray<Value>): Clause => ({
  column,
  sql: (name) => `${name} in (${marks(values)})`,
  values
})

const between = (column: Column, { from, to }: Interval): Clause => ({
  column,
  sql: (name) => `${name} between ? and ?`,
  values: [from, to]
})

/** The text after every text that begins with a prefix. */
const prefixEnd = "\u{10FFFF}"

const numberClause = (search: NumberSearch): Clause => {
  if (search._tag === "Exact") return oneOf("number", search.forms)
  const values = search.forms.flatMap((form) => [form, form + prefixEnd])
  return {
    column: "number",
    sql: (name) => `(${search.forms.map(() => `${name} between ? and ?`).join(" or ")})`,
    values
  }
}

const robocallCodeOf = (robocall: boolean | null): number => {
  if (robocall === null) return 2
  return robocall ? 1 : 0
}

const everyMoment: Interval = { from: dayOf("0000-01-01") * secondsPerDay, to: dayOf("9999-12-31") * secondsPerDay }

/** Replaces names by codes. A name that the mirror does not have matches nothing. */
export const resolveConditions = (db: Database, conditions: Conditions): ResolvedConditions => {
  const { areaCode, called, city, created = everyMoment, number, robocall, state, subject } = conditions
  return {
    created,
    called,
    clauses: [
      ...(number === undefined ? [] : [numberClause(number)]),
      ...(city === undefined ? [] : [oneOf("city", codesOf(db, "cities", city))]),
      ...(areaCode === undefined ? [] : [oneOf("area", [areaCode])]),
      ...(state === undefined ? [] : [oneOf("state", codesOf(db, "states", state))]),
      ...(subject === undefined ? [] : [oneOf("subject", subjectCodes(db, subject))]),
      ...(robocall === undefined ? [] : [oneOf("robocall", [robocallCodeOf(robocall)])]),
      ...(called === undefined ? [] : [between("called", called)])
    ]
  }
}

/** Returns clauses as SQL about `calls c`, each after an `and`. */
export const clausesOnCalls = (clauses: ReadonlyArray<Clause>): string =>
  clauses
    .map(({ column, sql }) => ` and ${sql(column === "robocall" ? "ifnull(c.robocall, 2)" : `c.${column}`)}`)
    .join("")

export const valuesOf = (clauses: ReadonlyArray<Clause>): ReadonlyArray<Value> =>
  clauses.flatMap(({ values }) => values)
