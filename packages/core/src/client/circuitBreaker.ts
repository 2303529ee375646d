import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { Guards } from "../budget/Budget.ts"
import type { Send } from "../budget/Call.ts"
import { CircuitOpen, type Reason } from "../PublicRecordsError.ts"

const failureThreshold = 5
/** How long other calls are refused while one call tests whether the service works again. **Units** milliseconds. */
const probeMillis = 1000
const openDurations = Schedule.min([Schedule.exponential("30 seconds"), Schedule.spaced("5 minutes")])

/** Classifies a call for the circuit breaker. Ignores calls that were not sent or had too little time. */
const outcomeOf = (exit: Exit.Exit<unknown, Reason>): CircuitBreaker.Outcome => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const [failure] = exit.cause.reasons
  if (failure?._tag !== "Fail") return CircuitBreaker.ignored
  const { _tag } = failure.error
  if (_tag === "Unavailable") return CircuitBreaker.failure()
  return _tag === "RateLimited" || _tag === "DeadlineExceeded" ? CircuitBreaker.ignored : CircuitBreaker.success
}

const reasonOf = (error: CircuitBreaker.CircuitBreakerError | Reason): Effect.Effect<never, Reason> => {
  if (error._tag !== "CircuitBreakerError") return Effect.fail(error)
  const { reason } = error
  const rest = reason._tag === "CircuitOpen" ? Duration.toMillis(reason.retryAfter) : probeMillis
  return Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.fail(new CircuitOpen({ nextTryAt: new Date(now + rest) }))
  )
}

/**
 * Creates a circuit breaker. It opens after five consecutive calls failed with `Unavailable` despite their retries. While it is
 * open, calls fail with `CircuitOpen` immediately. It stays open for 30 seconds, and twice as long each time that the next call
 * fails too, up to 5 minutes. **Source** docs/api.md, statement 35.
 */
export const withCircuitBreaker = Effect.fnUntraced(function* (service: string) {
  const { breakers } = yield* Guards
  const breaker = yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(failureThreshold),
    openDuration: openDurations
  }).pipe(Effect.provideContext(yield* Layer.build(breakers)))
  return <Request, A>(send: Send<Request, A, Reason>): Send<Request, A, Reason> =>
    (request, call) =>
      breaker.execute(send(request, call), { key: service, classify: outcomeOf }).pipe(Effect.catch(reasonOf))
})
