import { type Duration } from "effect"
import { type Priority } from "../CallOptions.ts"
import { type PublicRecordsOptions } from "../Options.ts"
import { type RejectedRecord } from "../records/Page.ts"

/** **Units** milliseconds, or a text such as `"30 seconds"` or `"2 minutes"`. */
export type TimeSpan = number | Extract<Duration.Input, string>

type TimeOptions = "maxRetryAfter" | "maxWait" | "attemptTimeout" | "deadline"

/** How to build a client. */
export interface ClientOptions extends Omit<PublicRecordsOptions, "apiKey" | TimeOptions> {
  /** Sent in the header `X-Api-Key`, and nowhere else. Without one every call fails with `KeyMissing`. */
  readonly apiKey?: string | undefined
  /** The longest `Retry-After` that a call waits for, rather than failing with `RateLimited`. @default "2 minutes" */
  readonly maxRetryAfter?: TimeSpan | undefined
  /**
   * The longest a request waits for its turn, whether the key's requests are used up or the service asked for a pause; `0`
   * never waits. A request that would wait longer rejects at once with `RateLimited`, and `nextTryAt` says when to come back.
   *
   * @default none
   */
  readonly maxWait?: TimeSpan | undefined
  /** The time for one attempt, its body included. @default "30 seconds" */
  readonly attemptTimeout?: TimeSpan | undefined
  /** The time for a whole call, its waits and attempts included; for a walk, for all of it. @default none */
  readonly deadline?: TimeSpan | undefined
  /** What sends requests. @default globalThis.fetch, as it is at each request */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** How a call is made. */
export interface CallOptions {
  /** Aborted, the call stops at once, sockets included, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** @default "interactive", and for streams "bulk" */
  readonly priority?: Priority | undefined
  /** The time for the whole call, its waits and attempts included; for a stream, for all of it. @default the client's */
  readonly deadline?: TimeSpan | undefined
}

/** How a list is walked. */
export interface StreamOptions extends CallOptions {
  /** Told of each record that breaks the contract; a promise is waited for, and what is thrown comes out of the loop. */
  readonly onRejected?: ((rejected: RejectedRecord) => void | Promise<void>) | undefined
  /** Called with the id of each seen record that the service sent again. A record without an id is only counted. */
  readonly onDropped?: ((id: string) => void | Promise<void>) | undefined
  /** How many ids the walk remembers, so that no record comes twice. About 75 bytes of memory an id. @default 200000 */
  readonly rememberedRecords?: number | undefined
}
