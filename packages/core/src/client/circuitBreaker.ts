import { Clock, Duration, Effect, Exit, Layer, Schedule, type Scope } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { type GuardsShape } from "../budget/Guards.ts"
import { CircuitOpen, type Reason } from "../PublicRecordsError.ts"
import { type Send } from "./Send.ts"

const failureThreshold = 5
/** How long callers wait while one call tries whether the service works again. **Units** milliseconds. */
const probeMillis = 1000
const openDurations = Schedule.min([Schedule.exponential("30 seconds"), Schedule.spaced("5 minutes")])

/** Runs calls to a service, or fails with `CircuitOpen` while the breaker is open. */
export interface ServiceBreaker {
  readonly guard: <A>(call: Effect.Effect<A, Reason>) => Effect.Effect<A, Reason>
}

/** Sends nothing while the circuit breaker is open. */
export const withCircuitBreaker =
  ({ guard }: ServiceBreaker) =>
  <Request, A>(send: Send<Request, A, Reason>): Send<Request, A, Reason> =>
  (request, call) =>
    guard(send(request, call))

/** A call shows the health of the service if it got a response, or none at all. One that was not sent shows nothing. */
const outcomeOf = (exit: Exit.Exit<unknown, Reason>): CircuitBreaker.Outcome => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const [failure] = exit.cause.reasons
  if (failure?._tag !== "Fail") return CircuitBreaker.ignored
  const { _tag } = failure.error
  if (_tag === "Unavailable") return CircuitBreaker.failure()
  return _tag === "RateLimited" || _tag === "DeadlineExceeded" ? CircuitBreaker.ignored : CircuitBreaker.success
}

/**
 * Makes a breaker that opens after five calls in a row failed with `Unavailable`, retries included. While it is open, calls
 * fail at once: for 30 seconds, and twice as long each time that the next call fails again, up to 5 minutes.
 */
export const makeServiceBreaker = Effect.fnUntraced(function* (
  service: string,
  { breakers, isShared }: GuardsShape
): Effect.fn.Return<ServiceBreaker, never, Scope.Scope> {
  const breaker = yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(failureThreshold),
    openDuration: openDurations
  }).pipe(Effect.provideContext(yield* Layer.build(breakers)))

  const reasonOf = (error: CircuitBreaker.CircuitBreakerError | Reason): Effect.Effect<never, Reason> => {
    if (error._tag !== "CircuitBreakerError") return Effect.fail(error)
    const { reason } = error
    const rest = reason._tag === "CircuitOpen" ? Duration.toMillis(reason.retryAfter) : probeMillis
    return Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(new CircuitOpen({ nextTryAt: now + rest })))
  }

  const guarded = <A>(call: Effect.Effect<A, Reason>): Effect.Effect<A, Reason> =>
    breaker.execute(call, { key: service, classify: outcomeOf }).pipe(Effect.catch(reasonOf))

  let isHealthy = !isShared
  const noteHealth = (exit: Exit.Exit<unknown, Reason>): Effect.Effect<void> =>
    Effect.sync(() => {
      const { _tag } = outcomeOf(exit)
      if (_tag !== "Ignored") isHealthy = _tag === "Success" && !isShared
    })

  return {
    guard: (call) =>
      Effect.suspend(() => {
        if (!isHealthy) return guarded(Effect.onExit(call, noteHealth))
        // While no call fails there is nothing to count: only a failure is reported to the breaker.
        return Effect.onError(call, (cause) =>
          Effect.andThen(noteHealth(Exit.failCause(cause)), Effect.exit(guarded(Effect.failCause(cause))))
        )
      })
  }
})
