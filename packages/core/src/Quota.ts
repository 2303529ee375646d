import { Clock, Effect, Option, Semaphore, SubscriptionRef } from "effect"
import { type Headers } from "effect/http"

const hourInMillis = 3_600_000

/**
 * What is left of a key's budget.
 *
 * **Units** requests in a rolling hour; `nextRequestAt` in milliseconds since 1970, `None` while nothing has to wait.
 *
 * **Gotchas** `limit` and `remaining` are what the service last said, `None` until it says so.
 *
 * **Source** observed, "Gateway"; decision 22.
 */
export interface QuotaState {
  readonly limit: Option.Option<number>
  readonly remaining: Option.Option<number>
  readonly requestsThisHour: number
  readonly nextRequestAt: Option.Option<number>
}

/** The gate that every request passes before it is sent, first come, first served. */
export interface Quota {
  /** Waits until the budget has a place, and takes it. */
  readonly take: Effect.Effect<void>
  /** Learns the service's own count from an answer's headers. */
  readonly learn: (headers: Headers.Headers) => Effect.Effect<void>
  /** Lets nothing through before that time, because the service asked for it. */
  readonly pauseUntil: (milliseconds: number) => Effect.Effect<void>
  readonly state: SubscriptionRef.SubscriptionRef<QuotaState>
}

/** A request of the last hour; one that others made with the same key is known by the service's count only. */
interface Spent {
  readonly at: number
  readonly isOurs: boolean
}

const wholeNumber = (text: string | undefined): Option.Option<number> =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Option.some(Number(text)) : Option.none()

/** The requests of the last hour, and when the next one fits in beside them. */
class Ledger {
  readonly #requestsPerHour: number
  #spent: ReadonlyArray<Spent> = []
  #serviceLimit = Number.POSITIVE_INFINITY
  #pausedUntil = 0

  constructor(requestsPerHour: number) {
    this.#requestsPerHour = requestsPerHour
  }

  forget(now: number): void {
    this.#spent = this.#spent.filter(({ at }) => now - at < hourInMillis)
  }

  /** The first time at which a request may go. */
  freeAt(): number {
    const limit = Math.min(this.#requestsPerHour, this.#serviceLimit)
    const blocking = this.#spent.length < limit ? undefined : this.#spent[this.#spent.length - limit]
    return Math.max(this.#pausedUntil, blocking === undefined ? 0 : blocking.at + hourInMillis)
  }

  spend(now: number): void {
    this.#spent = [...this.#spent, { at: now, isOurs: true }]
  }

  /** Takes over the service's own count: what is missing from ours was spent by others, at the latest just now. */
  learn(limit: number, remaining: number, now: number): void {
    this.#serviceLimit = Math.max(1, limit)
    this.forget(now)
    const byOthers = Math.min(limit, Math.max(0, limit - remaining - this.#spent.length))
    this.#spent = [...this.#spent, ...Array.from({ length: byOthers }, () => ({ at: now, isOurs: false }))]
  }

  /** Gives the end of the pause, which another request may have made longer. */
  pauseUntil(milliseconds: number): number {
    this.#pausedUntil = Math.max(this.#pausedUntil, milliseconds)
    return this.#pausedUntil
  }

  get ownRequests(): number {
    return this.#spent.filter(({ isOurs }) => isOurs).length
  }
}

const unknownQuota: QuotaState = {
  limit: Option.none(),
  remaining: Option.none(),
  requestsThisHour: 0,
  nextRequestAt: Option.none()
}

/** A budget of so many requests in any hour, held in memory. */
export const makeQuota = Effect.fnUntraced(function* (requestsPerHour: number): Effect.fn.Return<Quota> {
  const queue = yield* Semaphore.make(1)
  const state = yield* SubscriptionRef.make(unknownQuota)
  const ledger = new Ledger(requestsPerHour)

  const publish = (change: Partial<QuotaState>): Effect.Effect<void> =>
    SubscriptionRef.update(state, (before) => ({ ...before, requestsThisHour: ledger.ownRequests, ...change }))

  const waitForPlace: Effect.Effect<void> = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    ledger.forget(now)
    const at = ledger.freeAt()
    if (at <= now) {
      ledger.spend(now)
      return yield* publish({ nextRequestAt: Option.none() })
    }
    yield* publish({ nextRequestAt: Option.some(at) })
    yield* Effect.sleep(at - now)
    return yield* waitForPlace
  })

  const learn = Effect.fnUntraced(function* (headers: Headers.Headers) {
    const limit = wholeNumber(headers["x-ratelimit-limit"])
    const remaining = wholeNumber(headers["x-ratelimit-remaining"])
    if (Option.isNone(limit) || Option.isNone(remaining)) return
    ledger.learn(limit.value, remaining.value, yield* Clock.currentTimeMillis)
    yield* publish({ limit, remaining })
  })

  return {
    take: queue.withPermit(waitForPlace),
    learn,
    pauseUntil: (milliseconds) =>
      Effect.suspend(() => publish({ nextRequestAt: Option.some(ledger.pauseUntil(milliseconds)) })),
    state
  }
})
