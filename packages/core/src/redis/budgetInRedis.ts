import { type AcquireResult, type Budget, type BudgetOwner, budgetInMemory } from "../budget/Budget.ts"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redis from "effect/persistence/Redis"
import { acquireScript, availableAtScript, settleScript } from "./budgetScripts.ts"

/** Limits the time after which the permit of a process that died expires, if attempts have a longer timeout. */
const maxAttemptMillis = 86_400_000

/** Returns a function that runs scripts on the budget of an owner. Its result is `undefined` if Redis is down. */
const scriptRunner = (redis: Redis.Redis["Service"], prefix: string, owner: BudgetOwner) =>
  Effect.fnUntraced(
    function* (script: typeof acquireScript, ...args: ReadonlyArray<string | number>) {
      const digest = yield* owner.digest
      const [isGranted, requestsThisHour, waitMillis, isPaused] = yield* redis.eval(script)(
        ...["own", "others", "reported"].map((name) => `${prefix}budget:{${digest}}:${name}`),
        Math.min(owner.requestsPerHour, Number.MAX_SAFE_INTEGER),
        Math.min(Duration.toMillis(owner.attemptTimeout), maxAttemptMillis),
        ...args
      )
      const nextRequestAt = (yield* Clock.currentTimeMillis) + waitMillis
      return { isGranted: isGranted === 1, isPaused: isPaused === 1, state: { requestsThisHour, nextRequestAt } }
    },
    Effect.catch(() => Effect.succeed(undefined))
  )

/**
 * Creates a budget that Redis counts, with its clock, for all processes that use the same API key.
 *
 * This process also counts its own requests and reads the counts in responses, and uses this local count while Redis is down.
 * The local count is never written to Redis, because the next response contains the service's count.
 */
export const budgetInRedis = (redis: Redis.Redis["Service"], prefix: string, owner: BudgetOwner): Budget => {
  const run = scriptRunner(redis, prefix, owner)
  const local = budgetInMemory(owner.requestsPerHour)
  const processId = crypto.randomUUID()
  let ids = 0
  // Redis may have granted a permit whose reply was lost. The next permit reuses the id and replaces it.
  const unusedIds: Array<string> = []

  const tryAcquireAs = Effect.fnUntraced(function* (id: string): Effect.fn.Return<AcquireResult> {
    const pausedFor = (yield* local.pausedUntil) - (yield* Clock.currentTimeMillis)
    const reply = yield* run(acquireScript, id, Math.max(0, pausedFor))
    if (reply === undefined) return yield* local.tryAcquire
    const { isGranted, isPaused, state } = reply
    return isGranted ? { _tag: "Granted", permit: yield* local.begin, state } : { _tag: "Full", isPaused, state }
  })

  return {
    tryAcquire: Effect.gen(function* () {
      // Stryker disable next-line UpdateOperator: ids only have to differ
      const id = unusedIds.pop() ?? `${processId}:${ids++}`
      const result = yield* tryAcquireAs(id)
      if (result._tag === "Granted") return { ...result, permit: { ...result.permit, id } }
      unusedIds.push(id)
      return result
    }),
    settle: Effect.fnUntraced(function* (permit, outcome) {
      const localState = yield* local.settle(permit, outcome)
      const { count = { limit: -1, remaining: -1 }, refusedUntil } = outcome
      const refusedFor = refusedUntil === undefined ? -1 : Math.max(0, refusedUntil - (yield* Clock.currentTimeMillis))
      return (yield* run(settleScript, permit.id, refusedFor, count.limit, count.remaining))?.state ?? localState
    }),
    pauseUntil: Effect.fnUntraced(function* (time) {
      const localState = yield* local.pauseUntil(time)
      const pausedFor = Math.max(0, time - (yield* Clock.currentTimeMillis))
      return (yield* run(settleScript, "", pausedFor, -1, -1))?.state ?? localState
    }),
    availableAt: Effect.fnUntraced(function* (requests) {
      const reply = yield* run(availableAtScript, requests)
      return reply?.state.nextRequestAt ?? (yield* local.availableAt(requests))
    }),
    recheckInterval: 30_000
  }
}
