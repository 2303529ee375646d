import { Context, type Duration, Effect, type Option } from "effect"
import { type RejectedRecord } from "./records/Page.ts"

/** Scheduling priority. Interactive calls get the requests of a key before bulk calls. */
export type Priority = "interactive" | "bulk"

export interface CallOptions {
  /** @default "interactive", and for walks "bulk" */
  readonly priority?: Priority | undefined
  /** The time for the complete call, its waits and attempts included. For a walk, the time for all pages. @default the client's */
  readonly deadline?: Duration.Input | undefined
}

export interface StreamOptions extends CallOptions {
  /** Called once with what the walk did: when it ends, when it fails, and when its consumer stops. */
  readonly onReport?: ((report: WalkReport) => Effect.Effect<void>) | undefined
  /** Called once with each rejected record, before the other records of its page are emitted. */
  readonly onRejected?: ((rejected: RejectedRecord) => Effect.Effect<void>) | undefined
  /** Called with the id of each seen record that the service sent again. A record without an id is only counted. */
  readonly onDropped?: ((id: string) => Effect.Effect<void>) | undefined
  /**
   * How many ids the walk remembers, so that no record comes twice: an integer from 1,000 to 10,000,000, about 75 bytes each.
   * **Fails with** `InvalidOptions`, before anything is sent.
   * @default 200000
   */
  readonly rememberedRecords?: number | undefined
}

/**
 * What a walk did, in numbers of records; `requests` counts pages. `duplicates` are seen records that the service sent again
 * without a request for them. `claimedTotal` is the last total that the service reported. `agrees` says whether the walk found
 * as many records, `None` if no total was reported or the walk did not reach its end. `forgotten` counts the records that were
 * no longer remembered at the end, so that they could have come twice. It is 0 for all but the longest walks.
 * **Source** docs/api.md, statements 44 and 45.
 */
export interface WalkReport {
  readonly records: number
  readonly requests: number
  readonly duplicates: number
  readonly rejected: number
  readonly claimedTotal: Option.Option<number>
  readonly agrees: Option.Option<boolean>
  readonly forgotten: number
}

/** Why a request waits before it is sent. */
export type WaitCause =
  /** The requests of the key are used up for now. */
  | { readonly _tag: "Budget" }
  /** The service asked for a pause, in a response to another request. */
  | { readonly _tag: "Pause" }
  /** The request failed and is sent again. `detail` is what went wrong, as part of a sentence. */
  | { readonly _tag: "Retry"; readonly detail: string; readonly retry: number; readonly maxRetries: number }

/**
 * A wait that begins.
 * **Units** `until` in milliseconds since 1970.
 * **Gotchas** `detail` may quote the service, so escape it before printing it to a terminal. It contains no part of a key.
 */
export interface Wait {
  readonly until: number
  readonly cause: WaitCause
}

/**
 * Called before each wait of a request, however short, and again if the wait will end more than a second earlier or later.
 * @default does nothing
 */
export const WaitListener = Context.Reference<(wait: Wait) => Effect.Effect<void>>(
  "@public-records/core/WaitListener",
  { defaultValue: () => () => Effect.void }
)
