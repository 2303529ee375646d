import { type ComplaintFilter, subjectLabel } from "@public-records/core"
import { Result } from "effect"
import type { MirrorQuery } from "../MirrorQuery.ts"
import { type NumberSearch, readTypedNumber } from "../numbers/typedNumber.ts"
import { dayOf, secondsOf, secondsPerDay } from "../store/civil.ts"
import { type Database, integer, marks, text, type Value } from "../store/Database.ts"
import { allDays, type OpenDays } from "../store/ledger.ts"
import { type Column, columnOfCalls } from "../store/rollUps.ts"

/** A stretch of time in seconds since 1970, both ends included. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** A condition in SQL. `sql` takes the name of the column in its table. */
export interface Clause {
  readonly column: Column | "number"
  readonly sql: (column: string) => string
  readonly values: ReadonlyArray<Value>
}

/** A query in SQL, with the codes of a mirror. All clauses must hold. */
export interface Conditions {
  readonly created: Interval
  readonly called: Interval | undefined
  readonly clauses: ReadonlyArray<Clause>
}

interface TextRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A query whose values may be any texts. */
export interface TextQuery extends Omit<MirrorQuery, "created" | "violation" | "state" | "areaCode"> {
  readonly created?: TextRange | undefined
  readonly violation?: TextRange | undefined
  readonly state?: string | undefined
  readonly areaCode?: string | number | undefined
}

const secondsAt = (moment: string, time: string): number =>
  secondsOf(moment.length === 10 ? `${moment} ${time}` : moment)

/** All times that a date can name. */
const everyMoment: Interval = {
  from: dayOf("0000-01-01") * secondsPerDay,
  to: (dayOf("9999-12-31") + 1) * secondsPerDay - 1
}

const intervalOf = ({ from, to }: TextRange): Interval => ({
  from: from === undefined ? everyMoment.from : secondsAt(from, "00:00:00"),
  to: to === undefined ? everyMoment.to : secondsAt(to, "23:59:59")
})

/** Returns the first and the last day of an interval. */
export const daysWithin = ({ from, to }: Interval): readonly [first: number, last: number] => [
  Math.floor(from / secondsPerDay),
  Math.floor(to / secondsPerDay)
]

/** Returns the created days that conditions are about. An end is `undefined` if they do not name one. */
export const createdDays = ({ created }: Conditions): OpenDays => {
  const [first, last] = daysWithin(created)
  return {
    from: created.from === everyMoment.from ? undefined : first,
    to: created.to === everyMoment.to ? undefined : last
  }
}

/** Returns a documented filter as a query. */
export const queryOfFilter = (filter: ComplaintFilter): MirrorQuery => {
  if (filter._tag === "CreatedDate") return { created: { from: filter.date, to: filter.date } }
  if (filter._tag === "ViolationDate") return { violation: { from: filter.date, to: filter.date } }
  if (filter._tag === "ByRobocall") return { created: filter.created, robocall: filter.isRobocall }
  return filter._tag === "None" ? {} : filter
}

const oneOf = (column: Clause["column"], values: ReadonlyArray<Value>): Clause => ({
  column,
  sql: (name) => `${name} in (${marks(values)})`,
  values
})

/** A name that the mirror does not have matches nothing. */
const named = (db: Database, column: "state" | "city", table: string, name: string): Clause => {
  const rows = db.rows(`select code from ${table} where folded = ?`, name.toLowerCase())
  return oneOf(
    column,
    rows.map((row) => integer(row, "code"))
  )
}

const bySubject = (db: Database, subject: string): Clause => {
  const label = subjectLabel(subject).toLowerCase()
  const rows = db.rows("select code, folded from subjects")
  const matching = rows.filter((row) => subjectLabel(text(row, "folded")) === label)
  return oneOf(
    "subject",
    matching.map((row) => integer(row, "code"))
  )
}

/** The text after every text that begins with a prefix. */
export const prefixEnd = "\u{10FFFF}"

/** A leading 1 is part of a longer number. Ten digits that begin with 1 are another number, whose last digit was cut off. */
const beginsWith = (name: string, form: string): string =>
  form.startsWith("1") || form.startsWith("+1")
    ? `${name} between ? and ? and length(${name}) > 10`
    : `${name} between ? and ?`

const byNumber = (search: NumberSearch): Clause => {
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

/** Returns the last days of the mirror. */
const lastDays = (db: Database, days: number): Interval => {
  const newest = allDays(db)?.to ?? 0
  return { from: (newest - days + 1) * secondsPerDay, to: (newest + 1) * secondsPerDay - 1 }
}

/** Returns a query as conditions. Throws if the number cannot be one. */
export const conditionsOf = (db: Database, query: TextQuery): Conditions => {
  const { areaCode, city, created = {}, days, hour, number, robocall, state, subject, violation } = query
  const called = violation === undefined ? undefined : intervalOf(violation)
  return {
    created: days === undefined ? intervalOf(created) : lastDays(db, days),
    called,
    clauses: [
      ...(number === undefined ? [] : [byNumber(Result.getOrThrow(readTypedNumber(number)))]),
      ...(city === undefined ? [] : [named(db, "city", "cities", city)]),
      ...(areaCode === undefined ? [] : [oneOf("area", [String(areaCode)])]),
      ...(state === undefined ? [] : [named(db, "state", "states", state)]),
      ...(subject === undefined ? [] : [bySubject(db, subject)]),
      ...(hour === undefined ? [] : [oneOf("hour", [hour])]),
      ...(robocall === undefined ? [] : [oneOf("robocall", [robocallCodeOf(robocall)])]),
      ...(called === undefined
        ? []
        : [
            {
              column: "called",
              sql: (name: string) => `${name} between ? and ?`,
              values: [called.from, called.to]
            } as const
          ])
    ]
  }
}

/** Returns clauses as SQL about `calls c`, each after an `and`. The values of `called` are seconds, not days. */
export const clausesOnCalls = (clauses: ReadonlyArray<Clause>): string =>
  clauses
    .map(({ column, sql }) => {
      const isComputed = column === "robocall" || column === "hour"
      return ` and ${sql(isComputed ? columnOfCalls(column) : `c.${column}`)}`
    })
    .join("")

export const valuesOf = (clauses: ReadonlyArray<Clause>): ReadonlyArray<Value> =>
  clauses.flatMap(({ values }) => values)

const isWholeDays = ({ from, to }: Interval): boolean => from % secondsPerDay === 0 && (to + 1) % secondsPerDay === 0

/** The condition on the time of creation. The days are in every index, so that calls of other days are not read. */
export const createdClause = ({ created }: Conditions): Clause => {
  const days = "c.day between ? and ?"
  return isWholeDays(created)
    ? { column: "day", sql: () => days, values: daysWithin(created) }
    : {
        column: "day",
        sql: () => `${days} and c.day * 86400 + c.second between ? and ?`,
        values: [...daysWithin(created), created.from, created.to]
      }
}
