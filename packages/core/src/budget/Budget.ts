import { Clock, Context, type Duration, Effect, type Layer, type Scope } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { Ledger, type RateLimitStatus } from "./Ledger.ts"

/** The right to send one request. **Units** milliseconds since 1970. */
export interface Permit {
  readonly id: string
  readonly acquiredAt: number
}

/** The state of a budget. `nextRequestAt` is in milliseconds since 1970, in the past if a request may be sent immediately. */
export interface BudgetState {
  readonly requestsThisHour: number
  readonly nextRequestAt: number
}

/** A permit, or the time of the next one. `isPaused` is true if the service itself asked to wait until then. */
export type AcquireResult =
  | { readonly _tag: "Granted"; readonly permit: Permit; readonly state: BudgetState }
  | { readonly _tag: "Full"; readonly isPaused: boolean; readonly state: BudgetState }

/** The result of a request, for its budget. */
export interface RequestOutcome {
  readonly count: RateLimitStatus | undefined
  /** The end of the pause that a 429 asked for. */
  readonly refusedUntil: number | undefined
}

/**
 * The requests that a key may send in any hour, counted in this process or in one place for many processes.
 * **Source** docs/api.md, statement 32.
 */
export interface Budget {
  /** Acquires a permit, or reports when to try again. Never waits for a permit. */
  readonly tryAcquire: Effect.Effect<AcquireResult>
  /** Records that the request of a permit received a response or never will. */
  readonly settle: (permit: Permit, outcome: RequestOutcome) => Effect.Effect<BudgetState>
  /** Grants no permits before that time, because the service asked for a pause. Replaces an earlier pause. */
  readonly pauseUntil: (time: number) => Effect.Effect<BudgetState>
  /** Returns when the last of a number of further requests may be sent. */
  readonly availableAt: (requests: number) => Effect.Effect<number>
  /** Milliseconds after which a waiting caller tries again, because another process may have changed the budget. */
  readonly recheckInterval: number
}

/** A budget in this process that can also count requests of another budget's permits. */
export interface LocalBudget extends Budget {
  /** Counts a request that another budget permits, even if this one is full. */
  readonly begin: Effect.Effect<Permit>
  /** The end of the last pause that the service asked for. */
  readonly pausedUntil: Effect.Effect<number>
}

/** Creates a budget that is counted in this process. */
export const budgetInMemory = (requestsPerHour: number): LocalBudget => {
  const ledger = new Ledger(requestsPerHour)
  let permits = 0

  const stateAt = (now: number): BudgetState => ({
    nextRequestAt: ledger.availableAt(1, now),
    requestsThisHour: ledger.ownRequests
  })
  const begin = (now: number): Permit => {
    ledger.begin()
    return { id: String(permits++), acquiredAt: now }
  }
  const tryAcquire = (now: number): AcquireResult => {
    const state = stateAt(now)
    const { nextRequestAt } = state
    if (nextRequestAt > now) return { _tag: "Full", isPaused: ledger.pausedUntil === nextRequestAt, state }
    return { _tag: "Granted", permit: begin(now), state: stateAt(now) }
  }
  const pauseUntil = (time: number, now: number): BudgetState => {
    if (time > now) ledger.pausedUntil = time
    return stateAt(now)
  }
  const settle = ({ acquiredAt }: Permit, { count, refusedUntil }: RequestOutcome, now: number): BudgetState => {
    ledger.end(now)
    if (refusedUntil !== undefined) pauseUntil(refusedUntil, now)
    if (count !== undefined && refusedUntil !== undefined && count.remaining === 0) {
      ledger.applyRefusal(count.limit, refusedUntil, now)
    } else if (count !== undefined) {
      ledger.applyServiceCount(count, acquiredAt, now)
    }
    return stateAt(now)
  }
  const atNow = <A>(use: (now: number) => A): Effect.Effect<A> => Effect.map(Clock.currentTimeMillis, use)

  return {
    tryAcquire: atNow(tryAcquire),
    settle: (permit, outcome) => atNow((now) => settle(permit, outcome, now)),
    pauseUntil: (time) => atNow((now) => pauseUntil(time, now)),
    availableAt: (requests) => atNow((now) => ledger.availableAt(requests, now)),
    recheckInterval: Number.POSITIVE_INFINITY,
    begin: atNow(begin),
    pausedUntil: Effect.sync(() => ledger.pausedUntil)
  }
}

/** The key and service that a budget is for. */
export interface BudgetOwner {
  /** A digest of the service's address and the API key, for a name of the budget. It contains no part of the key. */
  readonly digest: Effect.Effect<string>
  readonly requestsPerHour: number
  /** The longest that one attempt may take. */
  readonly attemptTimeout: Duration.Duration
}

/** Where the budget of a key and the state of circuit breakers are kept. */
export interface GuardsShape {
  readonly budget: (owner: BudgetOwner) => Effect.Effect<Budget, never, Scope.Scope>
  readonly breakers: Layer.Layer<CircuitBreaker.CircuitBreakerStore>
}

/**
 * Where a client keeps its budget and its circuit breakers: in this process, unless a layer such as `RedisGuards.layer` of
 * `@public-records/redis` provides another place.
 */
export const Guards = Context.Reference<GuardsShape>("@public-records/core/Guards", {
  defaultValue: () => ({
    budget: ({ requestsPerHour }) => Effect.sync(() => budgetInMemory(requestsPerHour)),
    breakers: CircuitBreaker.layerStoreMemory()
  })
})
