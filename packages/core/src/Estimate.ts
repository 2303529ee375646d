import { type Duration, type Option } from "effect"

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
