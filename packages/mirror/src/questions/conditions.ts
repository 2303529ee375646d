import { type ComplaintFilters, findState, type InvalidQuery } from "@public-records/core"
import { Effect, Struct } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { daysWithin, type Interval, secondsOf } from "../store/civil.ts"
import type { Database } from "../store/Database.ts"
import { allDays, isWithin } from "../store/ledger.ts"
import { all, raw, type Sql, sql } from "../store/sql.ts"
import { isNamed } from "./names.ts"
import { hasNumber, numberSearch } from "./numberSearch.ts"

/** A query as one condition in SQL, and the days of its created dates. */
export interface Conditions {
  readonly where: Sql
  readonly days: Interval
}

/** The filters that the reference server has from a request, as any texts. */
interface Texts {
  readonly createdFrom: string
  readonly createdTo: string
  readonly violationFrom: string
  readonly violationTo: string
  readonly state: string
  readonly areaCode: string | number
}

type Values = Omit<Required<ComplaintFilters>, keyof Texts> & Texts

/** Filters that were read, or some with any texts. */
export type AnyFilters = { readonly [Name in keyof Values]?: Values[Name] | undefined }

/** Returns the first second of a date, or a date and time itself. */
const startOf = (moment: string): string => (moment.length === 10 ? `${moment} 00:00:00` : moment)

/** Returns the last second of a date, or a date and time itself. */
const endOf = (moment: string): string => (moment.length === 10 ? `${moment} 23:59:59` : moment)

/** Returns the days of a range of dates, or of dates and times. */
export const daysOf = ({
  from,
  to
}: {
  readonly from?: string | undefined
  readonly to?: string | undefined
}): Interval =>
  daysWithin({
    from: from === undefined ? Number.NEGATIVE_INFINITY : secondsOf(startOf(from)),
    to: to === undefined ? Number.POSITIVE_INFINITY : secondsOf(endOf(to))
  })

/** Returns the last days of the mirror. An empty mirror has none. */
const lastDays = (db: Database, days: number): Effect.Effect<Interval, MirrorError> =>
  Effect.map(allDays(db), (known) => {
    const newest = known?.to ?? Number.POSITIVE_INFINITY
    return { from: newest - days + 1, to: newest }
  })

/** How each filter limits the complaints. One that is missing here does not compile. Some have to look something up. */
const conditions: {
  readonly [Name in keyof Values]: (
    value: Values[Name],
    db: Database
  ) => Sql | Effect.Effect<Sql, InvalidQuery | MirrorError>
} = {
  createdDate: (date) => sql`day = ${date}::date`,
  createdFrom: (from) => sql`created >= ${startOf(from)}::timestamp`,
  createdTo: (to) => sql`created <= ${endOf(to)}::timestamp`,
  violationDate: (date) => sql`called between ${startOf(date)}::timestamp and ${endOf(date)}::timestamp`,
  violationFrom: (from) => sql`called >= ${startOf(from)}::timestamp`,
  violationTo: (to) => sql`called <= ${endOf(to)}::timestamp`,
  days: (days, db) => Effect.map(lastDays(db, days), isWithin),
  state: (state, db) => isNamed(db, "state", findState(state) ?? state),
  city: (city, db) => isNamed(db, "city", city),
  areaCode: (areaCode) => sql`area = ${String(areaCode)}`,
  subject: (subject, db) => isNamed(db, "subject", subject),
  hour: (hour) => sql`hour(created) = ${hour}`,
  robocall: (robocall) => (robocall === "unknown" ? raw("robocall is null") : sql`robocall = ${robocall}`),
  number: (typed, db) => Effect.map(numberSearch(db, typed), hasNumber),
  // A query that was read has its parameters as filters.
  unchecked: () => raw("true")
}

const conditionOf = <Name extends keyof Values>(
  db: Database,
  filters: AnyFilters,
  name: Name
): Effect.Effect<ReadonlyArray<Sql>, InvalidQuery | MirrorError> => {
  const value: Values[Name] | undefined = filters[name]
  if (value === undefined) return Effect.succeed([])
  const condition = conditions[name](value, db)
  return Effect.map(Effect.isEffect(condition) ? condition : Effect.succeed(condition), (one) => [one])
}

/** Returns filters as conditions. **Fails with** `InvalidQuery` if the number is invalid. */
export const conditionsOf = Effect.fnUntraced(function* (
  db: Database,
  filters: AnyFilters
): Effect.fn.Return<Conditions, InvalidQuery | MirrorError> {
  const { createdDate, createdFrom = createdDate, createdTo = createdDate, days } = filters
  const found = yield* Effect.forEach(Struct.keys(conditions), (name) => conditionOf(db, filters, name))
  return {
    where: all(found.flat()),
    days: days === undefined ? daysOf({ from: createdFrom, to: createdTo }) : yield* lastDays(db, days)
  }
})
