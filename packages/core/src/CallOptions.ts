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
}
