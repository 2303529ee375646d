import { Clock, Duration, Effect, Option, SubscriptionRef } from "effect"
import { maxRecordsPerPage } from "./queries/QueryInput.ts"
import { type ServiceHttp } from "./requests/ServiceHttp.ts"

/**
 * The cost of reading every record of a query.
 *
 * **Units** `records` counts from the query's offset, by the total that the service reports. `pages` have the query's size.
 * `requests` are those of a walk, whose pages start with one seen record. `time` is as `PublicRecords.timeFor` of the requests.
 * Each is `None` if the service reports no total.
 *
 * **Source** docs/api.md, statement 5.
 */
export interface Estimate {
  readonly records: Option.Option<number>
  readonly pages: Option.Option<number>
  readonly requests: Option.Option<number>
  readonly time: Option.Option<Duration.Duration>
}

/** Returns the number of requests of a walk over a list. Every page but the first starts with one seen record. */
export const requestsFor = (records: number, limit: number): number => {
  const newPerPage = Math.min(limit, maxRecordsPerPage - 1)
  return records < limit ? 1 : Math.floor((records - limit) / newPerPage) + 2
}

/**
 * Returns how long a number of further requests takes, sent one after the other: by the remaining budget, by what the budget
 * grants later, and by the latency so far. Returns `None` before the first response.
 */
export const timeFor = Effect.fnUntraced(function* (
  { pace, quota, requestsPerHour }: ServiceHttp,
  requests: number
): Effect.fn.Return<Option.Option<Duration.Duration>> {
  if (requests <= 0) return Option.some(Duration.zero)
  const wait = (yield* quota.timeOf(requests)) - (yield* Clock.currentTimeMillis)
  const { limit } = yield* SubscriptionRef.get(quota.state)
  const perHour = Math.max(
    1,
    Math.min(
      requestsPerHour,
      Option.getOrElse(limit, () => requestsPerHour)
    )
  )
  // Earlier requests run during the wait. Only those of the last hour come after it.
  const afterWait = ((requests - 1) % perHour) + 1
  return Option.map(pace.mean, (latency) => Duration.millis(Math.max(requests * latency, wait + afterWait * latency)))
})

/** Returns the cost of reading the rest of a list of `total` records from `offset`. */
export const estimateOf = Effect.fnUntraced(function* (
  http: ServiceHttp,
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
