import { Context, Effect, Layer } from "effect"
import { CircuitBreaker, type Redis } from "effect/persistence"

type Store = CircuitBreaker.CircuitBreakerStore["Service"]

const isOfStore = ({ reason }: CircuitBreaker.CircuitBreakerError): boolean =>
  reason._tag === "CircuitBreakerStoreError"

/** Generations of this process's own store are kept apart from those of Redis by their sign. */
const marked = (generation: number): number => -1 - generation

/** The state of breakers in one store, and in another while that one does not answer. */
const withFallback = (shared: Store, own: Store): Store => ({
  admit: (key) =>
    Effect.catchIf(shared.admit(key), isOfStore, () =>
      Effect.map(own.admit(key), (admission) => ({ ...admission, generation: marked(admission.generation) }))
    ),
  record: (outcome) =>
    outcome.generation < 0
      ? own.record({ ...outcome, generation: marked(outcome.generation) })
      : shared.record(outcome),
  state: (key) => Effect.catchIf(shared.state(key), isOfStore, () => own.state(key))
})

/** Breakers whose state all processes share, and each has for itself while Redis does not answer. */
export const breakersInRedis = (prefix: string): Layer.Layer<CircuitBreaker.CircuitBreakerStore, never, Redis.Redis> =>
  Layer.effect(
    CircuitBreaker.CircuitBreakerStore,
    Effect.gen(function* () {
      const shared = yield* Layer.build(CircuitBreaker.layerStoreRedis({ prefix: `${prefix}breaker:` }))
      const own = yield* Layer.build(CircuitBreaker.layerStoreMemory())
      return withFallback(
        Context.get(shared, CircuitBreaker.CircuitBreakerStore),
        Context.get(own, CircuitBreaker.CircuitBreakerStore)
      )
    })
  )
