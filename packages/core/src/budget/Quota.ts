import { Clock, Effect, Metric, Option, SubscriptionRef } from "effect"
import { type Headers } from "effect/http"
import { type AcquireResult, type Budget, type BudgetState, type Permit, type RateLimitStatus } from "./Budget.ts"
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

type PermitError = RateLimited | DeadlineExceeded

/** The gate that every request passes before it is sent. */
export interface Quota {
  /**
   * Waits for a permit, uses it, and settles it when the use ends. Interactive calls go first; otherwise calls are served in
   * the order of their arrival.
   *
   * **Fails with** `RateLimited` if the service asked for a longer pause than a call may wait, or if the permit comes later than
   * a call may wait, and with `DeadlineExceeded` if the permit comes after the deadline. It fails immediately in each case.
   */
  readonly withPlace: <A, E>(
    call: Call,
    use: (permit: Permit) => Effect.Effect<A, E>
  ) => Effect.Effect<A, E | PermitError>
  /** Records the response to the request of a permit. */
  readonly learn: (permit: Permit, answered: Answered) => Effect.Effect<void>
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
export const countOf = (headers: Headers.Headers): RateLimitStatus | undefined => {
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
  readonly activePermits: Set<Permit>
  readonly state: SubscriptionRef.SubscriptionRef<QuotaState>
  /** The pause that this process knows of. **Units** milliseconds since 1970. */
  pausedUntil: number
  responses: number
  lastPublished: number
}

const publish = Effect.fnUntraced(function* (
  { state }: Gate,
  { requestsThisHour, nextRequestAt }: BudgetState,
  change: Partial<Pick<QuotaState, "waiting">>
) {
  const now = yield* Clock.currentTimeMillis
  const next = nextRequestAt > now ? Option.some(nextRequestAt) : Option.none()
  yield* SubscriptionRef.update(state, (before) => ({
    ...before,
    requestsThisHour,
    nextRequestAt: next,
    ...change
  }))
})

/** Counts those who wait, where their number changed. */
const tellWaiting = ({ line, state }: Gate): Effect.Effect<void> =>
  SubscriptionRef.getUnsafe(state).waiting === line.length
    ? Effect.void
    : SubscriptionRef.update(state, (before) => ({ ...before, waiting: line.length }))

/** Tries to acquire a permit, and notes that it is in use. */
const takeNow = ({ budget, activePermits }: Gate): Effect.Effect<AcquireResult> =>
  Effect.map(budget.tryAcquire, (verdict) => {
    if (verdict._tag === "Granted") activePermits.add(verdict.permit)
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
          orElse: () => Effect.flatMap(budget.availableAt(line.turnOf(call)), (at) => Effect.fail(tooLong(at, false)))
        })
      )
    : woken.await

/**
 * Acquires a permit when the waiter is first in the queue. It can be interrupted only while it waits, so that no permit is
 * lost. `latest` is the latest time that the waiter may wait for.
 */
const takeInTurn = Effect.fnUntraced(function* (
  gate: Gate,
  waiter: Waiter,
  latest: number,
  interruptibly: Interruptibly
): Effect.fn.Return<Permit, PermitError> {
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
      return verdict.permit
    }
    const { nextRequestAt } = verdict.state
    const now = yield* Clock.currentTimeMillis
    if (verdict.isPaused && nextRequestAt - now > gate.maxPause) return yield* tooLong(nextRequestAt, verdict.isPaused)
    if (nextRequestAt > latest) return yield* tooLong(nextRequestAt, verdict.isPaused)
    yield* waiter.call.mustReach(nextRequestAt, tooLate)
    yield* publish(gate, verdict.state, { waiting: line.length })
    yield* announce({ until: nextRequestAt, cause: { _tag: verdict.isPaused ? "Pause" : "Budget" } })
    const wait = Math.min(budget.recheckInterval, Math.max(1, nextRequestAt - now))
    yield* interruptibly(Effect.raceFirst(Effect.sleep(wait), waiter.woken.await))
  }
})

const take = Effect.fnUntraced(function* (
  gate: Gate,
  call: Call,
  interruptibly: Interruptibly
): Effect.fn.Return<Permit, PermitError> {
  const { budget, line } = gate
  // Fast path: the queue is empty, and a permit is usually free.
  const verdict = line.length === 0 ? yield* takeNow(gate) : undefined
  if (verdict?._tag === "Granted") {
    yield* recordWait(0)
    return verdict.permit
  }
  const startedAt = yield* Clock.currentTimeMillis
  const latest = startedAt + gate.maxWait
  if (verdict !== undefined) {
    if (verdict.state.nextRequestAt > latest) return yield* tooLong(verdict.state.nextRequestAt, verdict.isPaused)
  } else if (Number.isFinite(latest)) {
    const at = yield* budget.availableAt(line.turnOf(call))
    if (at > latest) return yield* tooLong(at, false)
  }
  if (Number.isFinite(call.deadlineAt)) yield* call.mustReach(yield* budget.availableAt(line.turnOf(call)), tooLate)
  const permit = yield* Effect.onError(
    line.wait(call, (waiter) => takeInTurn(gate, waiter, latest, interruptibly)),
    () => Effect.suspend(() => tellWaiting(gate))
  )
  yield* recordWait((yield* Clock.currentTimeMillis) - startedAt)
  return permit
})

/**
 * Settles a request. What its response says of the rate limit is published at once, before a budget elsewhere has counted it; a
 * count that arrives after that of a later response is not published.
 */
const end = Effect.fnUntraced(function* (gate: Gate, permit: Permit, answered: Answered | undefined) {
  if (!gate.activePermits.delete(permit)) return
  const response = ++gate.responses
  const count = answered === undefined ? undefined : countOf(answered.headers)
  if (count !== undefined) {
    const { limit, remaining } = count
    const said = { limit: Option.some(limit), remaining: Option.some(remaining) }
    yield* SubscriptionRef.update(gate.state, (before) => ({ ...before, ...said }))
  }
  const refusedUntil = answered?.refusedUntil
  if (refusedUntil !== undefined && refusedUntil > (yield* Clock.currentTimeMillis)) gate.pausedUntil = refusedUntil
  const counted = yield* gate.budget.settle(permit, { count, refusedUntil })
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
    activePermits: new Set(),
    state,
    pausedUntil: 0,
    responses: 0,
    lastPublished: 0
  }
  return {
    withPlace: (call, use) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(take(gate, call, restore), (permit) =>
          Effect.ensuring(restore(use(permit)), end(gate, permit, undefined))
        )
      ),
    learn: (permit, answered) => end(gate, permit, answered),
    pauseUntil: (time) => pause(gate, time),
    delayUntil: (time) => Effect.suspend(() => (time > gate.pausedUntil ? pause(gate, time) : Effect.void)),
    timeOf: budget.availableAt,
    state
  }
})
