import { Context, type Duration, Effect, type Layer, type Scope } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { type Budget, budgetInMemory } from "./Budget.ts"

/** The key and service that a budget is for. */
export interface BudgetOwner {
  /** A digest of the service's address and the API key. It contains no part of the key. */
  readonly digest: string
  readonly requestsPerHour: number
  /** The longest that one attempt may take. */
  readonly attemptTimeout: Duration.Duration
}

/** Where the budget of a key and the state of circuit breakers are kept. */
export interface GuardsShape {
  readonly budget: (owner: BudgetOwner) => Effect.Effect<Budget, never, Scope.Scope>
  readonly breakers: Layer.Layer<CircuitBreaker.CircuitBreakerStore>
  /** Whether other processes use the same budget and breakers. */
  readonly isShared: boolean
}

/**
 * Where a client keeps its budget and its circuit breakers: in this process, unless a layer such as `RedisGuards.layer` of
 * `@public-records/redis` provides another place.
 */
export const Guards = Context.Reference<GuardsShape>("@public-records/core/Guards", {
  defaultValue: () => ({
    budget: ({ requestsPerHour }) => Effect.sync(() => budgetInMemory(requestsPerHour)),
    breakers: CircuitBreaker.layerStoreMemory(),
    isShared: false
  })
})
