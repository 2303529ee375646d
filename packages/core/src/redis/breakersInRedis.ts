import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import type * as Redis from "effect/persistence/Redis"

type Store = CircuitBreaker.CircuitBreakerStore["Service"]

const isStoreFailure = ({ reason }: CircuitBreaker.CircuitBreakerError): boolean =>
  reason._tag === "CircuitBreakerStoreError"

/** Falls back to a local store, whose generations are negative so that each outcome is recorded in the right store. */
const withFallback = (shared: Store, local: Store): Store => ({
  admit: (key) =>
    Effect.catchIf(shared.admit(key), isStoreFailure, () =>
      Effect.map(local.admit(key), (admission) => ({ ...admission, generation: -1 - admission.generation }))
    ),
  record: (outcome) =>
    outcome.generation < 0
      ? local.record({ ...outcome, generation: -1 - outcome.generation })
      : Effect.catchIf(shared.record(outcome), isStoreFailure, () => Effect.succeed(undefined)),
  state: (key) => Effect.catchIf(shared.state(key), isStoreFailure, () => local.state(key))
})

/** Creates circuit breakers whose state all processes share. While Redis is down, each process uses its own. */
export const breakersInRedis = (prefix: string): Layer.Layer<CircuitBreaker.CircuitBreakerStore, never, Redis.Redis> =>
  Layer.effect(
    CircuitBreaker.CircuitBreakerStore,
    Effect.gen(function* () {
      const shared = yield* Layer.build(CircuitBreaker.layerStoreRedis({ prefix: `${prefix}breaker:` }))
      const local = yield* Layer.build(CircuitBreaker.layerStoreMemory())
      return withFallback(
        Context.get(shared, CircuitBreaker.CircuitBreakerStore),
        Context.get(local, CircuitBreaker.CircuitBreakerStore)
      )
    })
  )
