import { CivilDate, ComplaintQuery } from "@public-records/core"
import { DateTime, Effect, Option, Schema } from "effect"

/** A range of whole days, both ends included. */
export interface DayRange {
  readonly from: CivilDate
  readonly to: CivilDate
}

/** One day of a query. */
export interface QueryDay {
  readonly day: CivilDate
  /** The query for this day only. */
  readonly query: ComplaintQuery
}

const millisecondsPerDay = 86_400_000
const isDay = Schema.is(CivilDate)

const dayNumber = (day: CivilDate): number =>
  DateTime.toEpochMillis(DateTime.makeUnsafe(`${day}T00:00:00Z`)) / millisecondsPerDay

const dayOfNumber = (number: number): CivilDate =>
  CivilDate.make(DateTime.formatIsoDateUtc(DateTime.makeUnsafe(number * millisecondsPerDay)))

/** Returns a query's range of created dates, or `undefined` unless it has one that consists of whole days. */
export const dayRangeOf = ({ filter }: ComplaintQuery): DayRange | undefined => {
  if (filter._tag === "CreatedDate") return { from: filter.date, to: filter.date }
  if (!("created" in filter) || filter.created === undefined) return undefined
  const { from, to } = filter.created
  return isDay(from) && isDay(to) ? { from, to } : undefined
}

/** Returns the number of days of a range; 0 for `undefined`. */
export const daysIn = (range: DayRange | undefined): number =>
  range === undefined ? 0 : dayNumber(range.to) - dayNumber(range.from) + 1

/** Returns the query for a part of its range of created dates. */
export const withinDays = (query: ComplaintQuery, created: DayRange): ComplaintQuery => {
  const { filter } = query
  return new ComplaintQuery({
    ...query,
    filter: "created" in filter ? { ...filter, created } : { _tag: "CreatedRange", created }
  })
}

/** Splits a range behind a day. A part without days is `undefined`. */
export const splitAfter = (
  { from, to }: DayRange,
  day: CivilDate
): { readonly until: DayRange | undefined; readonly after: DayRange | undefined } => {
  if (to <= day) return { until: { from, to }, after: undefined }
  if (day < from) return { until: undefined, after: { from, to } }
  return { until: { from, to: day }, after: { from: dayOfNumber(dayNumber(day) + 1), to } }
}

/** Returns each day of a query's range, in the query's order. */
export const queryDays = (query: ComplaintQuery, range: DayRange): ReadonlyArray<QueryDay> => {
  const first = dayNumber(range.from)
  const days = Array.from({ length: daysIn(range) }, (_, passed) => dayOfNumber(first + passed))
  const inOrder = query.order === "ASC" ? days : days.toReversed()
  return inOrder.map((day) => ({ day, query: withinDays(query, { from: day, to: day }) }))
}

/**
 * Finds the days of a range that have records, in the query's order, by halving the range. It counts each half, so it is for
 * data without a limit of requests.
 */
export const daysWithRecords = <E>(
  query: ComplaintQuery,
  range: DayRange,
  countOf: (query: ComplaintQuery) => Effect.Effect<Option.Option<number>, E>
): Effect.Effect<ReadonlyArray<QueryDay>, E> => {
  const part = withinDays(query, range)
  return Effect.flatMap(countOf(part), (count) => {
    if (Option.contains(count, 0)) return Effect.succeed([])
    if (range.from === range.to) return Effect.succeed([{ day: range.from, query: part }])
    const middle = dayOfNumber(Math.floor((dayNumber(range.from) + dayNumber(range.to)) / 2))
    const { after, until } = splitAfter(range, middle)
    const halves = [until, after].filter((half) => half !== undefined)
    const inOrder = query.order === "ASC" ? halves : halves.toReversed()
    return Effect.map(
      Effect.forEach(inOrder, (half) => daysWithRecords(query, half, countOf)),
      (days) => days.flat()
    )
  })
}
