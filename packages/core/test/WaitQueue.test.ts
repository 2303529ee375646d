import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Ref } from "effect"
import { TestClock } from "effect/testing"
import { budgetInMemory } from "../src/budget/Budget.ts"
import { Call } from "../src/budget/Call.ts"
import { makeQuota } from "../src/budget/Quota.ts"
import {
  bulk,
  hour,
  requestTimes,
  interactive,
  longestPause,
  minute,
  quotaOf,
  request,
  rateLimitHeaders
} from "./quotaRequests.ts"

describe("the queue for the budget", () => {
  it.effect("sends interactive requests before bulk requests, each in order of arrival", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      const order = yield* Ref.make<ReadonlyArray<string>>([])
      const named = (name: string, call: Call) =>
        Effect.andThen(
          request(quota, call),
          Ref.update(order, (before) => [...before, name])
        )
      for (const [name, call] of [
        ["bulk 1", bulk],
        ["bulk 2", bulk],
        ["interactive 1", interactive],
        ["interactive 2", interactive]
      ] as const) {
        yield* Effect.forkChild(named(name, call))
        yield* TestClock.adjust("1 second")
      }
      yield* TestClock.adjust("5 hours")
      assert.deepStrictEqual(yield* Ref.get(order), ["interactive 1", "interactive 2", "bulk 1", "bulk 2"])
    })
  )

  it.effect("loses no permit when requests are interrupted in the queue or in flight", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      const sent = yield* Deferred.make<void>()
      const underWay = yield* Effect.forkChild(
        quota.withPermit(bulk, () => Effect.andThen(Deferred.succeed(sent, undefined), Effect.never))
      )
      yield* Deferred.await(sent)
      yield* Fiber.interrupt(underWay)
      yield* request(quota)
      const waiting = yield* Effect.forkChild(Effect.all([request(quota), request(quota)], { concurrency: 2 }))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(quota.state.value.waiting, 2)
      yield* Fiber.interrupt(waiting)
      assert.strictEqual(quota.state.value.waiting, 0)
      assert.deepStrictEqual(yield* requestTimes(quota, 3, "3 hours"), [hour, hour, 2 * hour])
    })
  )

  it.effect("settles a permit that a slow budget grants to a call that is interrupted", () =>
    Effect.gen(function* () {
      const budget = budgetInMemory(1)
      const slow = { ...budget, tryAcquire: Effect.tap(budget.tryAcquire, () => Effect.sleep("1 second")) }
      const quota = yield* makeQuota(slow, { maxPause: longestPause })
      // The first call gets its permit immediately, and the second one after an hour in the queue.
      for (const beforeReply of ["500 millis", "1 hour"] as const) {
        const call = yield* Effect.forkChild(request(quota), { startImmediately: true })
        yield* TestClock.adjust(beforeReply)
        assert.isUndefined(call.pollUnsafe())
        yield* Effect.forkChild(Fiber.interrupt(call), { startImmediately: true })
        yield* TestClock.adjust("1 second")
        assert.isDefined(call.pollUnsafe())
        assert.strictEqual(quota.state.value.requestsThisHour, 1)
      }
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* budget.pauseUntil(0)).requestsThisHour, 0)
    })
  )

  it.effect("settles a request that is interrupted while a slow budget records its response", () =>
    Effect.gen(function* () {
      const budget = budgetInMemory(1)
      const slow = {
        ...budget,
        settle: (...settled: Parameters<typeof budget.settle>) => Effect.delay(budget.settle(...settled), "1 second")
      }
      const quota = yield* makeQuota(slow, { maxPause: longestPause })
      const call = yield* Effect.forkChild(request(quota, bulk, rateLimitHeaders(1, 0)), { startImmediately: true })
      yield* TestClock.adjust("500 millis")
      yield* Effect.forkChild(Fiber.interrupt(call), { startImmediately: true })
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(quota.state.value.requestsThisHour, 1)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* budget.pauseUntil(0)).requestsThisHour, 0)
    })
  )

  it.effect("publishes its length when a call joins or leaves it", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      const waiting: Array<number> = []
      const calls: Array<Fiber.Fiber<unknown, unknown>> = []
      for (const call of [bulk, bulk, interactive]) {
        calls.push(yield* Effect.forkChild(request(quota, call), { startImmediately: true }))
        yield* Effect.yieldNow
        waiting.push(quota.state.value.waiting)
      }
      for (const call of calls) {
        yield* Fiber.interrupt(call)
        waiting.push(quota.state.value.waiting)
      }
      assert.deepStrictEqual(waiting, [1, 2, 3, 2, 1, 0])
    })
  )

  it.effect("refuses a call immediately if its permit comes after its deadline, even in a queue", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("1 second")
      const late = yield* Effect.flip(request(quota, new Call("bulk", 2 * hour - minute)))
      assert.strictEqual(late._tag, "DeadlineExceeded")
      const inTime = yield* Effect.forkChild(request(quota, new Call("bulk", 2 * hour + minute)))
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(yield* Fiber.join(inTime), 2 * hour)
    })
  )

  it.effect("refuses a waiting call as soon as its permit comes after its deadline", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      for (const start of [0, hour]) {
        yield* TestClock.setTime(start)
        yield* quota.pauseUntil(start + minute / 2)
        const waiting = yield* Effect.forkChild(Effect.flip(request(quota, new Call("bulk", start + minute))))
        yield* TestClock.adjust("10 seconds")
        yield* quota.pauseUntil(start + 2 * minute)
        const error = yield* Fiber.join(waiting)
        assert.deepStrictEqual([error._tag, error.nextTryAt?.getTime()], ["DeadlineExceeded", start + 2 * minute])
      }
    })
  )

  it.effect("predicts the position of an interactive call before bulk calls and after interactive ones", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("1 second")
      const first = yield* Effect.forkChild(request(quota, new Call("interactive", hour + minute)))
      yield* TestClock.adjust("1 second")
      const late = yield* Effect.flip(request(quota, new Call("interactive", 2 * hour - minute)))
      assert.strictEqual(late._tag, "DeadlineExceeded")
      const second = yield* Effect.forkChild(request(quota, new Call("interactive", 2 * hour)))
      yield* TestClock.adjust("4 hours")
      assert.deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(second)], [hour, 2 * hour])
    })
  )

  it.effect("sends waiting requests concurrently, one per permit", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      yield* requestTimes(quota, 2, "1 minute")
      const slow = () => quota.withPermit(bulk, () => Effect.delay(Clock.currentTimeMillis, "10 minutes"))
      const waiting = yield* Effect.forkChild(Effect.all([slow(), slow(), slow()], { concurrency: 3 }))
      yield* TestClock.adjust("3 hours")
      assert.deepStrictEqual(yield* Fiber.join(waiting), [
        hour + 10 * minute,
        hour + 10 * minute,
        2 * hour + 20 * minute
      ])
      assert.strictEqual(quota.state.value.waiting, 0)
    })
  )

  it.effect("wakes the next call when the first call leaves the queue", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      const first = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("1 second")
      const second = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(first)
      assert.strictEqual(quota.state.value.waiting, 1)
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(yield* Fiber.join(second), hour)
    })
  )

  it.effect("sends a waiting call before one that arrives when a permit becomes free", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      const late = yield* Effect.forkChild(Effect.delay(request(quota), "1 hour"))
      yield* TestClock.adjust("1 second")
      const waiting = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("3 hours")
      assert.deepStrictEqual([yield* Fiber.join(waiting), yield* Fiber.join(late)], [hour, 2 * hour])
    })
  )

  it.effect("wakes a call that waits for a millisecond", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      yield* TestClock.adjust(hour - 1)
      const waiting = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* Fiber.join(waiting), hour)
    })
  )

  it.effect("wakes waiting calls when a response reports a higher limit", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      const slow = yield* Effect.forkChild(
        quota.withPermit(bulk, (permit) =>
          Effect.andThen(
            Effect.sleep("10 minutes"),
            quota.recordResponse(permit, { headers: rateLimitHeaders(1000, 990), refusedUntil: undefined })
          )
        )
      )
      yield* TestClock.adjust("1 second")
      yield* request(quota, bulk, rateLimitHeaders(2, 0))
      const waiting = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("2 hours")
      yield* Fiber.join(slow)
      assert.strictEqual(yield* Fiber.join(waiting), 10 * minute)
    })
  )
})
