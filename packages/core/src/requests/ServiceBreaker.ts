import { Clock, Duration, Effect, Exit, Layer, Schedule, type Scope } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { type GuardsShape } from "../budget/Guards.ts"
import { CircuitOpen, type Reason } from "../PublicRecordsError.ts"

const failuresInARow = 5
/** How long one waits for the verdict of the one call that tries whether the service is back. **Units** milliseconds. */
const probeMillis = 1000
const restPeriods = Schedule.min([Schedule.exponential("30 seconds"), Schedule.spaced("5 minutes")])

/** Lets calls to a service through, or fails with `CircuitOpen` while it rests. */
export interface ServiceBreaker {
  readonly guard: <A>(call: Effect.Effect<A, Reason>) => Effect.Effect<A, Reason>
}

/** A call says something of the service's health when it was answered, or not at all; nothing where it was not made. */
const outcomeOf = (exit: Exit.Exit<unknown, Reason>): CircuitBreaker.Outcome => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const [failure] = exit.cause.reasons
  if (failure?._tag !== "Fail") return CircuitBreaker.ignored
  const { _tag } = failure.error
  if (_tag === "Unavailable") return CircuitBreaker.failure()
  return _tag === "RateLimited" || _tag === "DeadlineExceeded" ? CircuitBreaker.ignored : CircuitBreaker.success
}

/**
 * A breaker that lets a dead service rest: after five calls in a row that failed with `Unavailable`, retries included, the
 * next ones fail at once for 30 seconds, and twice as long each time that one call then fails again, up to 5 minutes.
 */
export const makeServiceBreaker = Effect.fnUntraced(function* (
  service: string,
  { breakers, isShared }: GuardsShape
): Effect.fn.Return<ServiceBreaker, never, Scope.Scope> {
  const breaker = yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(failuresInARow),
    openDuration: restPeriods
  }).pipe(Effect.provideContext(yield* Layer.build(breakers)))

  const reasonOf = (error: CircuitBreaker.CircuitBreakerError | Reason): Effect.Effect<never, Reason> => {
    if (error._tag !== "CircuitBreakerError") return Effect.fail(error)
    const { reason } = error
    const rest = reason._tag === "CircuitOpen" ? Duration.toMillis(reason.retryAfter) : probeMillis
    return Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(new CircuitOpen({ nextTryAt: now + rest })))
  }

  const guarded = <A>(call: Effect.Effect<A, Reason>): Effect.Effect<A, Reason> =>
    breaker.execute(call, { key: service, classify: outcomeOf }).pipe(Effect.catch(reasonOf))

  let isWell = !isShared
  const noteHealth = (exit: Exit.Exit<unknown, Reason>): Effect.Effect<void> =>
    Effect.sync(() => {
      const { _tag } = outcomeOf(exit)
      if (_tag !== "Ignored") isWell = _tag === "Success" && !isShared
    })

  return {
    guard: (call) =>
      Effect.suspend(() => {
        if (!isWell) return guarded(Effect.onExit(call, noteHealth))
        // While no call fails there is nothing to count: only a failure is told to the breaker.
        return Effect.onError(call, (cause) =>
          Effect.andThen(noteHealth(Exit.failCause(cause)), Effect.exit(guarded(Effect.failCause(cause))))
        )
      })
  }
})
