import { Clock, Duration, Effect, Option, Random, Result } from "effect"
import { type Call, type Send } from "../budget/Call.ts"
import { type Quota } from "../budget/Quota.ts"
import { WaitListener } from "../CallOptions.ts"
import { type ClientConfig } from "../Options.ts"
import { RateLimited, type Reason } from "../PublicRecordsError.ts"
import { AttemptFailure } from "./failures.ts"
import { countRetry } from "./telemetry.ts"

const firstBackoffMillis = 250
const maxBackoffMillis = 10_000

const maxRetriesSaved = 10
const responsesPerRetry = 10

/**
 * The retries that a client may spend, so that a failing service does not get five times its usual requests: 10 at first, one
 * more for each ten responses of a working service, never more than 10.
 */
class RetryBudget {
  retries = maxRetriesSaved
  #responses = 0

  recordResponse(): void {
    this.#responses = (this.#responses + 1) % responsesPerRetry
    if (this.#responses === 0) this.retries = Math.min(maxRetriesSaved, this.retries + 1)
  }
}

/** Full jitter: any time up to the backoff, which doubles with each attempt. */
const backoff = (attempts: number): Effect.Effect<number> =>
  Random.nextIntBetween(0, Math.min(maxBackoffMillis, firstBackoffMillis * 2 ** attempts))

/** Returns the error of a wait that is too long for a call. It says when to try again. */
const rateLimitedUntil = (nextTryAt: number, reason: Reason): Reason =>
  new RateLimited({
    nextTryAt,
    detail: reason._tag === "RateLimited" || reason._tag === "Unavailable" ? reason.detail : "",
    ...(reason._tag === "RateLimited" ? {} : { isPause: true })
  })

const waitUntil = Effect.fnUntraced(function* (
  next: number,
  { reason, detail }: AttemptFailure,
  retry: number,
  { maxAttempts }: Call
) {
  yield* countRetry(reason._tag)
  const announce = yield* WaitListener
  yield* announce({ until: next, cause: { _tag: "Retry", detail, retry, maxRetries: maxAttempts - 1 } })
  yield* Effect.sleep(Math.max(0, next - (yield* Clock.currentTimeMillis)))
})

/**
 * Repeats a request until it succeeds, or another attempt cannot help, or its attempts are used up.
 * **Source** docs/api.md, statement 33.
 */
export const withRetries = (config: ClientConfig, quota: Quota) => {
  const maxRetryAfter = Duration.toMillis(config.maxRetryAfter)
  const maxWait = Duration.toMillis(config.maxWait)
  const budget = new RetryBudget()

  /**
   * Decides whether and when a failed attempt is repeated. Returns the time of the next attempt, never earlier than the
   * service asked for. The whole queue of the key waits for a pause of the service and for the backoff of a refusal.
   * **Fails with** the reason of the failure if another attempt cannot help, exceeds the retry budget or would come later than
   * `maxWait` allows; `RateLimited` if the service asked for too long a wait; `DeadlineExceeded` if the wait does not fit.
   */
  const timeOfRetry = Effect.fnUntraced(function* ({ reason, retryAt }: AttemptFailure, attempts: number, call: Call) {
    const now = yield* Clock.currentTimeMillis
    if (Option.isSome(retryAt)) yield* quota.pauseUntil(retryAt.value)
    const isRefusal = reason._tag === "RateLimited"
    // A failure with advice, such as an unknown certificate, ends with the next attempt too.
    const mayHelp = isRefusal || (reason._tag === "Unavailable" && reason.advice === undefined)
    if (!mayHelp || attempts === call.maxAttempts) return yield* Effect.fail(reason)
    const earliest = Option.getOrElse(retryAt, () => now)
    if (earliest - now > Math.min(maxRetryAfter, maxWait)) return yield* Effect.fail(rateLimitedUntil(earliest, reason))
    if (Option.isNone(retryAt)) {
      if (budget.retries === 0) return yield* Effect.fail(reason)
      budget.retries--
    }
    const next = Math.max(earliest, now + (yield* backoff(attempts)))
    if (isRefusal) yield* quota.delayUntil(next)
    if (next - now > maxWait) return yield* Effect.fail(isRefusal ? rateLimitedUntil(next, reason) : reason)
    yield* call.ensureBeforeDeadline(next, "the service failed, and the next attempt would come too late")
    return next
  })

  return <Request, A>(send: Send<Request, A, AttemptFailure | Reason>): Send<Request, A, Reason> =>
    Effect.fnUntraced(function* (request, call): Effect.fn.Return<A, Reason> {
      for (let attempts = 1; ; attempts++) {
        const result = yield* Effect.result(send(request, call))
        if (Result.isSuccess(result)) {
          budget.recordResponse()
          return result.success
        }
        const { failure } = result
        // Refused before it was sent, by the budget or by the deadline.
        if (!(failure instanceof AttemptFailure)) return yield* Effect.fail(failure)
        const isFromWorkingService = failure.reason._tag !== "Unavailable" && failure.reason._tag !== "RateLimited"
        if (isFromWorkingService) budget.recordResponse()
        yield* waitUntil(yield* timeOfRetry(failure, attempts, call), failure, attempts, call)
      }
    })
}
