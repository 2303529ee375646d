import { Clock, Duration, Effect, Option, Random, Result } from "effect"
import { type HttpClientRequest } from "effect/http"
import { attempt, type Outcome, type Way } from "./attempt.ts"
import { type Call } from "../Call.ts"
import { RateLimited, type Reason } from "../PublicRecordsError.ts"
import { type RetryBudget } from "./RetryBudget.ts"
import { type AttemptFailure } from "./ServiceFailure.ts"
import { countRetry } from "../Telemetry.ts"
import { WaitListener } from "../Wait.ts"

const maxAttempts = 5
const firstBackoffMillis = 250
const longestBackoffMillis = 10_000

/** Full jitter: any time up to the backoff, which doubles with each attempt. */
const backoff = (attempts: number): Effect.Effect<number> =>
  Random.nextIntBetween(0, Math.min(longestBackoffMillis, firstBackoffMillis * 2 ** attempts))

/** A wait that is too long for a call becomes an error that knows when to come back. */
const tooLong = (reason: Reason, nextTryAt: number): Reason =>
  new RateLimited({
    nextTryAt,
    said: reason._tag === "RateLimited" || reason._tag === "Unavailable" ? reason.said : "",
    ...(reason._tag === "RateLimited" ? {} : { isPause: true })
  })

/** What attempts need that may be repeated. */
export interface RetriedWay extends Way {
  readonly retryBudget: RetryBudget
}

/**
 * Waits before another attempt, never shorter than the service asked for. The whole queue waits with it.
 *
 * **Fails with** the failure's own reason if another attempt cannot help, exceeds the retry budget or would come later than
 * `maxWait` allows; `RateLimited` if the service asked for a longer wait than allowed; and `DeadlineExceeded` if the wait
 * does not fit in the call. Each fails at once.
 */
const waitToRetry = Effect.fnUntraced(function* (
  { config, quota, retryBudget }: RetriedWay,
  { reason, isTransient, retryAt, said }: AttemptFailure,
  call: Call,
  attempts: number
): Effect.fn.Return<void, Reason> {
  const now = yield* Clock.currentTimeMillis
  if (Option.isSome(retryAt)) yield* quota.pauseUntil(retryAt.value)
  if (!isTransient || attempts === maxAttempts) return yield* Effect.fail(reason)
  const asked = Option.getOrElse(retryAt, () => now)
  if (asked - now > Duration.toMillis(config.maxRetryAfter)) return yield* Effect.fail(tooLong(reason, asked))
  if (asked - now > Duration.toMillis(config.maxWait)) return yield* Effect.fail(tooLong(reason, asked))
  if (Option.isNone(retryAt) && !retryBudget.spend()) return yield* Effect.fail(reason)
  const next = Math.max(asked, now + (yield* backoff(attempts)))
  if (reason._tag === "RateLimited") yield* quota.pauseUntil(next)
  if (next - now > Duration.toMillis(config.maxWait)) {
    return yield* Effect.fail(reason._tag === "RateLimited" ? tooLong(reason, next) : reason)
  }
  yield* call.mustReach(next, "the service failed, and the next attempt would come too late")
  yield* countRetry(reason._tag)
  const announce = yield* WaitListener
  yield* announce({ until: next, cause: { _tag: "Retry", said, retry: attempts, maxRetries: maxAttempts - 1 } })
  yield* Effect.sleep(Math.max(0, next - now))
})

/**
 * Repeats a request until it succeeds, fails for good, or has used up its attempts.
 *
 * **Source** docs/api.md, statement 33.
 */
export const retried = Effect.fnUntraced(function* (
  way: RetriedWay,
  request: HttpClientRequest.HttpClientRequest,
  call: Call
): Effect.fn.Return<Outcome, Reason> {
  for (let attempts = 1; ; attempts++) {
    const result = yield* Effect.result(attempt(way, request, call))
    if (Result.isSuccess(result) || !result.failure.isTransient) way.retryBudget.noteAnswer()
    if (Result.isSuccess(result)) return result.success
    yield* waitToRetry(way, result.failure, call, attempts)
  }
})
