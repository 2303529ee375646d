import type { PublicRecordsError } from "@public-records/core"
import { Clock, Effect, Option } from "effect"

const minRetryDelay = 15_000
const maxRetryDelay = 120_000

/** Returns the time of the next attempt, or `null` if a retry cannot help. */
const nextTryOf = ({ reason }: PublicRecordsError, failures: number, now: number): number | null => {
  if (reason._tag === "RateLimited" || reason._tag === "CircuitOpen") return reason.nextTryAt?.getTime() ?? null
  const isUnreachable = reason._tag === "Unavailable" && reason.advice === undefined
  // The delay doubles with each failure.
  const delay = Math.min(maxRetryDelay, minRetryDelay * 2 ** (failures - 1))
  return isUnreachable || reason._tag === "DeadlineExceeded" ? now + delay : null
}

/** Waits for the next attempt and shows the remaining seconds. Never returns if a retry cannot help. */
export const waitForRetry = Effect.fnUntraced(function* (
  error: PublicRecordsError,
  failures: number,
  show: (secondsLeft: Option.Option<number>) => void
) {
  const nextTryAt = nextTryOf(error, failures, yield* Clock.currentTimeMillis)
  if (nextTryAt === null) {
    show(Option.none())
    return yield* Effect.never
  }
  while (true) {
    const left = nextTryAt - (yield* Clock.currentTimeMillis)
    if (left <= 0) return
    show(Option.some(Math.ceil(left / 1000)))
    yield* Effect.sleep(Math.min(left, 1000))
  }
})
