import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { Headers } from "effect/http"
import { budgetInMemory } from "../src/budget/Budget.ts"
import { Call, defaultSettings } from "../src/budget/Call.ts"
import { makeQuota } from "../src/budget/Quota.ts"
import { CallListener, type ClientEvent } from "../src/index.ts"
import {
  bulk,
  hour,
  requestTimes,
  longestPause,
  minute,
  quotaOf,
  refusedRequest,
  request,
  rateLimitHeaders
} from "./quotaRequests.ts"

describe("Quota", () => {
  it.effect("counts a request until an hour after its response", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      const slow = yield* Effect.forkChild(quota.withPermit(bulk, () => Effect.sleep("10 minutes")))
      yield* TestClock.adjust("1 minute")
      const next = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("2 hours")
      yield* Fiber.join(slow)
      assert.strictEqual(yield* Fiber.join(next), 70 * minute)
    })
  )

  it.effect("adopts a lower limit of the service, and a higher one later", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* request(quota, bulk, rateLimitHeaders(2, 1))
      assert.deepStrictEqual(yield* requestTimes(quota, 2, "1 hour"), [0, hour])
      yield* request(quota, bulk, rateLimitHeaders(1000, 990))
      assert.deepStrictEqual(yield* requestTimes(quota, 3, "1 hour"), [hour, hour, hour])
    })
  )

  it.effect("never exceeds its own budget, even if the service allows more", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      yield* request(quota, bulk, rateLimitHeaders(1000, 999))
      assert.deepStrictEqual(yield* requestTimes(quota, 2, "1 hour"), [0, hour])
    })
  )

  it.effect("counts requests of other clients with the same key", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* request(quota, bulk, rateLimitHeaders(10, 1))
      assert.strictEqual(quota.state.value.requestsThisHour, 1)
      // The second one asks the service.
      assert.deepStrictEqual(yield* requestTimes(quota, 3, "1 hour"), [0, 0, hour])
    })
  )

  it.effect("sends one request an hour if others used up the limit, because a refusal says how long to wait", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* request(quota, bulk, rateLimitHeaders(10, 0))
      // Without a word of the service, the others count for an hour.
      assert.deepStrictEqual(yield* requestTimes(quota, 3, "1 hour"), [0, hour, hour])
      yield* request(quota, bulk, rateLimitHeaders(10, 0))
      const refusedUntil = hour + minute
      yield* refusedRequest(quota, rateLimitHeaders(10, 0), refusedUntil)
      const [first = 0, second = 0] = yield* requestTimes(quota, 2, "1 hour")
      assert.strictEqual(first, refusedUntil)
      assert.isAbove(second, first)
    })
  )

  it.effect("does not go beyond its own limit to ask the service", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota, bulk, rateLimitHeaders(10, 0))
      assert.deepStrictEqual(yield* requestTimes(quota, 1, "1 hour"), [hour])
    })
  )

  it.effect("does not count requests of other clients if a refusal leaves some", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* refusedRequest(quota, rateLimitHeaders(10, 5), minute)
      // The sixth one asks the service.
      const sixTimes = Array.from({ length: 6 }, () => minute)
      assert.deepStrictEqual(yield* requestTimes(quota, 7, "1 hour"), [...sixTimes, hour])
    })
  )

  it.effect("counts a refused request, because it was sent", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      yield* refusedRequest(quota, Headers.empty, minute)
      assert.deepStrictEqual(yield* requestTimes(quota, 3, "3 hours"), [minute, hour, hour + minute])
    })
  )

  it.effect("grants no permits during a pause of the service or its own delay", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* quota.pauseUntil(minute / 2)
      yield* quota.delayUntil(minute)
      yield* quota.delayUntil(minute / 2)
      assert.deepStrictEqual(yield* requestTimes(quota, 2, "1 hour"), [minute, minute])
    })
  )

  it.effect("waits for the longest allowed pause at any time of day", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* TestClock.adjust("1 hour")
      yield* quota.pauseUntil(hour + longestPause)
      assert.deepStrictEqual(yield* requestTimes(quota, 1, "1 hour"), [hour + longestPause])
    })
  )

  it.effect("fails immediately with the time of the next try if the pause is too long", () => {
    const events: Array<ClientEvent> = []
    return Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* quota.pauseUntil(longestPause + 1)
      const error = yield* Effect.flip(request(quota))
      assert.strictEqual(error._tag === "RateLimited" && error.nextTryAt?.getTime(), longestPause + 1)
      assert.deepInclude(error, { by: "service", isPause: true })
      assert.deepStrictEqual(events, [])
    }).pipe(Effect.provideService(CallListener, (event) => Effect.sync(() => void events.push(event))))
  })

  it.effect("fails when the pause becomes too long during the wait", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* quota.pauseUntil(minute)
      const waiting = yield* Effect.forkChild(Effect.flip(request(quota)))
      yield* TestClock.adjust("1 second")
      yield* quota.pauseUntil(10 * minute)
      const error = yield* Fiber.join(waiting)
      assert.strictEqual(error._tag === "RateLimited" && error.nextTryAt?.getTime(), 10 * minute)
      assert.deepInclude(error, { by: "service", isPause: true })
    })
  )

  it.effect("tells a call that arrives later whether it waits for a pause or for the budget", () =>
    Effect.gen(function* () {
      const hurried = new Call("bulk", Number.POSITIVE_INFINITY, { ...defaultSettings, maxWait: 0 })
      const paused = yield* quotaOf(1000)
      yield* paused.pauseUntil(minute)
      yield* Effect.forkChild(request(paused), { startImmediately: true })
      assert.deepInclude(yield* Effect.flip(request(paused, hurried)), { by: "service", isPause: true })
      const full = yield* quotaOf(1)
      yield* request(full)
      yield* Effect.forkChild(request(full), { startImmediately: true })
      assert.deepInclude(yield* Effect.flip(request(full, hurried)), { by: "budget", isPause: false })
    })
  )

  it.effect("waits for whichever ends later, the pause or the hour of the budget, and says which", () =>
    Effect.gen(function* () {
      const hurried = new Call("bulk", Number.POSITIVE_INFINITY, { ...defaultSettings, maxWait: 0 })
      for (const [pause, by] of [
        [hour - 1, "budget"],
        [hour + 1, "service"]
      ] as const) {
        const quota = yield* quotaOf(1)
        yield* request(quota)
        const now = yield* Clock.currentTimeMillis
        yield* quota.pauseUntil(now + pause)
        const error = yield* Effect.flip(request(quota, hurried))
        assert.deepInclude(error, { by, isPause: by === "service" })
        assert.strictEqual(error.nextTryAt?.getTime(), now + Math.max(hour, pause))
      }
    })
  )

  it.effect("ignores a lower count in the response to a request that began before the known count", () =>
    Effect.gen(function* () {
      const { availableAt, settle, tryAcquire } = budgetInMemory(10)
      const [early, late] = [yield* tryAcquire, yield* tryAcquire]
      if (early._tag === "Full" || late._tag === "Full") return assert.fail("The budget is full.")
      yield* TestClock.adjust("1 minute")
      yield* settle(late.permit, { count: { limit: 10, remaining: 1 }, refusedUntil: undefined })
      yield* TestClock.adjust("1 minute")
      yield* settle(early.permit, { count: { limit: 10, remaining: 8 }, refusedUntil: undefined })
      assert.deepStrictEqual([yield* availableAt(1), yield* availableAt(2)], [0, hour + minute])
    })
  )

  it.effect("publishes the remaining requests, the queue and the next request time", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      yield* request(quota)
      assert.deepStrictEqual(quota.state.value.nextRequestAt, Option.none())
      yield* request(quota, bulk, rateLimitHeaders(1000, 999))
      const waiting = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(quota.state.value, {
        limit: Option.some(1000),
        remaining: Option.some(999),
        requestsThisHour: 2,
        nextRequestAt: Option.some(hour),
        waiting: 1
      })
      yield* Fiber.interrupt(waiting)
    })
  )

  it.effect("publishes no time of the next request if it is in the past", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      for (const start of [0, hour]) {
        yield* TestClock.setTime(start)
        yield* quota.pauseUntil(start + minute)
        assert.deepStrictEqual(quota.state.value.nextRequestAt, Option.some(start + minute))
        yield* TestClock.adjust("1 minute")
        yield* request(quota)
        assert.deepStrictEqual(quota.state.value.nextRequestAt, Option.none())
      }
    })
  )

  it.effect("publishes the rate limit of the last response that has one", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      const published = []
      for (const headers of [
        rateLimitHeaders(10, 9),
        Headers.empty,
        rateLimitHeaders(10, 7),
        rateLimitHeaders(10, "?"),
        rateLimitHeaders(0, 0)
      ]) {
        yield* request(quota, bulk, headers)
        const { limit, remaining } = quota.state.value
        published.push([Option.getOrNull(limit), Option.getOrNull(remaining)])
      }
      assert.deepStrictEqual(published, [
        [10, 9],
        [10, 9],
        [10, 7],
        [10, 7],
        [0, 0]
      ])
    })
  )

  it.effect("does not predict times for calls without a deadline or with a free permit", () =>
    Effect.gen(function* () {
      const budget = { ...budgetInMemory(1), availableAt: () => Effect.die("asked for a forecast") }
      const quota = yield* makeQuota(budget, { maxPause: longestPause })
      assert.strictEqual(yield* request(quota, new Call("bulk", minute)), 0)
      assert.deepStrictEqual(yield* requestTimes(quota, 1, "1 hour"), [hour])
    })
  )

  it.effect("ignores rate limit headers that are missing, incomplete or not numbers", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(20)
      for (const value of ["many", "", "-1", "1 000", "1.5", "1e1", "x1", "1".repeat(16)]) {
        yield* request(quota, bulk, rateLimitHeaders(value, 0))
        yield* request(quota, bulk, rateLimitHeaders(1, value))
      }
      yield* request(quota, bulk, Headers.fromInput({ "x-ratelimit-remaining": "0" }))
      yield* request(quota, bulk, Headers.fromInput({ "x-ratelimit-limit": "1" }))
      assert.deepStrictEqual(quota.state.value.limit, Option.none())
      assert.deepStrictEqual(yield* requestTimes(quota, 2, "1 hour"), [0, 0])
    })
  )

  it.effect("publishes the rate limit of the last response immediately, even if the budget is slow", () =>
    Effect.gen(function* () {
      const budget = budgetInMemory(1000)
      const slow = {
        ...budget,
        settle: (...settledPermit: Parameters<typeof budget.settle>) =>
          Effect.delay(budget.settle(...settledPermit), "1 minute")
      }
      const quota = yield* makeQuota(slow, { maxPause: longestPause })
      const answered = yield* Effect.forkChild(request(quota, bulk, rateLimitHeaders(1000, 7)), {
        startImmediately: true
      })
      yield* Effect.yieldNow
      assert.deepStrictEqual(quota.state.value.remaining, Option.some(7))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(answered)
    })
  )

  it.effect("never publishes the state of an earlier response that the budget settles later", () =>
    Effect.gen(function* () {
      const budget = budgetInMemory(1000)
      let settled = 0
      const unordered = {
        ...budget,
        settle: (...settledPermit: Parameters<typeof budget.settle>) =>
          Effect.andThen(budget.settle(...settledPermit), (state) =>
            settled++ === 0
              ? Effect.as(Effect.sleep("1 minute"), state)
              : Effect.succeed({ ...state, requestsThisHour: 55 })
          )
      }
      const quota = yield* makeQuota(unordered, { maxPause: longestPause })
      yield* Effect.forkChild(request(quota, bulk, rateLimitHeaders(1000, 8)), { startImmediately: true })
      yield* request(quota, bulk, rateLimitHeaders(1000, 7))
      yield* TestClock.adjust("2 minutes")
      const { remaining, requestsThisHour } = quota.state.value
      assert.deepStrictEqual([remaining, requestsThisHour], [Option.some(7), 55])
    })
  )
})
