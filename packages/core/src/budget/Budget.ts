import { Clock, Effect } from "effect"
import { Ledger } from "./Ledger.ts"

/** A place in the budget, taken for one request. **Units** milliseconds since 1970. */
export interface Place {
  readonly id: string
  readonly takenAt: number
}

/** How the budget stands. **Units** `freeAt` in milliseconds since 1970; past where a request may go at once. */
export interface BudgetState {
  readonly requestsThisHour: number
  readonly freeAt: number
}

/** What comes of asking for a place: one, or when to ask again, and whether that is the service's own word. */
export type Verdict =
  | { readonly _tag: "Granted"; readonly place: Place; readonly state: BudgetState }
  | { readonly _tag: "Full"; readonly isPaused: boolean; readonly state: BudgetState }

/** What an answer says of the key's budget: the service's own count, and whether it refused the request for it. */
export interface ServiceCount {
  readonly limit: number
  readonly remaining: number
}

/** How a request ended, as far as the budget is concerned. */
export interface Ending {
  readonly count: ServiceCount | undefined
  /** When to come back, of a request that was refused because the budget is used up. */
  readonly refusedUntil: number | undefined
}

/**
 * The requests that a key may make in any hour, wherever they are counted: in this process, or in one place for many.
 *
 * **Source** decision 22.
 */
export interface Budget {
  /** Takes a place at once, or says when to ask again; never waits. */
  readonly take: Effect.Effect<Verdict>
  /** A request that held a place was answered, or will not be. */
  readonly end: (place: Place, ending: Ending) => Effect.Effect<BudgetState>
  /** Lets nothing through before that time, because the service asked for it. Replaces an earlier pause. */
  readonly pauseUntil: (time: number) => Effect.Effect<BudgetState>
  /** When the last of so many more requests may go. */
  readonly timeOf: (requests: number) => Effect.Effect<number>
  /** After how many milliseconds of waiting it is to be asked again, because others may free a place. */
  readonly longestWait: number
}

/** How the budget of a ledger stands. */
export const stateOf = (ledger: Ledger, now: number): BudgetState => ({
  freeAt: ledger.timeOf(1, now),
  requestsThisHour: ledger.ownRequests
})

/** Takes a place in a ledger, or says when to ask again. */
export const takeIn = (ledger: Ledger, now: number, id: string): Verdict => {
  const state = stateOf(ledger, now)
  if (state.freeAt > now) return { _tag: "Full", isPaused: ledger.pausedUntil === state.freeAt, state }
  ledger.begin()
  return { _tag: "Granted", place: { id, takenAt: now }, state: stateOf(ledger, now) }
}

/** Enters into a ledger how a request ended, and what its answer says of the budget. */
export const endIn = (ledger: Ledger, now: number, place: Place, { count, refusedUntil }: Ending): BudgetState => {
  ledger.end(now)
  if (refusedUntil !== undefined && refusedUntil > now) ledger.pauseUntil(refusedUntil)
  if (count !== undefined && refusedUntil !== undefined && count.remaining === 0) {
    ledger.learnRefusal(count.limit, refusedUntil, now)
  } else if (count !== undefined) {
    ledger.learn(count, place.takenAt, now)
  }
  return stateOf(ledger, now)
}

/** A budget that is counted in this process. */
export const budgetInMemory = (requestsPerHour: number): Budget => {
  const ledger = new Ledger(requestsPerHour)
  let places = 0

  return {
    take: Effect.map(Clock.currentTimeMillis, (now) => takeIn(ledger, now, String(places++))),
    end: (place, ending) => Effect.map(Clock.currentTimeMillis, (now) => endIn(ledger, now, place, ending)),
    pauseUntil: (time) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        ledger.pauseUntil(time)
        return stateOf(ledger, now)
      }),
    timeOf: (requests) => Effect.map(Clock.currentTimeMillis, (now) => ledger.timeOf(requests, now)),
    longestWait: Number.POSITIVE_INFINITY
  }
}
