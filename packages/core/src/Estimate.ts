import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Pipeline } from "./client/pipeline.ts"
import { maxRecordsPerPage } from "./queries/Paging.ts"

/**
 * The cost of reading every record of a query from its offset on. Each member is `None` if the service reports no total.
 * `pages` have the query's size. `requests` are those of a walk, in which each page starts with one seen record.
 *
 * **Source** docs/api.md, statement 5.
 */
export interface Estimate {
  readonly records: Option.Option<number>
  readonly pages: Option.Option<number>
  readonly requests: Option.Option<number>
  /** `PublicRecords.timeFor` of the requests. */
  readonly time: Option.Option<Duration.Duration>
}

/** Returns the number of requests of a walk. Every page but the first starts with one seen record. */
const requestsFor = (records: number, limit: number): number => {
  if (records < limit) return 1
  const rest = records - limit
  // With the seen record, the second page is as long as the first one, so a walk does not recognize it as the last one.
  const isLikeTheFirst = rest > 0 && limit < maxRecordsPerPage && rest === limit - 1
  return Math.floor(rest / Math.min(limit, maxRecordsPerPage - 1)) + (isLikeTheFirst ? 3 : 2)
}

export const timeFor = Effect.fnUntraced(function* ({ latency, quota, requestsPerHour }: Pipeline, requests: number) {
  if (requests <= 0) return Option.some(Duration.zero)
  const wait = (yield* quota.availableAt(requests)) - (yield* Clock.currentTimeMillis)
  const { limit } = quota.state.value
  const perHour = Math.max(1, Math.min(requestsPerHour, ...Option.toArray(limit)))
  // Earlier requests run during the wait. Only those of the last hour come after it.
  const afterWait = ((requests - 1) % perHour) + 1
  return Option.map(latency.mean, (mean) => Duration.millis(Math.max(requests * mean, wait + afterWait * mean)))
})

/** Returns the cost of reading the rest of a list of `total` records from `offset`. */
export const estimateOf = Effect.fnUntraced(function* (
  http: Pipeline,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  total: Option.Option<number>
): Effect.fn.Return<Estimate> {
  const records = Option.map(total, (all) => Math.max(0, all - offset))
  const requests = Option.map(records, (count) => requestsFor(count, limit))
  return {
    records,
    pages: Option.map(records, (count) => Math.ceil(count / limit)),
    requests,
    time: Option.isSome(requests) ? yield* timeFor(http, requests.value) : Option.none()
  }
})
