import {
  CivilDate,
  type Collection,
  type Complaint,
  type ComplaintQuery,
  createdRange,
  latestPublishedDay,
  publicationOf,
  type PublicRecordsError
} from "@public-records/core"
import { DateTime, Duration, Effect, Option, Schema } from "effect"

/** A range of dates, inclusive. */
export interface DayRange {
  readonly from: CivilDate
  readonly to: CivilDate
}

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

/** Returns a query's range of created dates, or `undefined` unless it consists of full days. */
export const dayRangeOf = (query: ComplaintQuery): DayRange | undefined => {
  const { from, to } = createdRange(query)
  return isDay(from) && isDay(to) ? { from, to } : undefined
}

/** Returns the number of days of a range, or 0 for `undefined`. */
export const daysIn = (range: DayRange | undefined): number =>
  range === undefined ? 0 : dayNumber(range.to) - dayNumber(range.from) + 1

/** Restricts a query to a part of its range of created dates. */
export const withinDays = (query: ComplaintQuery, { from, to }: DayRange): ComplaintQuery => {
  const { createdDate: _, ...others } = query
  return { ...others, createdFrom: from, createdTo: to }
}

/** Replaces `days` by a range that ends on the newest day of the records, so that an export knows its days. */
export const withDates = ({ days, ...query }: ComplaintQuery, newest: CivilDate): ComplaintQuery =>
  days === undefined ? query : { ...query, createdFrom: dayOfNumber(dayNumber(newest) - days + 1), createdTo: newest }

/** Splits a range after a day. A part without days is `undefined`. */
export const splitAfter = (
  { from, to }: DayRange,
  day: CivilDate
): { readonly until: DayRange | undefined; readonly after: DayRange | undefined } => {
  if (to <= day) return { until: { from, to }, after: undefined }
  if (day < from) return { until: undefined, after: { from, to } }
  return { until: { from, to: day }, after: { from: dayOfNumber(dayNumber(day) + 1), to } }
}

/** Returns the ranges between days in ascending order, which are missing. */
export const missingDays = (days: ReadonlyArray<string>): ReadonlyArray<DayRange> =>
  days.slice(1).flatMap((day, index) => {
    const [before, after] = [dayNumber(CivilDate.make(days[index] ?? day)), dayNumber(CivilDate.make(day))]
    return after - before > 1 ? [{ from: dayOfNumber(before + 1), to: dayOfNumber(after - 1) }] : []
  })

/** Returns each day of a query's range, in the query's order. */
export const queryDays = (query: ComplaintQuery, range: DayRange): ReadonlyArray<QueryDay> => {
  const first = dayNumber(range.from)
  const days = Array.from({ length: daysIn(range) }, (_, passed) => dayOfNumber(first + passed))
  const inOrder = query.sort === "asc" ? days : days.toReversed()
  return inOrder.map((day) => ({ day, query: withinDays(query, { from: day, to: day }) }))
}

/**
 * Finds the days of a range that have records, in the query's order. Halves the range and counts each half, so use it only for
 * local data.
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
    const middle = Math.floor((dayNumber(range.from) + dayNumber(range.to)) / 2)
    const first = daysWithRecords(query, { from: range.from, to: dayOfNumber(middle) }, countOf)
    const second = daysWithRecords(query, { from: dayOfNumber(middle + 1), to: range.to }, countOf)
    const inOrder = query.sort === "asc" ? [first, second] : [second, first]
    return Effect.map(Effect.all(inOrder), (days) => days.flat())
  })
}

/** Time after the publication of a day during which its complaints may be late. */
const lateDataGrace = Duration.days(1)

/** Returns when a day's complaints were published according to the calendar. `just now` is within the last day. */
export const publicationState = (day: CivilDate): Effect.Effect<"not yet" | "just now" | "before"> =>
  Effect.map(DateTime.now, (now) => {
    const since = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(publicationOf(day))
    if (since < 0) return "not yet"
    return since < Duration.toMillis(lateDataGrace) ? "just now" : "before"
  })

type Complaints = Collection<ComplaintQuery, Complaint>

export interface RangeDays {
  /** Number of published days. For local data, only days with records count. */
  readonly count: number
  /** Returns these days in the query's order. This is slow for a long range. */
  readonly list: () => ReadonlyArray<QueryDay>
  readonly notPublished: DayRange | undefined
  /** Number of days without records in local data. */
  readonly withoutRecords: number
}

/** Finds the published days of a range. Uses the calendar for the service, and counts records in local data. */
export const rangeDays = Effect.fnUntraced(function* (
  complaints: Complaints,
  query: ComplaintQuery,
  range: DayRange,
  isLocal: boolean
): Effect.fn.Return<RangeDays, PublicRecordsError> {
  const published = yield* latestPublishedDay
  if (!isLocal) {
    const { after, until } = splitAfter(range, published)
    const list = () => (until === undefined ? [] : queryDays(query, until))
    return { count: daysIn(until), list, notPublished: after, withoutRecords: 0 }
  }
  const days = yield* daysWithRecords(query, range, (part) =>
    Effect.map(complaints.estimate(part, { priority: "bulk" }), ({ records }) => records)
  )
  // Stryker disable next-line EqualityOperator: equal days are the same
  const last = days.reduce((latest, { day }) => (day > latest ? day : latest), published)
  const { after, until } = splitAfter(range, last)
  return { count: days.length, list: () => days, notPublished: after, withoutRecords: daysIn(until) - days.length }
})

/** Numbers of days of an export, by result. `null` means unknown. */
export interface DayCounts {
  readonly daysAdded: number | null
  readonly daysComplete: number | null
  readonly daysNotPublished: number | null
}

/** The counts of an export whose query is not for full days. */
export const unknownDays: DayCounts = { daysAdded: null, daysComplete: null, daysNotPublished: null }

/** Maximum number of days that are published together, as after a holiday weekend. */
const maxPublishedTogether = 7

/**
 * Counts the days of an export to one file. If the file is empty, days published within the last day count as not published yet,
 * because their complaints may be late.
 */
export const dayCountsOf = Effect.fnUntraced(function* (
  complaints: Complaints,
  query: ComplaintQuery,
  { isEmpty, isLocal }: { readonly isEmpty: boolean; readonly isLocal: boolean }
): Effect.fn.Return<DayCounts, PublicRecordsError> {
  if (query.offset > 0) return unknownDays
  const range = dayRangeOf(query)
  if (range === undefined) return unknownDays
  const { count, list, notPublished } = yield* rangeDays(complaints, query, range, isLocal)
  const mayBeLate = isEmpty && count <= maxPublishedTogether ? list() : []
  const states = yield* Effect.forEach(mayBeLate, ({ day }) => publicationState(day))
  const late = states.filter((state) => state === "just now").length
  return { daysAdded: count - late, daysComplete: 0, daysNotPublished: daysIn(notPublished) + late }
})
