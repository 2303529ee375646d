import { subjectLabel } from "@public-records/core"
import { Result } from "effect"
import type { MirrorQuery } from "../MirrorQuery.ts"
import { readTypedNumber } from "../numbers/typedNumber.ts"
import { daysWithin, type Interval, secondsOf, secondsPerDay } from "../store/civil.ts"
import { type Database, integer, marks, type Row, text, type Value } from "../store/Database.ts"
import { allDays } from "../store/ledger.ts"
import { type Column, columnOfCalls } from "../store/rollUps.ts"

/** A condition in SQL. `sql` takes the name of the column in its table. */
export interface Clause {
  readonly column: Column
  readonly sql: (column: string) => string
  readonly values: ReadonlyArray<Value>
}

/** A query in SQL, with the codes of a mirror. All clauses must hold. The ranges are in seconds. */
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

/** Returns a range of dates in seconds. A date includes its full day. */
export const intervalOf = ({ from, to }: TextRange): Interval => {
  const secondsAt = (moment: string, time: string) => secondsOf(moment.length === 10 ? `${moment} ${time}` : moment)
  return {
    from: from === undefined ? Number.NEGATIVE_INFINITY : secondsAt(from, "00:00:00"),
    to: to === undefined ? Number.POSITIVE_INFINITY : secondsAt(to, "23:59:59")
  }
}

const oneOf = (column: Clause["column"], values: ReadonlyArray<Value>): Clause => ({
  column,
  sql: (name) => `${name} in (${marks(values)})`,
  values
})

const codesOf = (rows: ReadonlyArray<Row>): ReadonlyArray<number> => rows.map((row) => integer(row, "code"))

/** A name that the mirror does not have matches nothing. */
const byName = (db: Database, column: "state" | "city", table: string, name: string): Clause =>
  oneOf(column, codesOf(db.rows(`select code from ${table} where folded = ?`, name.toLowerCase())))

const bySubject = (db: Database, subject: string): Clause => {
  const label = subjectLabel(subject).toLowerCase()
  const rows = db.rows("select code, folded from subjects")
  return oneOf("subject", codesOf(rows.filter((row) => subjectLabel(text(row, "folded")) === label)))
}

/** The text after every text that begins with a prefix. */
export const prefixEnd = "\u{10FFFF}"

/** A leading 1 is part of a longer number. Ten digits that begin with 1 are another number, whose last digit was cut off. */
const beginsWith = (name: string, form: string): string =>
  form.startsWith("1") || form.startsWith("+1")
    ? `${name} between ? and ? and length(${name}) > 10`
    : `${name} between ? and ?`

/** Throws if a text cannot be a number. */
const byNumber = (typed: string): Clause => {
  const search = Result.getOrThrow(readTypedNumber(typed))
  if (search._tag === "Exact") return oneOf("number", search.forms)
  return {
    column: "number",
    sql: (name) => `(${search.forms.map((form) => beginsWith(name, form)).join(" or ")})`,
    values: search.forms.flatMap((form) => [form, form + prefixEnd])
  }
}

export const isByNumber = (clauses: ReadonlyArray<Clause>): boolean => clauses.some(({ column }) => column === "number")

/** Returns the last days of the mirror in seconds. */
const lastDays = (db: Database, days: number): Interval => {
  const newest = allDays(db)?.to ?? 0
  return { from: (newest - days + 1) * secondsPerDay, to: (newest + 1) * secondsPerDay - 1 }
}

/** Returns a query as conditions. Throws if the number cannot be one. */
export const conditionsOf = (db: Database, query: TextQuery): Conditions => {
  const { areaCode, city, created = {}, days, hour, number, robocall, state, subject, violation } = query
  const called = violation === undefined ? undefined : intervalOf(violation)
  const clauses: ReadonlyArray<Clause | undefined> = [
    number === undefined ? undefined : byNumber(number),
    city === undefined ? undefined : byName(db, "city", "cities", city),
    areaCode === undefined ? undefined : oneOf("area", [String(areaCode)]),
    state === undefined ? undefined : byName(db, "state", "states", state),
    subject === undefined ? undefined : bySubject(db, subject),
    hour === undefined ? undefined : oneOf("hour", [hour]),
    robocall === undefined ? undefined : oneOf("robocall", [robocall === null ? 2 : Number(robocall)]),
    called && { column: "called", sql: (name) => `${name} between ? and ?`, values: [called.from, called.to] }
  ]
  return {
    created: days === undefined ? intervalOf(created) : lastDays(db, days),
    called,
    clauses: clauses.filter((clause) => clause !== undefined)
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

/** Whether a range does not end within a day. */
const isWholeDays = ({ from, to }: Interval): boolean =>
  [from, to + 1].every((end) => !Number.isFinite(end) || end % secondsPerDay === 0)

/** The condition on the time of creation. The days are in every index, so that calls of other days are not read. */
export const createdClause = ({ created }: Conditions): Clause => {
  const days = daysWithin(created)
  const [sql, values] = isWholeDays(created)
    ? ["c.day between ? and ?", [days.from, days.to]]
    : [
        "c.day between ? and ? and c.day * 86400 + c.second between ? and ?",
        [days.from, days.to, created.from, created.to]
      ]
  return { column: "day", sql: () => sql, values }
}
