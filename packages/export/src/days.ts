import { CivilDate, type ComplaintQuery, createdRange, latestPublishedDay, publicationOf } from "@public-records/core"
import { DateTime, Duration, Effect, Schema } from "effect"

/** A range of dates, inclusive. */
export interface DayRange {
  readonly from: CivilDate
  readonly to: CivilDate
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

/** Returns the ranges between days in ascending order, which are missing. */
export const missingDays = (days: ReadonlyArray<string>): ReadonlyArray<DayRange> =>
  days.slice(1).flatMap((day, index) => {
    const [before, after] = [dayNumber(CivilDate.make(days[index] ?? day)), dayNumber(CivilDate.make(day))]
    return after - before > 1 ? [{ from: dayOfNumber(before + 1), to: dayOfNumber(after - 1) }] : []
  })

/** Time after the publication of a day during which its complaints may be late. */
const lateDataGrace = Duration.days(1)

/** Returns when a day's complaints were published according to the calendar. `just now` is within the last day. */
export const publicationState = (day: CivilDate): Effect.Effect<"not yet" | "just now" | "before"> =>
  Effect.map(DateTime.now, (now) => {
    const since = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(publicationOf(day))
    if (since < 0) return "not yet"
    return since < Duration.toMillis(lateDataGrace) ? "just now" : "before"
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
 * Counts the days of an export of the service to one file. If the file is empty, days published within the last day count as not
 * published yet, because their complaints may be late.
 */
export const dayCountsOf = Effect.fnUntraced(function* (
  query: ComplaintQuery,
  isEmpty: boolean
): Effect.fn.Return<DayCounts> {
  const range = query.offset > 0 ? undefined : dayRangeOf(query)
  if (range === undefined) return unknownDays
  const last = dayNumber(yield* latestPublishedDay)
  const [first, end] = [dayNumber(range.from), dayNumber(range.to)]
  const published = Math.max(0, Math.min(end, last) - first + 1)
  const mayBeLate = isEmpty && published <= maxPublishedTogether ? published : 0
  const states = yield* Effect.forEach(
    Array.from({ length: mayBeLate }, (_, passed) => dayOfNumber(first + passed)),
    publicationState
  )
  const late = states.filter((state) => state === "just now").length
  return { daysAdded: published - late, daysComplete: 0, daysNotPublished: daysIn(range) - published + late }
})
