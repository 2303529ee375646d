import { Clock, Duration, Effect, Option } from "effect"
import { type ServiceHttp } from "./requests/ServiceHttp.ts"

/**
 * What it will take to read every record of a query.
 *
 * **Units** `records` from the query's offset on, by the service's claim; `pages` of the query's size; `requests` the
 * pages, and the empty one that closes a list whose last page is full; `time` by the budget and by how fast the service
 * answered so far. Each is `None` where the service tells no total.
 *
 * **Source** interface, "core, as a library"; decision 6.
 */
export interface Estimate {
  readonly records: Option.Option<number>
  readonly pages: Option.Option<number>
  readonly requests: Option.Option<number>
  readonly time: Option.Option<Duration.Duration>
}

/** The requests of a walk over so many records. */
export const requestsFor = (records: number, limit: number): number => Math.floor(records / limit) + 1

/** What it takes to read the rest of a list of `total` records from `offset` on. */
export const estimateOf = Effect.fnUntraced(function* (
  { quota, pace }: ServiceHttp,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  total: Option.Option<number>
): Effect.fn.Return<Estimate> {
  const records = Option.map(total, (all) => Math.max(0, all - offset))
  const requests = Option.map(records, (count) => requestsFor(count, limit))
  const now = yield* Clock.currentTimeMillis
  const lastAt = yield* quota.timeOf(Option.getOrElse(requests, () => 1))
  const time = Option.zipWith(requests, pace.mean, (count, millis) => Math.max(lastAt - now, 0) + count * millis)
  return {
    records,
    pages: Option.map(records, (count) => Math.ceil(count / limit)),
    requests,
    time: Option.map(time, Duration.millis)
  }
})
