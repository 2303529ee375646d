import { assert, describe, it } from "@effect/vitest"
import { Guards, RedisGuards } from "@public-records/core/guards"
import { Clock, Duration, Effect, Random } from "effect"
import { TestClock } from "effect/testing"
import { byTestClock, connected, redisServer } from "./RedisClient.ts"

const minute = 60_000
const longestAttempt = 30 * minute
const schedules = 15
const stepsPerSchedule = 80

/** The permits of both budgets for one request. */
interface Pair {
  readonly own: { readonly id: string; readonly acquiredAt: number }
  readonly shared: { readonly id: string; readonly acquiredAt: number }
}

/** Creates a budget in memory and one in Redis for a new key. */
const budgets = Effect.fnUntraced(function* (digest: string, requestsPerHour: number) {
  const owner = { digest: Effect.succeed(digest), requestsPerHour, attemptTimeout: Duration.millis(longestAttempt) }
  const shared = yield* Effect.flatMap(Guards, (guards) => guards.budget(owner))
  const inMemory = Guards.defaultValue()
  return { own: yield* inMemory.budget(owner), shared }
})

/** Generates the outcome of a request, mostly with the service's count, sometimes a refusal. */
const randomOutcome = Effect.fnUntraced(function* (usualLimit: number) {
  const now = yield* Clock.currentTimeMillis
  const limit = (yield* Random.nextIntBetween(0, 5)) === 0 ? yield* Random.nextIntBetween(1, usualLimit) : usualLimit
  const remaining = (yield* Random.nextBoolean) ? 0 : yield* Random.nextIntBetween(0, limit)
  const isRefused = (yield* Random.nextIntBetween(0, 3)) === 0
  return {
    count: (yield* Random.nextIntBetween(0, 3)) === 0 ? undefined : { limit, remaining },
    refusedUntil: isRefused ? now + (yield* Random.nextIntBetween(-1000, 20 * minute)) : undefined
  }
})

/** Compares two times if they are in the future. The tolerance is a millisecond, the resolution of Redis. */
const assertSameTime = (own: number, shared: number, now: number, where: string): void =>
  assert.closeTo(Math.max(shared, now), Math.max(own, now), 1, where)

/** Runs a random schedule against both budgets and compares their states after every step. */
const runSchedule = Effect.fnUntraced(function* (seed: number) {
  const usualLimit = yield* Random.nextIntBetween(2, 15)
  const { own, shared } = yield* budgets(`schedule-${seed}`, yield* Random.nextIntBetween(1, 20))
  const inFlight: Array<Pair> = []

  const acquire = Effect.fnUntraced(function* (where: string) {
    const [ownResult, sharedResult] = [yield* own.tryAcquire, yield* shared.tryAcquire]
    const now = yield* Clock.currentTimeMillis
    assert.strictEqual(sharedResult._tag, ownResult._tag, where)
    assert.strictEqual(sharedResult.state.requestsThisHour, ownResult.state.requestsThisHour, where)
    assertSameTime(ownResult.state.nextRequestAt, sharedResult.state.nextRequestAt, now, where)
    if (ownResult._tag === "Full" && sharedResult._tag === "Full") {
      assert.strictEqual(sharedResult.isPaused, ownResult.isPaused, where)
    }
    if (ownResult._tag === "Granted" && sharedResult._tag === "Granted") {
      inFlight.push({ own: ownResult.permit, shared: sharedResult.permit })
    }
  })

  const settle = Effect.fnUntraced(function* (where: string) {
    const [pair] = inFlight.splice(yield* Random.nextIntBetween(0, Math.max(0, inFlight.length - 1)), 1)
    if (pair === undefined) return
    const outcome = yield* randomOutcome(usualLimit)
    const [ownState, sharedState] = [yield* own.settle(pair.own, outcome), yield* shared.settle(pair.shared, outcome)]
    const now = yield* Clock.currentTimeMillis
    assert.strictEqual(sharedState.requestsThisHour, ownState.requestsThisHour, where)
    assertSameTime(ownState.nextRequestAt, sharedState.nextRequestAt, now, where)
  })

  const pause = Effect.fnUntraced(function* (where: string) {
    const now = yield* Clock.currentTimeMillis
    const until = now + (yield* Random.nextIntBetween(-minute, 2 * minute))
    const [ownState, sharedState] = [yield* own.pauseUntil(until), yield* shared.pauseUntil(until)]
    assertSameTime(ownState.nextRequestAt, sharedState.nextRequestAt, now, where)
  })

  const compareTimes = Effect.fnUntraced(function* (where: string) {
    const requests = yield* Random.nextIntBetween(1, 2 * usualLimit)
    const now = yield* Clock.currentTimeMillis
    assertSameTime(yield* own.availableAt(requests), yield* shared.availableAt(requests), now, where)
  })

  const wait = Effect.fnUntraced(function* (where: string) {
    const until = (yield* Clock.currentTimeMillis) + (yield* Random.nextIntBetween(1, 20 * minute))
    // No request is in flight for longer than the maximum.
    while (inFlight.some(({ own }) => own.acquiredAt + longestAttempt <= until)) yield* settle(where)
    yield* TestClock.setTime(until)
  })

  const steps = [acquire, acquire, acquire, acquire, settle, settle, settle, pause, wait, wait]
  for (let n = 0; n < stepsPerSchedule; n++) {
    const which = yield* Random.nextIntBetween(0, steps.length - 1)
    yield* (steps[which] ?? acquire)(`seed ${seed}, step ${n}`)
    yield* compareTimes(`seed ${seed}, after step ${n}`)
  }
})

describe("the budget in Redis", () => {
  it.effect("agrees with the budget in memory for random schedules", () =>
    Effect.gen(function* () {
      const server = yield* redisServer
      const guards = RedisGuards.layer(byTestClock(connected(server)))
      yield* Effect.forEach(Array.from({ length: schedules }), (_, seed) =>
        runSchedule(seed).pipe(Random.withSeed(`schedule ${seed}`))
      ).pipe(Effect.provide(guards))
    })
  )
})
