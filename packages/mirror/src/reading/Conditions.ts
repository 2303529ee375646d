import { type CivilMoment, type ComplaintFilter, subjectLabel } from "@public-records/core"
import { Result } from "effect"
import type { MirrorQuery, OpenRange } from "../MirrorQuery.ts"
import { type NumberSearch, readTypedNumber } from "../numbers/typedNumber.ts"
import { dayOf, secondsOf, secondsPerDay } from "../store/civil.ts"
import { type Database, integer, marks, text, type Value } from "../store/Database.ts"

/** A stretch of time in seconds since 1970, both ends included. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** Conditions in the values of complaints. All given members must hold. */
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

/** All times that a date can name. */
const everyMoment: Interval = {
  from: dayOf("0000-01-01") * secondsPerDay,
  to: (dayOf("9999-12-31") + 1) * secondsPerDay - 1
}

const intervalOf = ({ from, to }: OpenRange): Interval => ({
  from: from === undefined ? everyMoment.from : secondsAt(from, "00:00:00"),
  to: to === undefined ? everyMoment.to : secondsAt(to, "23:59:59")
})

const optionalInterval = (range: OpenRange | undefined): Interval | undefined =>
  range === undefined ? undefined : intervalOf(range)

const dateRange = ({ date }: { readonly date: CivilMoment }): OpenRange => ({ from: date, to: date })

/** Returns the conditions of a documented filter. */
export const conditionsOfFilter = (filter: ComplaintFilter): Conditions => {
  if (filter._tag === "CreatedDate") return { created: intervalOf(dateRange(filter)) }
  if (filter._tag === "ViolationDate") return { called: intervalOf(dateRange(filter)) }
  return {
    created: "created" in filter ? optionalInterval(filter.created) : undefined,
    called: "violation" in filter ? intervalOf(filter.violation) : undefined,
    state: "state" in filter ? filter.state : undefined,
    city: "city" in filter ? filter.city : undefined,
    areaCode: "areaCode" in filter ? String(filter.areaCode) : undefined,
    robocall: "isRobocall" in filter ? filter.isRobocall : undefined
  }
}

/** Returns the conditions of a query. **Fails with** the message about a number that cannot be one. */
export const conditionsOfQuery = (query: MirrorQuery, newestDay: number): Result.Result<Conditions, string> => {
  const { areaCode, days, number, violation, ...others } = query
  const lastDays =
    days === undefined
      ? undefined
      : { from: (newestDay - days + 1) * secondsPerDay, to: (newestDay + 1) * secondsPerDay - 1 }
  const typed = number === undefined ? Result.succeed(undefined) : readTypedNumber(number)
  return Result.map(typed, (search) => ({
    ...others,
    created: lastDays ?? optionalInterval(query.created),
    called: optionalInterval(violation),
    areaCode: areaCode === undefined ? undefined : String(areaCode),
    number: search
  }))
}

/** Returns the created days that conditions are about. An end is `undefined` if they do not name one. */
export const createdDays = ({ created = everyMoment }: Conditions) => ({
  from: created.from === everyMoment.from ? undefined : Math.floor(created.from / secondsPerDay),
  to: created.to === everyMoment.to ? undefined : Math.floor(created.to / secondsPerDay)
})

/** The columns of `calls` and its roll-ups that a condition can be about. */
export type Column = "day" | "state" | "city" | "area" | "subject" | "robocall" | "called" | "number"

/** A condition in SQL. `sql` takes the name of the column in its table. */
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

/** A leading 1 is part of a longer number. Ten digits that begin with 1 are another number, whose last digit was cut off. */
const beginsWith = (name: string, form: string): string =>
  form.startsWith("1") || form.startsWith("+1")
    ? `${name} between ? and ? and length(${name}) > 10`
    : `${name} between ? and ?`

const numberClause = (search: NumberSearch): Clause => {
  if (search._tag === "Exact") return oneOf("number", search.forms)
  return {
    column: "number",
    sql: (name) => `(${search.forms.map((form) => beginsWith(name, form)).join(" or ")})`,
    values: search.forms.flatMap((form) => [form, form + prefixEnd])
  }
}

const robocallCodeOf = (robocall: boolean | null): number => {
  if (robocall === null) return 2
  return robocall ? 1 : 0
}

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

/** The condition on the time of creation. The days are in every index, so that calls of other days are not read. */
export const createdClause = ({ created }: ResolvedConditions): Clause => {
  const days = [Math.floor(created.from / secondsPerDay), Math.floor(created.to / secondsPerDay)]
  const isWhole = created.from % secondsPerDay === 0 && (created.to + 1) % secondsPerDay === 0
  return isWhole
    ? { column: "day", sql: () => "c.day between ? and ?", values: days }
    : {
        column: "day",
        sql: () => "c.day between ? and ? and c.day * 86400 + c.second between ? and ?",
        values: [...days, created.from, created.to]
      }
}
