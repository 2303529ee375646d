import { type BudgetState, endIn, type Ending, type Place, stateOf, takeIn, type Verdict } from "./Budget.ts"
import { budgetWindowMillis, Ledger } from "./Ledger.ts"

/** More than this is not remembered one by one; the service's own count stands in for it. */
const mostRemembered = 10_000

/** A request that counts, and the time from which its hour does. */
interface CountedRequest {
  readonly id: string
  readonly countedFrom: number
}

/** What a process would have to tell of its own requests, were nobody else to know of them. */
export interface Remembered {
  readonly pausedUntil: number
  readonly requests: ReadonlyArray<CountedRequest>
  /** Requests that do not count, though others may believe so. */
  readonly uncounted: ReadonlyArray<string>
}

/**
 * What this process knows of a budget that is counted elsewhere: enough to decide for itself while that cannot be asked,
 * and to tell afterwards what it did.
 *
 * **Units** milliseconds since 1970.
 */
export class OwnBudget {
  readonly #ledger: Ledger
  readonly #longestMillis: number
  readonly #underWay = new Map<string, number>()
  readonly #ended = new Map<string, number>()
  readonly #uncounted = new Set<string>()

  constructor(requestsPerHour: number, longestMillis: number) {
    this.#ledger = new Ledger(requestsPerHour)
    this.#longestMillis = longestMillis
  }

  stateAt(now: number): BudgetState {
    return stateOf(this.#ledger, now)
  }

  /** Takes a place by what this process knows. */
  takeAt(now: number, id: string): Verdict {
    const verdict = takeIn(this.#ledger, now, id)
    if (verdict._tag === "Granted") this.#underWay.set(id, now)
    else this.#uncounted.add(id)
    return verdict
  }

  /** A place was taken that others gave. */
  begin(now: number, id: string): Place {
    this.#underWay.set(id, now)
    this.#ledger.begin()
    return { id, takenAt: now }
  }

  /** A request that held a place was answered, refused, or will not be. */
  endAt(now: number, place: Place, ending: Ending): BudgetState {
    this.#underWay.delete(place.id)
    this.#ended.set(place.id, now)
    this.#forget(now)
    return endIn(this.#ledger, now, place, ending)
  }

  pauseUntil(time: number): void {
    this.#ledger.pauseUntil(time)
  }

  timeOf(requests: number, now: number): number {
    return this.#ledger.timeOf(requests, now)
  }

  rememberedAt(now: number): Remembered {
    this.#forget(now)
    return {
      pausedUntil: this.#ledger.pausedUntil,
      requests: [
        ...Array.from(this.#ended, ([id, countedFrom]) => ({ id, countedFrom })),
        ...Array.from(this.#underWay, ([id, takenAt]) => ({ id, countedFrom: takenAt + this.#longestMillis }))
      ],
      uncounted: [...this.#uncounted]
    }
  }

  /** The others know that these requests do not count. */
  forgetUncounted(ids: ReadonlyArray<string>): void {
    for (const id of ids) this.#uncounted.delete(id)
  }

  #forget(now: number): void {
    for (const [id, endedAt] of this.#ended) {
      if (endedAt > now - budgetWindowMillis && this.#ended.size <= mostRemembered) return
      this.#ended.delete(id)
    }
  }
}
