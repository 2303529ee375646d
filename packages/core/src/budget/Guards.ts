import { Context, type Duration, Effect, type Layer, type Scope } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { type Budget, budgetInMemory } from "./Budget.ts"

/** Whose budget it is. */
export interface BudgetOwner {
  /** A digest that tells the key and the service apart from others; no part of the key. */
  readonly digest: string
  readonly requestsPerHour: number
  /** The longest that a request may be under way. */
  readonly attemptTimeout: Duration.Duration
}

/** Where a key's budget is counted, and where it is kept that the service is down. */
export interface GuardsShape {
  readonly budget: (owner: BudgetOwner) => Effect.Effect<Budget, never, Scope.Scope>
  readonly breakers: Layer.Layer<CircuitBreaker.CircuitBreakerStore>
  /** Whether other processes count with this one. */
  readonly isShared: boolean
}

/**
 * Where a client keeps its budget and its breaker: in this process, unless a layer such as `RedisGuards.layer` provides
 * another place.
 */
export const Guards = Context.Reference<GuardsShape>("@public-records/core/Guards", {
  defaultValue: () => ({
    budget: ({ requestsPerHour }) => Effect.sync(() => budgetInMemory(requestsPerHour)),
    breakers: CircuitBreaker.layerStoreMemory(),
    isShared: false
  })
})
