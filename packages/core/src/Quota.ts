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

/** A budget of so many requests in any hour, held in memory. */
export const makeQuota = Effect.fnUntraced(function* (requestsPerHour: number): Effect.fn.Return<Quota> {
  const queue = yield* Semaphore.make(1)
  const state = yield* SubscriptionRef.make<QuotaState>({
    limit: Option.none(),
    remaining: Option.none(),
    requestsThisHour: 0,
    nextRequestAt: Option.none()
  })
  let spent: ReadonlyArray<Spent> = []
  let pausedUntil = 0
  let serviceLimit = Number.POSITIVE_INFINITY

  const forget = (now: number): void => {
    spent = spent.filter(({ at }) => now - at < hourInMillis)
  }

  const freeAt = (): number => {
    const limit = Math.min(requestsPerHour, serviceLimit)
    const blocking = spent.length < limit ? undefined : spent[spent.length - limit]
    return Math.max(pausedUntil, blocking === undefined ? 0 : blocking.at + hourInMillis)
  }

  const publish = (change: Partial<QuotaState>): Effect.Effect<void> =>
    SubscriptionRef.update(state, (before) => ({
      ...before,
      requestsThisHour: spent.filter(({ isOurs }) => isOurs).length,
      ...change
    }))

  const waitForPlace: Effect.Effect<void> = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    forget(now)
    const at = freeAt()
    if (at <= now) {
      spent = [...spent, { at: now, isOurs: true }]
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
    const now = yield* Clock.currentTimeMillis
    serviceLimit = Math.max(1, limit.value)
    forget(now)
    const byOthers = Math.max(0, limit.value - remaining.value - spent.length)
    spent = [...spent, ...Array.from({ length: Math.min(byOthers, limit.value) }, () => ({ at: now, isOurs: false }))]
    yield* publish({ limit, remaining })
  })

  return {
    take: queue.withPermit(waitForPlace),
    learn,
    pauseUntil: (milliseconds) =>
      Effect.suspend(() => {
        pausedUntil = Math.max(pausedUntil, milliseconds)
        return publish({ nextRequestAt: Option.some(pausedUntil) })
      }),
    state
  }
})
