import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import type * as Headers from "effect/http/Headers"
import { CallListener } from "../CallListener.ts"
import { type DeadlineExceeded, RateLimited } from "../PublicRecordsError.ts"
import type { AcquireResult, Budget, BudgetState, Permit } from "./Budget.ts"
import type { Call } from "./Call.ts"
import type { RateLimitStatus } from "./Ledger.ts"
import { sleepUntil } from "./sleepUntil.ts"
import { WatchedValue } from "./WatchedValue.ts"

/**
 * The state of a key's budget in a rolling hour. `limit` and `remaining` are from the latest response that has them, or `None`.
 * `waiting` is the number of requests in the queue.
 *
 * **Units** `nextRequestAt` in milliseconds since 1970, or `None` if a request may be sent immediately.
 *
 * **Source** docs/api.md, statement 32.
 */
export interface QuotaState {
  readonly limit: Option.Option<number>
  readonly remaining: Option.Option<number>
  readonly requestsThisHour: number
  readonly nextRequestAt: Option.Option<number>
  readonly waiting: number
}

/** The part of a response that affects the budget. `refusedUntil` is the end of the pause that a 429 requests. */
type ResponseMeta = { readonly headers: Headers.Headers; readonly refusedUntil: number | undefined }

type PermitError = RateLimited | DeadlineExceeded

/**
 * Returns the rate limit in the headers of a response.
 *
 * **Wire** `X-RateLimit-Limit: 1000` and `X-RateLimit-Remaining: 998`. Returns `undefined` unless both are integers.
 */
export const parseRateLimit = (headers: Headers.Headers): RateLimitStatus | undefined => {
  const [limit, remaining] = [String(headers["x-ratelimit-limit"]), String(headers["x-ratelimit-remaining"])]
  const areIntegers = /^\d{1,15}$/.test(limit) && /^\d{1,15}$/.test(remaining)
  return areIntegers ? { limit: Number(limit), remaining: Number(remaining) } : undefined
}

/** A call that waits for a permit. `wakeSignal` opens when it should try again. */
interface Waiter {
  readonly call: Call
  readonly wakeSignal: Latch.Latch
}

/** Queue of calls waiting for a permit: interactive calls first, then in order of arrival. */
class WaitQueue {
  readonly waiters = new Set<Waiter>()

  first(): Waiter | undefined {
    const waiters = [...this.waiters]
    return waiters.find(({ call }) => call.isInteractive) ?? waiters[0]
  }

  /** Returns the position, from 1, that a call would have in the queue. */
  positionOf(call: Call): number {
    return [...this.waiters].filter((before) => before.call.isInteractive || !call.isInteractive).length + 1
  }

  wakeFirst(): void {
    this.first()?.wakeSignal.openUnsafe()
  }
}

/** Redis reports times with an error of a few milliseconds. */
const sameWaitMillis = 1000

type Announce = (until: number, isPaused: boolean) => Effect.Effect<void>

/** Returns a function that announces a wait, and later the changes of its end. */
const makeAnnounce = ({ eventFields }: Call): Announce => {
  let announced = 0
  return Effect.fnUntraced(function* (until, isPaused) {
    if (Math.abs(until - announced) < sameWaitMillis) return
    announced = until
    const listen = yield* CallListener
    yield* listen({ _tag: "Wait", ...eventFields, until: new Date(until), for: isPaused ? "service" : "budget" })
  })
}

const rateLimitedUntil = (nextTryAt: number, isPause: boolean): RateLimited =>
  new RateLimited({ by: isPause ? "service" : "budget", isPause, nextTryAt: new Date(nextTryAt) })
const tooLate = "the key's budget is used up until after the deadline"

const makeGate = (budget: Budget, state: WatchedValue<QuotaState>, maxPause: number) => ({
  maxPause,
  budget,
  state,
  queue: new WaitQueue(),
  activePermits: new Set<Permit>(),
  /** The end of the pause for which the first call waits, or 0 if it waits for the budget. **Units** milliseconds since 1970. */
  pausedUntil: 0,
  responses: 0,
  lastPublished: 0
})
type Gate = ReturnType<typeof makeGate>

const publish = Effect.fnUntraced(function* (gate: Gate, { requestsThisHour, nextRequestAt }: BudgetState) {
  const now = yield* Clock.currentTimeMillis
  const next = nextRequestAt > now ? Option.some(nextRequestAt) : Option.none()
  gate.state.update({ requestsThisHour, nextRequestAt: next, waiting: gate.queue.waiters.size })
})

const publishWaiting = ({ queue, state }: Gate): Effect.Effect<void> =>
  Effect.sync(() => {
    const waiting = queue.waiters.size
    if (state.value.waiting !== waiting) state.update({ waiting })
  })

const acquireNow = (gate: Gate): Effect.Effect<AcquireResult> =>
  Effect.tap(gate.budget.tryAcquire, (result) =>
    Effect.sync(() => {
      if (result._tag === "Granted") gate.activePermits.add(result.permit)
      else gate.pausedUntil = result.isPaused ? result.state.nextRequestAt : 0
    })
  )

type Interruptibly = <E>(wait: Effect.Effect<void, E>) => Effect.Effect<void, E>

/** Whether a call of the queue waits until `time` because of the pause for which the first call waits. */
const isPauseEnd = ({ pausedUntil }: Gate, time: number): boolean => Math.abs(time - pausedUntil) < sameWaitMillis

/** Waits until a call may be first in the queue. **Fails with** `RateLimited` if that takes until `latest`. */
const waitBehindOthers = Effect.fnUntraced(function* (gate: Gate, waiter: Waiter, latest: number) {
  const { budget, queue } = gate
  const { call, wakeSignal } = waiter
  // The first call then publishes the length of the queue.
  queue.wakeFirst()
  if (!Number.isFinite(latest)) return yield* wakeSignal.await
  const refusal = Effect.andThen(sleepUntil(latest), () => {
    // The next try comes after the other calls only.
    queue.waiters.delete(waiter)
    return Effect.flatMap(budget.availableAt(queue.positionOf(call)), (at) =>
      Effect.fail(rateLimitedUntil(at, isPauseEnd(gate, at)))
    )
  })
  return yield* Effect.raceFirst(wakeSignal.await, refusal)
})

/**
 * Acquires a permit when the waiter is first in the queue. Fails if it would wait until after `latest`. Can be interrupted only
 * while it waits, so that no permit is lost.
 */
const acquireInOrder = Effect.fnUntraced(function* (
  gate: Gate,
  waiter: Waiter,
  { announce, latest }: { readonly announce: Announce; readonly latest: number },
  interruptibly: Interruptibly
): Effect.fn.Return<Permit, PermitError> {
  const { budget, queue } = gate
  while (true) {
    waiter.wakeSignal.closeUnsafe()
    if (queue.first() !== waiter) {
      yield* interruptibly(waitBehindOthers(gate, waiter, latest))
      continue
    }
    const result = yield* acquireNow(gate)
    yield* publish(gate, result.state)
    if (result._tag === "Granted") return result.permit
    const { nextRequestAt } = result.state
    const now = yield* Clock.currentTimeMillis
    const isTooLong = nextRequestAt > latest || (result.isPaused && nextRequestAt - now > gate.maxPause)
    if (isTooLong) return yield* Effect.fail(rateLimitedUntil(nextRequestAt, result.isPaused))
    yield* waiter.call.ensureBeforeDeadline(nextRequestAt, tooLate, new Date(nextRequestAt))
    yield* interruptibly(announce(nextRequestAt, result.isPaused))
    const wait = sleepUntil(Math.min(now + budget.recheckInterval, nextRequestAt))
    yield* interruptibly(Effect.raceFirst(wait, waiter.wakeSignal.await))
  }
})

const acquire = Effect.fnUntraced(function* (gate: Gate, call: Call, interruptibly: Interruptibly) {
  const { budget, queue } = gate
  // Fast path: the queue is empty, and a permit is usually free.
  const result = queue.waiters.size === 0 ? yield* acquireNow(gate) : undefined
  if (result?._tag === "Granted") return result.permit
  const startedAt = yield* Clock.currentTimeMillis
  const latest = startedAt + call.settings.maxWait
  const at = result?.state.nextRequestAt ?? (yield* budget.availableAt(queue.positionOf(call)))
  const isPaused = result?.isPaused ?? isPauseEnd(gate, at)
  if (at > latest || (isPaused && at - startedAt > gate.maxPause))
    return yield* Effect.fail(rateLimitedUntil(at, isPaused))
  yield* call.ensureBeforeDeadline(at, tooLate, new Date(at))
  const announce = makeAnnounce(call)
  const waiter = { call, wakeSignal: Latch.makeUnsafe() }
  queue.waiters.add(waiter)
  const leave = Effect.suspend(() => {
    queue.waiters.delete(waiter)
    queue.wakeFirst()
    return publishWaiting(gate)
  })
  const announced = at > startedAt ? interruptibly(announce(at, isPaused)) : Effect.void
  const acquired = Effect.andThen(announced, acquireInOrder(gate, waiter, { announce, latest }, interruptibly))
  return yield* Effect.ensuring(acquired, leave)
})

/**
 * Settles a request. Publishes the rate limit of its response immediately, and the state of the budget unless that of a later
 * response has already been published.
 */
const settle = Effect.fnUntraced(function* (gate: Gate, permit: Permit, response?: ResponseMeta) {
  if (!gate.activePermits.delete(permit)) return
  const order = ++gate.responses
  const count = response && parseRateLimit(response.headers)
  if (count !== undefined) {
    gate.state.update({ limit: Option.some(count.limit), remaining: Option.some(count.remaining) })
  }
  const refusedUntil = response?.refusedUntil
  const counted = yield* gate.budget.settle(permit, { count, refusedUntil })
  if (order > gate.lastPublished) {
    gate.lastPublished = order
    yield* publish(gate, counted)
  }
  gate.queue.wakeFirst()
}, Effect.uninterruptible)

/** Replaces the pause, and wakes the first waiter, because its wait may be shorter now. */
const pause = Effect.fnUntraced(function* (gate: Gate, time: number) {
  yield* publish(gate, yield* gate.budget.pauseUntil(time))
  gate.queue.wakeFirst()
})

/**
 * Creates the queue in which requests wait for a permit of the budget.
 *
 * **Units** milliseconds. `maxPause` limits the wait for a pause of the service, within the call's `maxWait`.
 */
export const makeQuota = Effect.fnUntraced(function* (budget: Budget, { maxPause }: { readonly maxPause: number }) {
  const unknown = { limit: Option.none(), remaining: Option.none(), nextRequestAt: Option.none() }
  const state = new WatchedValue<QuotaState>({ ...unknown, requestsThisHour: 0, waiting: 0 })
  const gate = makeGate(budget, state, maxPause)
  return {
    /**
     * Waits for a permit, uses it, and settles it when the use ends. Interactive calls go first, then in order of arrival.
     *
     * **Fails with** `RateLimited` immediately if the permit comes later than a call may wait, and `DeadlineExceeded` if it
     * comes after the deadline.
     */
    withPermit: <A, E>(call: Call, use: (permit: Permit) => Effect.Effect<A, E>): Effect.Effect<A, E | PermitError> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(acquire(gate, call, restore), (permit) =>
          Effect.ensuring(restore(use(permit)), settle(gate, permit))
        )
      ),
    recordResponse: (permit: Permit, response: ResponseMeta) => settle(gate, permit, response),
    /** Grants no permits before `time`, because the service requested it. Replaces an earlier pause. */
    pauseUntil: (time: number) => pause(gate, time),
    /** Grants no permits before `time`. Does not shorten a pause, also one that another process learned of. */
    delayUntil: (time: number) =>
      Effect.flatMap(budget.availableAt(1), (at) => (time > at ? pause(gate, time) : Effect.void)),
    availableAt: budget.availableAt,
    state
  }
})
export type Quota = Effect.Success<ReturnType<typeof makeQuota>>
