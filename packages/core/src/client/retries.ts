import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type { Call, Send } from "../budget/Call.ts"
import type { Quota } from "../budget/Quota.ts"
import { sleepUntil } from "../budget/sleepUntil.ts"
import { CallListener } from "../CallListener.ts"
import type { ClientConfig } from "../Options.ts"
import { RateLimited, type Reason } from "../PublicRecordsError.ts"
import { AttemptFailure } from "./failures.ts"

const firstBackoffMillis = 250
const maxBackoffMillis = 10_000

/**
 * Returns a random time up to the backoff, which doubles with each attempt (full jitter). It is never 0, so that a call with
 * `maxWait` 0 is never retried after one.
 */
const backoff = (attempts: number): Effect.Effect<number> =>
  Random.nextIntBetween(1, Math.min(maxBackoffMillis, firstBackoffMillis * 2 ** attempts))

/** Returns the reason for which a call does not wait until `nextTryAt`. */
const rateLimitedUntil = (nextTryAt: number, reason: Reason): Reason =>
  new RateLimited({
    by: "service",
    isPause: reason._tag !== "RateLimited",
    nextTryAt: new Date(nextTryAt),
    detail: reason._tag === "RateLimited" || reason._tag === "Unavailable" ? reason.detail : "",
    response: reason.response,
    cause: reason
  })

const waitUntil = Effect.fnUntraced(function* (
  next: number,
  { reason, detail }: AttemptFailure,
  retry: number,
  call: Call
) {
  const listen = yield* CallListener
  const { maxRetries } = call.settings
  const waitMilliseconds = Math.max(0, next - (yield* Clock.currentTimeMillis))
  const request = { attempt: call.attempts, url: call.lastUrl }
  yield* listen({ _tag: "Retry", ...call.eventFields, ...request, reason, detail, retry, maxRetries, waitMilliseconds })
  yield* sleepUntil(next)
})

/** Retries a request until it succeeds, fails permanently, or has no attempts left. **Source** docs/api.md, statement 33. */
export const withRetries = (config: ClientConfig, quota: Quota) => {
  const maxRetryAfter = Duration.toMillis(config.maxRetryAfter)

  /**
   * Returns the time of the next attempt, never earlier than the service requested. All requests of the key wait for a pause
   * of the service, and for the backoff after a 429.
   *
   * **Fails with** the reason of the failure if it is permanent, no retries are left, or the retry would come later than
   * `maxWait` allows; `RateLimited` if the service requests too long a pause; `DeadlineExceeded` after the deadline. A refusal
   * always has the time of the next try.
   */
  const timeOfRetry = Effect.fnUntraced(function* ({ reason, retryAt }: AttemptFailure, attempts: number, call: Call) {
    const { maxRetries, maxWait } = call.settings
    const now = yield* Clock.currentTimeMillis
    if (Option.isSome(retryAt)) yield* quota.pauseUntil(retryAt.value)
    const isRefusal = reason._tag === "RateLimited"
    // A failure with advice, such as an untrusted certificate, is permanent.
    const mayHelp = isRefusal || (reason._tag === "Unavailable" && reason.advice === undefined)
    if (!mayHelp) return yield* Effect.fail(reason)
    if (attempts > maxRetries) {
      const hasTime = !isRefusal || Option.isSome(retryAt)
      return yield* Effect.fail(hasTime ? reason : rateLimitedUntil(now + maxBackoffMillis, reason))
    }
    const earliest = Option.getOrElse(retryAt, () => now)
    if (earliest - now > Math.min(maxRetryAfter, maxWait)) return yield* Effect.fail(rateLimitedUntil(earliest, reason))
    const next = Math.max(earliest, now + (yield* backoff(attempts)))
    if (isRefusal) yield* quota.delayUntil(next)
    if (next - now > maxWait) return yield* Effect.fail(isRefusal ? rateLimitedUntil(next, reason) : reason)
    yield* call.ensureBeforeDeadline(next, "the service failed, and a retry would come too late", new Date(next))
    return next
  })

  return <Request, A>(send: Send<Request, A, AttemptFailure | Reason>): Send<Request, A, Reason> =>
    Effect.fnUntraced(function* (request, call): Effect.fn.Return<A, Reason> {
      for (let attempts = 1; ; attempts++) {
        const result = yield* Effect.result(send(request, call))
        if (Result.isSuccess(result)) {
          call.lastFailure = undefined
          return result.success
        }
        const { failure } = result
        // The budget or the deadline refused the request before it was sent.
        if (!(failure instanceof AttemptFailure)) return yield* Effect.fail(failure)
        call.lastFailure = failure.reason
        yield* waitUntil(yield* timeOfRetry(failure, attempts, call), failure, attempts, call)
      }
    })
}
