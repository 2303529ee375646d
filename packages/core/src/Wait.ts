import { Context, Effect } from "effect"

/** Why a request waits before it is sent. */
export type WaitCause =
  /** The requests of the key are used up for now. */
  | { readonly _tag: "Budget" }
  /** The service asked for a pause, in a response to another request. */
  | { readonly _tag: "Pause" }
  /** The request failed and is sent again. `said` is what went wrong, as part of a sentence. */
  | { readonly _tag: "Retry"; readonly said: string; readonly retry: number; readonly maxRetries: number }

/**
 * A wait that begins.
 *
 * **Units** `until` in milliseconds since 1970.
 *
 * **Gotchas** `said` may quote the service; it is not safe for a terminal unfiltered. No part of a key is in it.
 */
export interface Wait {
  readonly until: number
  readonly cause: WaitCause
}

/**
 * Called before each wait of a request, however short, and again if the wait will end more than a second earlier or later.
 *
 * @default does nothing
 */
export const WaitListener = Context.Reference<(wait: Wait) => Effect.Effect<void>>(
  "@public-records/core/WaitListener",
  {
    defaultValue: () => () => Effect.void
  }
)

/** Redis reports times with an error of a few milliseconds. */
const sameWaitMillis = 1000

/** Makes what announces the waits of one call to the listener, each once. */
export const makeAnnounce = (): ((wait: Wait) => Effect.Effect<void>) => {
  let announced = 0
  return Effect.fnUntraced(function* (wait) {
    if (Math.abs(wait.until - announced) < sameWaitMillis) return
    announced = wait.until
    const listener = yield* WaitListener
    yield* listener(wait)
  })
}
