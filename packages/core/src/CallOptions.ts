import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { RejectedRecord } from "./records/Page.ts"

/** Scheduling priority. Interactive calls are sent before bulk calls. */
export type Priority = "interactive" | "bulk"

/** Header names and values. `null` removes a header that is sent by default. */
export interface HeaderValues {
  readonly [name: string]: string | null
}

/** Options of a client that each call may override. */
export interface RequestOptions {
  /** Timeout of one attempt, including the response body. @default "30 seconds" */
  readonly timeout?: Duration.Input | undefined
  /** Time limit of a complete call, including waits and retries. For a walk, of all pages together. @default none */
  readonly deadline?: Duration.Input | undefined
  /**
   * The longest that a request waits for its turn: for the hourly budget, or for a pause that the service requested. With `0` it
   * never waits. A request that would wait longer fails immediately with `RateLimited`, whose `nextTryAt` is the time to try
   * again. A retry that would wait longer is not made.
   *
   * @default "2 minutes"; for walks, none
   */
  readonly maxWait?: Duration.Input | undefined
  /** How many times a request is repeated after a failure that may pass. With `0` none is repeated. @default 4 */
  readonly maxRetries?: number | undefined
  /** Scheduling priority while requests wait for the budget. @default "interactive"; for walks, "bulk" */
  readonly priority?: Priority | undefined
  /** Headers to send along, over the client's own. `X-Api-Key` cannot be set. @default none */
  readonly headers?: HeaderValues | undefined
}

/** Options of one call. @default the client's */
export interface CallOptions extends RequestOptions {}

export interface StreamOptions extends CallOptions {
  /** Called once with the report of the walk: when it ends, fails, or its consumer stops. */
  readonly onReport?: ((report: WalkReport) => Effect.Effect<void>) | undefined
  /** Called once with each rejected record, before the other records of its page are emitted. */
  readonly onRejected?: ((rejected: RejectedRecord) => Effect.Effect<void>) | undefined
  /** Called with the id of each duplicate that the walk drops. Duplicates without an id are only counted. */
  readonly onDropped?: ((id: string) => Effect.Effect<void>) | undefined
  /**
   * How many days of a range of created dates are read at a time. The order of the records does not change: those of the next
   * days wait in memory. A query without such a range, or with an offset, is read as one list.
   *
   * **Fails with** `InvalidOptions` unless it is an integer of 1 or more, before anything is sent.
   *
   * **Gotchas** `onRejected` and `onDropped` are called when a page is read, so several days can call them at the same time.
   * `rememberedRecords` applies to each day.
   *
   * @default 1
   */
  readonly concurrency?: number | undefined
  /**
   * Number of records that the walk remembers to recognize duplicates: 1,000 to 10,000,000, about 75 bytes each.
   *
   * **Fails with** `InvalidOptions` for any other number, before anything is sent.
   *
   * @default 2000000
   */
  readonly rememberedRecords?: number | undefined
}

/** The numbers of records and requests of a walk. **Source** docs/api.md, statements 44 and 45. */
export interface WalkReport {
  readonly records: number
  readonly requests: number
  /** Records that the service repeated although the walk did not request them again. */
  readonly duplicates: number
  readonly rejected: number
  /** The last total that the service reported. `null` if it reported none. */
  readonly claimedTotal: number | null
  /** Whether the walk found as many records as that total. `null` without a total or before the end of the list. */
  readonly agrees: boolean | null
  /** Records that were no longer remembered, so that a repeat of them was not noticed. 0 for all but the longest walks. */
  readonly forgotten: number
}
