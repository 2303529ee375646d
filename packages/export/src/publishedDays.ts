import {
  type Collection,
  type Complaint,
  ComplaintQuery,
  latestPublishedDay,
  type PublicRecordsError
} from "@public-records/core"
import { Effect } from "effect"
import { type DayRange, dayRangeOf, daysIn, daysWithRecords, queryDays, type QueryDay, splitAfter } from "./dayRange.ts"
import { publicationState } from "./PartitionedFolder.ts"

type Complaints = Collection<ComplaintQuery, Complaint>

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

/** Finds the days of a range: of the service by the calendar, of local data by counting its records. */
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
  const last = days.reduce((latest, { day }) => (day > latest ? day : latest), published)
  const { after, until } = splitAfter(range, last)
  return { count: days.length, list: () => days, notPublished: after, withoutRecords: daysIn(until) - days.length }
})

/** The days of an export's query, counted by their result. Each member is `null` if it is unknown. */
export interface DayCounts {
  readonly daysAdded: number | null
  readonly daysComplete: number | null
  readonly daysNotPublished: number | null
}

/** The counts of an export whose query has no range of whole days. */
export const unknownDays: DayCounts = { daysAdded: null, daysComplete: null, daysNotPublished: null }

/** A holiday weekend is published at once, so this many days can be published within a day. */
const maxPublishedTogether = 7

/**
 * Counts the days of an export to one file. If it has no records, the days that were published within the last day count as
 * not published yet, because their complaints may be late.
 */
export const dayCountsOf = Effect.fnUntraced(function* (
  complaints: Complaints,
  query: unknown,
  { isEmpty, isLocal }: { readonly isEmpty: boolean; readonly isLocal: boolean }
): Effect.fn.Return<DayCounts, PublicRecordsError> {
  if (!(query instanceof ComplaintQuery) || query.offset > 0) return unknownDays
  const range = dayRangeOf(query)
  if (range === undefined) return unknownDays
  const { count, list, notPublished } = yield* rangeDays(complaints, query, range, isLocal)
  const mayBeLate = isEmpty && count <= maxPublishedTogether ? list() : []
  const states = yield* Effect.forEach(mayBeLate, ({ day }) => publicationState(day))
  const late = states.filter((state) => state === "just now").length
  return { daysAdded: count - late, daysComplete: 0, daysNotPublished: daysIn(notPublished) + late }
})
