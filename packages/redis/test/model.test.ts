import { assert, describe, it } from "@effect/vitest"
import { Guards } from "@public-records/core/guards"
import { RedisGuards } from "../src/RedisGuards.ts"
import { Clock, Duration, Effect, Random } from "effect"
import { TestClock } from "effect/testing"
import { byTestClock, connected, redisServer } from "./RedisClient.ts"

const minute = 60_000
const longestAttempt = 30 * minute
const schedules = 15
const stepsPerSchedule = 80

/** A place that both budgets gave, under names of their own. */
interface Pair {
  readonly own: { readonly id: string; readonly acquiredAt: number }
  readonly shared: { readonly id: string; readonly acquiredAt: number }
}

/** The budget in this process, and that in Redis, of a key that is new. */
const budgets = Effect.fnUntraced(function* (digest: string, requestsPerHour: number) {
  const owner = { digest: Effect.succeed(digest), requestsPerHour, attemptTimeout: Duration.millis(longestAttempt) }
  const shared = yield* Effect.flatMap(Guards, (guards) => guards.budget(owner))
  const inMemory = Guards.defaultValue()
  return { own: yield* inMemory.budget(owner), shared }
})

/** How a request ends: mostly with the service's count, sometimes refused, sometimes without a word. */
const ending = Effect.fnUntraced(function* (usualLimit: number) {
  const now = yield* Clock.currentTimeMillis
  const limit = (yield* Random.nextIntBetween(0, 5)) === 0 ? yield* Random.nextIntBetween(1, usualLimit) : usualLimit
  const remaining = (yield* Random.nextBoolean) ? 0 : yield* Random.nextIntBetween(0, limit)
  const isRefused = (yield* Random.nextIntBetween(0, 3)) === 0
  return {
    count: (yield* Random.nextIntBetween(0, 3)) === 0 ? undefined : { limit, remaining },
    refusedUntil: isRefused ? now + (yield* Random.nextIntBetween(-1000, 20 * minute)) : undefined
  }
})

/** Instants compare where they lie ahead; Redis tells whole milliseconds. */
const assertSameTime = (own: number, shared: number, now: number, where: string): void =>
  assert.closeTo(Math.max(shared, now), Math.max(own, now), 1, where)

/** Runs one seeded schedule against both, and compares what they say at every step. */
const runSchedule = Effect.fnUntraced(function* (seed: number) {
  const usualLimit = yield* Random.nextIntBetween(2, 15)
  const { own, shared } = yield* budgets(`schedule-${seed}`, yield* Random.nextIntBetween(1, 20))
  const underWay: Array<Pair> = []

  const take = Effect.fnUntraced(function* (where: string) {
    const [ownVerdict, sharedVerdict] = [yield* own.tryAcquire, yield* shared.tryAcquire]
    const now = yield* Clock.currentTimeMillis
    assert.strictEqual(sharedVerdict._tag, ownVerdict._tag, where)
    assert.strictEqual(sharedVerdict.state.requestsThisHour, ownVerdict.state.requestsThisHour, where)
    assertSameTime(ownVerdict.state.nextRequestAt, sharedVerdict.state.nextRequestAt, now, where)
    if (ownVerdict._tag === "Full" && sharedVerdict._tag === "Full") {
      assert.strictEqual(sharedVerdict.isPaused, ownVerdict.isPaused, where)
    }
    if (ownVerdict._tag === "Granted" && sharedVerdict._tag === "Granted") {
      underWay.push({ own: ownVerdict.permit, shared: sharedVerdict.permit })
    }
  })

  const end = Effect.fnUntraced(function* (where: string) {
    const [pair] = underWay.splice(yield* Random.nextIntBetween(0, Math.max(0, underWay.length - 1)), 1)
    if (pair === undefined) return
    const how = yield* ending(usualLimit)
    const [ownState, sharedState] = [yield* own.settle(pair.own, how), yield* shared.settle(pair.shared, how)]
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
    // No request is under way for longer than it may be.
    while (underWay.some(({ own }) => own.acquiredAt + longestAttempt <= until)) yield* end(where)
    yield* TestClock.setTime(until)
  })

  const steps = [take, take, take, take, end, end, end, pause, wait, wait]
  for (let n = 0; n < stepsPerSchedule; n++) {
    const which = yield* Random.nextIntBetween(0, steps.length - 1)
    yield* (steps[which] ?? take)(`seed ${seed}, step ${n}`)
    yield* compareTimes(`seed ${seed}, after step ${n}`)
  }
})

describe("the budget in Redis", () => {
  it.effect("says what the one in memory says, whatever happens in whatever order", () =>
    Effect.gen(function* () {
      const server = yield* redisServer
      const guards = RedisGuards.layer(byTestClock(connected(server)))
      yield* Effect.forEach(Array.from({ length: schedules }), (_, seed) =>
        runSchedule(seed).pipe(Random.withSeed(`schedule ${seed}`))
      ).pipe(Effect.provide(guards))
    })
  )
})
