import { type CivilDate, type ComplaintQuery, latestPublishedDay } from "@public-records/core"
import {
  dayRangeOf,
  type DayRange,
  daysIn,
  daysWithRecords,
  queryDays,
  type QueryDay,
  splitAfter
} from "@public-records/export/dayRange"
import { publicationState } from "@public-records/export/PartitionedFolder"
import { Effect } from "effect"
import { type CommandFailure } from "../CommandFailure.ts"
import { type ExportSession } from "./exportSession.ts"

/** The days of a query's range. */
export interface RangeDays {
  /** Published days; of local data only the days with records. */
  readonly count: number
  /** Lists these days in the query's order. A long range takes time. */
  readonly list: () => ReadonlyArray<QueryDay>
  readonly notPublished: DayRange | undefined
  /** Number of days without records in local data. */
  readonly withoutRecords: number
}

/** The days of an export's query, counted by their result. Each member is `null` if it is unknown. */
export interface DayCounts {
  readonly daysAdded: number | null
  readonly daysComplete: number | null
  readonly daysNotPublished: number | null
}

/** The counts of an export whose query has no range of whole days. */
export const unknownDays: DayCounts = { daysAdded: null, daysComplete: null, daysNotPublished: null }

const localDays = Effect.fnUntraced(function* (
  { failureOf, records: { complaints } }: ExportSession,
  query: ComplaintQuery,
  range: DayRange
): Effect.fn.Return<RangeDays, CommandFailure> {
  const days = yield* daysWithRecords(query, range, (part) =>
    Effect.map(complaints.estimate(part, { priority: "bulk" }), ({ records }) => records)
  ).pipe(Effect.mapError(failureOf))
  const published = yield* latestPublishedDay
  const last = days.reduce((latest, { day }) => (day > latest ? day : latest), published)
  const { after, until } = splitAfter(range, last)
  return {
    count: days.length,
    list: () => days,
    notPublished: after,
    withoutRecords: daysIn(until) - days.length
  }
})

/** Finds the days of a range: of the service by the calendar, of local data by counting its records. */
export const rangeDays = Effect.fnUntraced(function* (
  session: ExportSession,
  query: ComplaintQuery,
  range: DayRange
): Effect.fn.Return<RangeDays, CommandFailure> {
  if (session.isLocal) return yield* localDays(session, query, range)
  const { after, until } = splitAfter(range, yield* latestPublishedDay)
  return {
    count: daysIn(until),
    list: () => (until === undefined ? [] : queryDays(query, until)),
    notPublished: after,
    withoutRecords: 0
  }
})

/** Returns how many days at the end of a published range were published within the last day. */
const daysPublishedJustNow = Effect.fnUntraced(function* (days: ReadonlyArray<CivilDate>): Effect.fn.Return<number> {
  const states = yield* Effect.forEach(days, publicationState)
  return states.filter((state) => state === "just now").length
})

/** A holiday weekend is published at once, so this many days can be published within a day. */
const mostPublishedTogether = 7

/**
 * Counts the days of an export to one file. If it has no records, the days that were published within the last day count as
 * not published yet, because their complaints may be late.
 */
export const dayCountsOf = Effect.fnUntraced(function* (
  session: ExportSession,
  query: ComplaintQuery,
  isEmpty: boolean
): Effect.fn.Return<DayCounts, CommandFailure> {
  const range = query.offset === 0 ? dayRangeOf(query) : undefined
  if (range === undefined) return unknownDays
  const { count, list, notPublished } = yield* rangeDays(session, query, range)
  const mayBeLate = isEmpty && count <= mostPublishedTogether ? list().map(({ day }) => day) : []
  const late = yield* daysPublishedJustNow(mayBeLate)
  return { daysAdded: count - late, daysComplete: 0, daysNotPublished: daysIn(notPublished) + late }
})
