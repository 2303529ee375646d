import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { Ledger, type RateLimitStatus } from "./Ledger.ts"

/** The right to send one request. */
export interface Permit {
  readonly id: string
  /** **Units** milliseconds since 1970. */
  readonly acquiredAt: number
}

/** The state of a budget. */
export interface BudgetState {
  readonly requestsThisHour: number
  /** **Units** milliseconds since 1970, in the past if a request may be sent immediately. */
  readonly nextRequestAt: number
}

/** A permit, or the time of the next one. `isPaused` is `true` if the service requested a pause until then. */
export type AcquireResult =
  | { readonly _tag: "Granted"; readonly permit: Permit; readonly state: BudgetState }
  | { readonly _tag: "Full"; readonly isPaused: boolean; readonly state: BudgetState }

/** The part of a request's result that affects the budget. */
export interface RequestOutcome {
  readonly count: RateLimitStatus | undefined
  /** The end of the pause that a 429 requested. */
  readonly refusedUntil: number | undefined
}

/** The requests that a key may send in any hour, of one or many processes. **Source** docs/api.md, statement 32. */
export interface Budget {
  /** Acquires a permit, or returns the time of the next one. Never waits. */
  readonly tryAcquire: Effect.Effect<AcquireResult>
  /** Records that the request of a permit has ended, with or without a response. */
  readonly settle: (permit: Permit, outcome: RequestOutcome) => Effect.Effect<BudgetState>
  /** Grants no permits before `time`, because the service requested a pause. Replaces an earlier pause. */
  readonly pauseUntil: (time: number) => Effect.Effect<BudgetState>
  /** Returns the time at which the last of a number of requests may be sent. */
  readonly availableAt: (requests: number) => Effect.Effect<number>
  /** How soon a waiting caller tries again, because other processes change the budget too. **Units** milliseconds. */
  readonly recheckInterval: number
}

/** A budget in this process. It can also count requests that another budget permits. */
export interface LocalBudget extends Budget {
  /** Counts a request that another budget permits, even if this budget is used up. */
  readonly begin: Effect.Effect<Permit>
  /** The end of the latest pause that the service requested. */
  readonly pausedUntil: Effect.Effect<number>
}

/** Creates a budget that a ledger counts. */
const budgetOver = (ledger: Ledger): LocalBudget => {
  let permits = 0

  const stateAt = (now: number): BudgetState => ({
    nextRequestAt: ledger.availableAt(1, now),
    requestsThisHour: ledger.ownRequests
  })
  const begin = (now: number): Permit => {
    ledger.begin(now)
    // Stryker disable next-line UpdateOperator: ids only have to differ
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
    // Stryker disable next-line ConditionalExpression: a pause until no time changes nothing
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

/** Creates a budget in this process. */
export const budgetInMemory = (requestsPerHour: number): LocalBudget => budgetOver(new Ledger(requestsPerHour))

/** Creates a function that returns the same budget to every client, for the smallest of their limits. */
export const budgetForAll = (): ((requestsPerHour: number) => Budget) => {
  const ledger = new Ledger(Number.POSITIVE_INFINITY)
  // Another client may end a pause early.
  const budget = { ...budgetOver(ledger), recheckInterval: 1000 }
  return (requestsPerHour) => {
    ledger.lowerLimit(requestsPerHour)
    return budget
  }
}

/** The key and the service of a budget. */
export interface BudgetOwner {
  /** A digest of the service's origin and the API key. It can name the budget, because it does not reveal the key. */
  readonly digest: Effect.Effect<string>
  readonly requestsPerHour: number
  readonly attemptTimeout: Duration.Duration
}

/** The storage of budgets and circuit breakers. */
export interface GuardsShape {
  readonly budget: (owner: BudgetOwner) => Effect.Effect<Budget, never, Scope.Scope>
  readonly breakers: Layer.Layer<CircuitBreaker.CircuitBreakerStore>
}

/** The storage of budgets and circuit breakers, in this process unless a layer such as `RedisGuards.layer` replaces it. */
export const Guards = Context.Reference<GuardsShape>("@public-records/core/Guards", {
  defaultValue: () => ({
    budget: ({ requestsPerHour }) => Effect.sync(() => budgetInMemory(requestsPerHour)),
    breakers: CircuitBreaker.layerStoreMemory()
  })
})
