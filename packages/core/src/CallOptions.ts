import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { RejectedRecord } from "./records/Page.ts"

/** Scheduling priority. Interactive calls are sent before bulk calls. */
export type Priority = "interactive" | "bulk"

export interface CallOptions {
  /** @default "interactive", and for walks "bulk" */
  readonly priority?: Priority | undefined
  /** Time limit of the complete call, including waits and retries. For a walk, of all pages together. @default the client's */
  readonly deadline?: Duration.Input | undefined
}

export interface StreamOptions extends CallOptions {
  /** Called once with the report of the walk: when it ends, fails, or its consumer stops. */
  readonly onReport?: ((report: WalkReport) => Effect.Effect<void>) | undefined
  /** Called once with each rejected record, before the other records of its page are emitted. */
  readonly onRejected?: ((rejected: RejectedRecord) => Effect.Effect<void>) | undefined
  /** Called with the id of each duplicate that the walk drops. Duplicates without an id are only counted. */
  readonly onDropped?: ((id: string) => Effect.Effect<void>) | undefined
  /**
   * Number of ids that the walk remembers to recognize duplicates: 1,000 to 10,000,000, about 75 bytes each.
   *
   * **Fails with** `InvalidOptions` for any other number, before anything is sent.
   *
   * @default 200000
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
  /** The last total that the service reported. */
  readonly claimedTotal: Option.Option<number>
  /** Whether the walk found as many records as that total. `None` without a total or before the end of the list. */
  readonly agrees: Option.Option<boolean>
  /** Records whose ids were no longer remembered, so that a repeat of them was not noticed. 0 for all but the longest walks. */
  readonly forgotten: number
}

/** Why a request waits before it is sent. */
export type WaitCause =
  /** The key's budget is used up. */
  | { readonly _tag: "Budget" }
  /** The service requested a pause in its response to another request. */
  | { readonly _tag: "Pause" }
  /** The request failed and will be retried. `detail` states the failure as part of a sentence. */
  | { readonly _tag: "Retry"; readonly detail: string; readonly retry: number; readonly maxRetries: number }

/**
 * A wait that is about to begin. **Units** `until` in milliseconds since 1970.
 *
 * **Gotchas** `detail` may quote the service, so escape it before printing it to a terminal. It contains no part of a key.
 */
export interface Wait {
  readonly until: number
  readonly cause: WaitCause
}

/** A listener for waits of requests. It is called again if the end of a wait changes by over a second. @default ignores them */
export const WaitListener = Context.Reference<(wait: Wait) => Effect.Effect<void>>(
  "@public-records/core/WaitListener",
  { defaultValue: () => () => Effect.void }
)
