import type { PublicRecordsError } from "@public-records/core"
import { Clock, Effect, Option } from "effect"

const minRetryDelay = 15_000
const maxRetryDelay = 120_000

/** Returns the delay before an unreachable service is tried again. It doubles with each failure. */
const retryDelay = (failures: number): number => Math.min(maxRetryDelay, minRetryDelay * 2 ** (failures - 1))

/** Returns the time of the next attempt, or `null` if waiting does not help. */
const nextTryOf = ({ reason }: PublicRecordsError, failures: number, now: number): number | null => {
  switch (reason._tag) {
    case "RateLimited":
    case "CircuitOpen":
      return reason.nextTryAt
    case "Unavailable":
      return reason.advice === undefined ? now + retryDelay(failures) : null
    case "DeadlineExceeded":
      return now + retryDelay(failures)
    default:
      return null
  }
}

/** Shows the seconds until the next attempt and returns when they are over. Never returns if there is no next attempt. */
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
