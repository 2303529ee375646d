import { Clock, Effect, Metric, Option, SubscriptionRef } from "effect"
import { type Headers } from "effect/http"
import { type Budget, type BudgetState, type Place, type ServiceCount, type Verdict } from "./Budget.ts"
import { type Call } from "./Call.ts"
import { Line, type Waiter } from "./Line.ts"
import { type DeadlineExceeded, RateLimited } from "../PublicRecordsError.ts"
import { makeAnnounce } from "../Wait.ts"

/**
 * What is left of a key's budget.
 *
 * **Units** requests in a rolling hour; `nextRequestAt` in milliseconds since 1970, `None` where the next one may go at
 * once; `waiting` requests in the queue.
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
  readonly waiting: number
}

/** What an answer says of the budget: its headers, and when to come back where the request was refused. */
export interface Answered {
  readonly headers: Headers.Headers
  readonly refusedUntil: number | undefined
}

const waits = Metric.histogram("public_records_budget_wait_milliseconds", {
  description: "How long a request waited for its place in the budget",
  boundaries: [0, 10, 100, 1000, 10_000, 60_000, 600_000, 3_600_000]
})

const recordWait = (milliseconds: number): Effect.Effect<void> => Metric.update(waits, milliseconds)

type Refused = RateLimited | DeadlineExceeded

/** The gate that every request passes before it is sent. */
export interface Quota {
  /**
   * Waits for a place in the budget, does something with it, and gives it back whatever happens: interactive calls first,
   * then first come, first served.
   *
   * **Fails with** `RateLimited` if the service asked for a longer pause than a call may wait, or if the place comes later
   * than a call may wait for its turn, and with `DeadlineExceeded` if the place comes too late for the call; all at once.
   */
  readonly withPlace: <A, E>(call: Call, use: (place: Place) => Effect.Effect<A, E>) => Effect.Effect<A, E | Refused>
  /** The request of a place was answered. */
  readonly learn: (place: Place, answered: Answered) => Effect.Effect<void>
  /** Lets nothing through before that time, because the service asked for it. Replaces the pause of an earlier response. */
  readonly pauseUntil: (time: number) => Effect.Effect<void>
  /** Lets nothing through before that time, or until the service's pause is over if that is later. */
  readonly delayUntil: (time: number) => Effect.Effect<void>
  /** When the last of so many more requests may go. **Units** milliseconds since 1970. */
  readonly timeOf: (requests: number) => Effect.Effect<number>
  readonly state: SubscriptionRef.SubscriptionRef<QuotaState>
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

/**
 * What an answer says of the key's limit.
 *
 * **Wire** `X-RateLimit-Limit: 1000` and `X-RateLimit-Remaining: 998`; one alone, or anything else, says nothing.
 */
export const countOf = (headers: Headers.Headers): ServiceCount | undefined => {
  const limit = wholeNumber(headers["x-ratelimit-limit"])
  const remaining = wholeNumber(headers["x-ratelimit-remaining"])
  return limit === undefined || remaining === undefined ? undefined : { limit, remaining }
}

const unknownQuota: QuotaState = {
  limit: Option.none(),
  remaining: Option.none(),
  requestsThisHour: 0,
  nextRequestAt: Option.none(),
  waiting: 0
}

const tooLate = "the budget of the key has no place for it before then"

/** How long a call may wait. **Units** milliseconds. */
interface WaitBounds {
  /** The longest pause of the service that a call waits for. */
  readonly maxPause: number
  /** The longest a call waits for its turn, whatever the reason. @default no bound */
  readonly maxWait?: number
}

/** What stands at the gate of one budget. */
interface Gate {
  readonly budget: Budget
  readonly maxPause: number
  readonly maxWait: number
  readonly line: Line
  readonly placesInUse: Set<Place>
  readonly state: SubscriptionRef.SubscriptionRef<QuotaState>
  /** The pause that this process knows of. **Units** milliseconds since 1970. */
  pausedUntil: number
  responses: number
  lastPublished: number
}

const publish = Effect.fnUntraced(function* (
  { state }: Gate,
  { requestsThisHour, freeAt }: BudgetState,
  change: Partial<Pick<QuotaState, "waiting">>
) {
  const now = yield* Clock.currentTimeMillis
  const nextRequestAt = freeAt > now ? Option.some(freeAt) : Option.none()
  yield* SubscriptionRef.update(state, (before) => ({ ...before, requestsThisHour, nextRequestAt, ...change }))
})

/** Counts those who wait, where their number changed. */
const tellWaiting = ({ line, state }: Gate): Effect.Effect<void> =>
  SubscriptionRef.getUnsafe(state).waiting === line.length
    ? Effect.void
    : SubscriptionRef.update(state, (before) => ({ ...before, waiting: line.length }))

/** Asks the budget for a place, and notes that it is in use. */
const takeNow = ({ budget, placesInUse }: Gate): Effect.Effect<Verdict> =>
  Effect.map(budget.take, (verdict) => {
    if (verdict._tag === "Granted") placesInUse.add(verdict.place)
    return verdict
  })

/** Makes a wait one that can be interrupted. */
type Interruptibly = <E>(wait: Effect.Effect<void, E>) => Effect.Effect<void, E>

const tooLong = (nextTryAt: number, isPause: boolean): RateLimited =>
  new RateLimited({ nextTryAt, said: "", ...(isPause ? { isPause } : {}) })

/** Waits until a call behind others may be first. **Fails with** `RateLimited` at the latest time that it may wait for. */
const waitBehindOthers = ({ budget, line }: Gate, { call, woken }: Waiter, latest: number) =>
  Number.isFinite(latest)
    ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.timeoutOrElse(woken.await, {
          duration: Math.max(0, latest - now),
          orElse: () => Effect.flatMap(budget.timeOf(line.turnOf(call)), (at) => Effect.fail(tooLong(at, false)))
        })
      )
    : woken.await

/**
 * Takes a place when it is the waiter's turn; interrupted only while it waits, so that no place is lost. `latest` is the
 * latest time that the waiter may wait for.
 */
const takeInTurn = Effect.fnUntraced(function* (
  gate: Gate,
  waiter: Waiter,
  latest: number,
  interruptibly: Interruptibly
): Effect.fn.Return<Place, Refused> {
  const { budget, line } = gate
  const announce = makeAnnounce()
  while (true) {
    waiter.woken.closeUnsafe()
    if (line.first() !== waiter) {
      line.wakeFirst()
      yield* tellWaiting(gate)
      yield* interruptibly(waitBehindOthers(gate, waiter, latest))
      continue
    }
    const verdict = yield* takeNow(gate)
    if (verdict._tag === "Granted") {
      yield* publish(gate, verdict.state, { waiting: line.length - 1 })
      return verdict.place
    }
    const { freeAt } = verdict.state
    const now = yield* Clock.currentTimeMillis
    if (verdict.isPaused && freeAt - now > gate.maxPause) return yield* tooLong(freeAt, verdict.isPaused)
    if (freeAt > latest) return yield* tooLong(freeAt, verdict.isPaused)
    yield* waiter.call.mustReach(freeAt, tooLate)
    yield* publish(gate, verdict.state, { waiting: line.length })
    yield* announce({ until: freeAt, cause: { _tag: verdict.isPaused ? "Pause" : "Budget" } })
    const wait = Math.min(budget.longestWait, Math.max(1, freeAt - now))
    yield* interruptibly(Effect.raceFirst(Effect.sleep(wait), waiter.woken.await))
  }
})

const take = Effect.fnUntraced(function* (
  gate: Gate,
  call: Call,
  interruptibly: Interruptibly
): Effect.fn.Return<Place, Refused> {
  const { budget, line } = gate
  // Fast path: the queue is empty, and mostly there is a place.
  const verdict = line.length === 0 ? yield* takeNow(gate) : undefined
  if (verdict?._tag === "Granted") {
    yield* recordWait(0)
    return verdict.place
  }
  const startedAt = yield* Clock.currentTimeMillis
  const latest = startedAt + gate.maxWait
  if (verdict !== undefined) {
    if (verdict.state.freeAt > latest) return yield* tooLong(verdict.state.freeAt, verdict.isPaused)
  } else if (Number.isFinite(latest)) {
    const at = yield* budget.timeOf(line.turnOf(call))
    if (at > latest) return yield* tooLong(at, false)
  }
  if (Number.isFinite(call.deadlineAt)) yield* call.mustReach(yield* budget.timeOf(line.turnOf(call)), tooLate)
  const place = yield* Effect.onError(
    line.wait(call, (waiter) => takeInTurn(gate, waiter, latest, interruptibly)),
    () => Effect.suspend(() => tellWaiting(gate))
  )
  yield* recordWait((yield* Clock.currentTimeMillis) - startedAt)
  return place
})

/**
 * Settles a request. What its response says of the rate limit is published at once, before a budget elsewhere has counted it; a
 * count that arrives after that of a later response is not published.
 */
const end = Effect.fnUntraced(function* (gate: Gate, place: Place, answered: Answered | undefined) {
  if (!gate.placesInUse.delete(place)) return
  const response = ++gate.responses
  const count = answered === undefined ? undefined : countOf(answered.headers)
  if (count !== undefined) {
    const { limit, remaining } = count
    const said = { limit: Option.some(limit), remaining: Option.some(remaining) }
    yield* SubscriptionRef.update(gate.state, (before) => ({ ...before, ...said }))
  }
  const refusedUntil = answered?.refusedUntil
  if (refusedUntil !== undefined && refusedUntil > (yield* Clock.currentTimeMillis)) gate.pausedUntil = refusedUntil
  const counted = yield* gate.budget.end(place, { count, refusedUntil })
  if (response > gate.lastPublished) {
    gate.lastPublished = response
    yield* publish(gate, counted, {})
  }
  gate.line.wakeFirst()
}, Effect.uninterruptible)

/** Replaces the pause, and wakes the first in the queue, whose wait may be shorter now. */
const pause = Effect.fnUntraced(function* (gate: Gate, time: number) {
  gate.pausedUntil = time
  yield* publish(gate, yield* gate.budget.pauseUntil(time), {})
  gate.line.wakeFirst()
})

/** Opens the gate of a budget. */
export const makeQuota = Effect.fnUntraced(function* (
  budget: Budget,
  { maxPause, maxWait = Number.POSITIVE_INFINITY }: WaitBounds
): Effect.fn.Return<Quota> {
  const state = yield* SubscriptionRef.make(unknownQuota)
  const gate: Gate = {
    budget,
    maxPause,
    maxWait,
    line: new Line(),
    placesInUse: new Set(),
    state,
    pausedUntil: 0,
    responses: 0,
    lastPublished: 0
  }
  return {
    withPlace: (call, use) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(take(gate, call, restore), (place) =>
          Effect.ensuring(restore(use(place)), end(gate, place, undefined))
        )
      ),
    learn: (place, answered) => end(gate, place, answered),
    pauseUntil: (time) => pause(gate, time),
    delayUntil: (time) => Effect.suspend(() => (time > gate.pausedUntil ? pause(gate, time) : Effect.void)),
    timeOf: budget.timeOf,
    state
  }
})
