import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Option, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import { Headers } from "effect/http"
import { makeQuota, type Quota } from "../src/Quota.ts"

const minute = 60_000
const hour = 60 * minute

/** Takes places one after the other and notes when each was given. */
const instantsOf = (quota: Quota, count: number, time: "1 hour" | "3 hours") =>
  Effect.gen(function* () {
    const takes = Effect.forEach(Array.from({ length: count }), () =>
      Effect.andThen(quota.take, Clock.currentTimeMillis)
    )
    const fiber = yield* Effect.forkChild(takes)
    yield* TestClock.adjust(time)
    return yield* Fiber.join(fiber)
  })

const says = (limit: number, remaining: number) =>
  Headers.fromInput({ "x-ratelimit-limit": String(limit), "x-ratelimit-remaining": String(remaining) })

describe("Quota", () => {
  it.effect("lets no more through in any hour than the budget", () =>
    Effect.gen(function* () {
      const quota = yield* makeQuota(2)
      assert.deepStrictEqual(yield* instantsOf(quota, 5, "3 hours"), [0, 0, hour, hour, 2 * hour])
    })
  )

  it.effect("counts a rolling hour, not one by the clock", () =>
    Effect.gen(function* () {
      const quota = yield* makeQuota(2)
      yield* TestClock.adjust("50 minutes")
      yield* quota.take
      yield* TestClock.adjust("20 minutes")
      yield* quota.take
      const third = yield* Effect.forkChild(Effect.andThen(quota.take, Clock.currentTimeMillis))
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* Fiber.join(third), 110 * minute)
    })
  )

  it.effect("takes over a smaller limit that the service names", () =>
    Effect.gen(function* () {
      const quota = yield* makeQuota(1000)
      yield* quota.take
      yield* quota.learn(says(2, 1))
      assert.deepStrictEqual(yield* instantsOf(quota, 2, "1 hour"), [0, hour])
    })
  )

  it.effect("counts what others spent with the same key", () =>
    Effect.gen(function* () {
      const quota = yield* makeQuota(1000)
      yield* quota.take
      yield* quota.learn(says(10, 1))
      assert.strictEqual((yield* SubscriptionRef.get(quota.state)).requestsThisHour, 1)
      assert.deepStrictEqual(yield* instantsOf(quota, 2, "1 hour"), [0, hour])
    })
  )

  it.effect("lets nothing through while the service asked for peace", () =>
    Effect.gen(function* () {
      const quota = yield* makeQuota(1000)
      yield* quota.pauseUntil(5 * minute)
      assert.deepStrictEqual(yield* instantsOf(quota, 2, "1 hour"), [5 * minute, 5 * minute])
    })
  )

  it.effect("tells what is left, and when the next request may go", () =>
    Effect.gen(function* () {
      const quota = yield* makeQuota(1)
      yield* quota.take
      yield* quota.learn(says(1000, 999))
      const waiting = yield* Effect.forkChild(quota.take)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* SubscriptionRef.get(quota.state), {
        limit: Option.some(1000),
        remaining: Option.some(999),
        requestsThisHour: 1,
        nextRequestAt: Option.some(hour)
      })
      yield* Fiber.interrupt(waiting)
    })
  )

  it.effect("has no bound where none is set", () =>
    Effect.gen(function* () {
      const quota = yield* makeQuota(Number.POSITIVE_INFINITY)
      assert.deepStrictEqual(yield* instantsOf(quota, 3, "1 hour"), [0, 0, 0])
    })
  )

  it.effect("passes over headers that are absent or no numbers", () =>
    Effect.gen(function* () {
      const quota = yield* makeQuota(5)
      yield* quota.learn(Headers.fromInput({ "x-ratelimit-limit": "many", "x-ratelimit-remaining": "-1" }))
      assert.deepStrictEqual((yield* SubscriptionRef.get(quota.state)).limit, Option.none())
    })
  )
})
