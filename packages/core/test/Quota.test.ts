import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Metric, Option, Ref, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import { Headers } from "effect/http"
import { budgetInMemory } from "../src/budget/Budget.ts"
import { Call } from "../src/Call.ts"
import { makeQuota, type Quota } from "../src/budget/Quota.ts"

const minute = 60_000
const hour = 60 * minute
const longestPause = 2 * minute

const quotaOf = (requestsPerHour: number) => makeQuota(budgetInMemory(requestsPerHour), longestPause)
const bulk = new Call("bulk", Number.POSITIVE_INFINITY)
const interactive = new Call("interactive", Number.POSITIVE_INFINITY)

const says = (limit: number | string, remaining: number | string) =>
  Headers.fromInput({ "x-ratelimit-limit": String(limit), "x-ratelimit-remaining": String(remaining) })

/** A request that is answered at once, with the service's count where one is given; gives the instant it was sent. */
const request = (quota: Quota, call: Call = bulk, headers?: Headers.Headers) =>
  quota.withPlace(call, (place) =>
    Effect.gen(function* () {
      if (headers !== undefined) yield* quota.learn(place, { headers, refusedUntil: undefined })
      return yield* Clock.currentTimeMillis
    })
  )

/** A request that the service refuses, to be asked again at `refusedUntil`. */
const refusedRequest = (quota: Quota, headers: Headers.Headers, refusedUntil: number) =>
  quota.withPlace(bulk, (place) => quota.learn(place, { headers, refusedUntil }))

/** The instants of so many requests, one after the other. */
const instantsOf = (quota: Quota, count: number, time: "1 minute" | "1 hour" | "3 hours") =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.forEach(Array.from({ length: count }), () => request(quota)))
    yield* TestClock.adjust(time)
    return yield* Fiber.join(fiber)
  })

describe("Quota", () => {
  it.effect("lets no more through in any hour than the budget", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      assert.deepStrictEqual(yield* instantsOf(quota, 5, "3 hours"), [0, 0, hour, hour, 2 * hour])
    })
  )

  it.effect("counts a rolling hour, not one by the clock", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      yield* TestClock.adjust("50 minutes")
      yield* request(quota)
      yield* TestClock.adjust("20 minutes")
      yield* request(quota)
      const third = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* Fiber.join(third), 110 * minute)
    })
  )

  it.effect("counts a request until an hour after its answer, because the service counted it some time before", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      const slow = yield* Effect.forkChild(quota.withPlace(bulk, () => Effect.sleep("10 minutes")))
      yield* TestClock.adjust("1 minute")
      const next = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("2 hours")
      yield* Fiber.join(slow)
      assert.strictEqual(yield* Fiber.join(next), 70 * minute)
    })
  )

  it.effect("takes over a smaller limit that the service names, and goes back to a larger one", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* request(quota, bulk, says(2, 1))
      assert.deepStrictEqual(yield* instantsOf(quota, 2, "1 hour"), [0, hour])
      yield* request(quota, bulk, says(1000, 990))
      assert.deepStrictEqual(yield* instantsOf(quota, 3, "1 hour"), [hour, hour, hour])
    })
  )

  it.effect("never makes more requests than its own budget, whatever the service allows", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      yield* request(quota, bulk, says(1000, 999))
      assert.deepStrictEqual(yield* instantsOf(quota, 2, "1 hour"), [0, hour])
    })
  )

  it.effect("counts what others spent with the same key", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* request(quota, bulk, says(10, 1))
      assert.strictEqual((yield* SubscriptionRef.get(quota.state)).requestsThisHour, 1)
      assert.deepStrictEqual(yield* instantsOf(quota, 2, "1 hour"), [0, hour])
    })
  )

  it.effect("takes back what it held against others when the service counts less", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* request(quota, bulk, says(10, 1))
      yield* TestClock.adjust("10 minutes")
      yield* request(quota, bulk, says(10, 6))
      assert.deepStrictEqual(
        yield* instantsOf(quota, 6, "1 hour"),
        Array.from({ length: 6 }, () => 10 * minute)
      )
    })
  )

  it.effect("waits an hour at the longest where the service says that nothing remains", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* request(quota, bulk, says(10, 0))
      assert.deepStrictEqual(yield* instantsOf(quota, 1, "1 hour"), [hour])
    })
  )

  it.effect("comes back when a refusal says so, and then goes on at the pace of the limit", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* refusedRequest(quota, says(10, 0), minute)
      const instants = yield* instantsOf(quota, 3, "1 hour")
      assert.strictEqual(instants[0], minute)
      for (const at of instants) assert.isBelow(at, 20 * minute)
      assert.deepStrictEqual(
        instants,
        [...instants].toSorted((left, right) => left - right)
      )
    })
  )

  it.effect("counts a request that was refused too, because it was sent", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      yield* refusedRequest(quota, Headers.empty, minute)
      assert.deepStrictEqual(yield* instantsOf(quota, 3, "3 hours"), [minute, hour, hour + minute])
    })
  )

  it.effect("lets nothing through while the service asked for peace", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* quota.pauseUntil(minute)
      yield* quota.pauseUntil(minute / 2)
      assert.deepStrictEqual(yield* instantsOf(quota, 2, "1 hour"), [minute, minute])
    })
  )

  it.effect("waits for the service for as long as is allowed, at any time of day", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* TestClock.adjust("1 hour")
      yield* quota.pauseUntil(hour + longestPause)
      assert.deepStrictEqual(yield* instantsOf(quota, 1, "1 hour"), [hour + longestPause])
    })
  )

  it.effect("refuses at once, with the time of the next try, what would wait longer than allowed for the service", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* quota.pauseUntil(longestPause + 1)
      const error = yield* Effect.flip(request(quota))
      assert.strictEqual(error._tag === "RateLimited" && error.nextTryAt, longestPause + 1)
    })
  )

  it.effect("lets interactive requests go before bulk ones, and each kind in its order", () =>
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

  it.effect("puts a waiting bulk request forward when somebody at a screen wants the same", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      const first = yield* Effect.forkChild(request(quota, bulk))
      yield* TestClock.adjust("1 second")
      const promoted = new Call("bulk", Number.POSITIVE_INFINITY)
      const second = yield* Effect.forkChild(request(quota, promoted))
      yield* TestClock.adjust("1 second")
      promoted.join(interactive)
      yield* TestClock.adjust("3 hours")
      assert.deepStrictEqual([yield* Fiber.join(second), yield* Fiber.join(first)], [hour, 2 * hour])
    })
  )

  it.effect("loses no place to those who leave the queue or are interrupted under way", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      const sent = yield* Deferred.make<void>()
      const underWay = yield* Effect.forkChild(
        quota.withPlace(bulk, () => Effect.andThen(Deferred.succeed(sent, undefined), Effect.never))
      )
      yield* Deferred.await(sent)
      yield* Fiber.interrupt(underWay)
      yield* request(quota)
      const waiting = yield* Effect.forkChild(Effect.all([request(quota), request(quota)], { concurrency: 2 }))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* SubscriptionRef.get(quota.state)).waiting, 2)
      yield* Fiber.interrupt(waiting)
      assert.strictEqual((yield* SubscriptionRef.get(quota.state)).waiting, 0)
      assert.deepStrictEqual(yield* instantsOf(quota, 3, "3 hours"), [hour, hour, 2 * hour])
    })
  )

  it.effect("refuses at once a call whose place comes after its deadline, also at the end of a queue", () =>
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

  it.effect("forecasts the place of an interactive call before all bulk ones, and behind the interactive ones", () =>
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

  it.effect("tells what is left, who waits, and when the next request may go", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      yield* request(quota)
      assert.deepStrictEqual((yield* SubscriptionRef.get(quota.state)).nextRequestAt, Option.none())
      yield* request(quota, bulk, says(1000, 999))
      const waiting = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* SubscriptionRef.get(quota.state), {
        limit: Option.some(1000),
        remaining: Option.some(999),
        requestsThisHour: 2,
        nextRequestAt: Option.some(hour),
        waiting: 1
      })
      yield* Fiber.interrupt(waiting)
    })
  )

  it.effect("has nothing to tell before the first request", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      assert.deepStrictEqual(yield* SubscriptionRef.get(quota.state), {
        limit: Option.none(),
        remaining: Option.none(),
        requestsThisHour: 0,
        nextRequestAt: Option.none(),
        waiting: 0
      })
    })
  )

  it.effect("lets those who wait go side by side, as many as there are places", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      yield* instantsOf(quota, 2, "1 minute")
      const slow = () => quota.withPlace(bulk, () => Effect.delay(Clock.currentTimeMillis, "10 minutes"))
      const waiting = yield* Effect.forkChild(Effect.all([slow(), slow(), slow()], { concurrency: 3 }))
      yield* TestClock.adjust("3 hours")
      assert.deepStrictEqual(yield* Fiber.join(waiting), [
        hour + 10 * minute,
        hour + 10 * minute,
        2 * hour + 20 * minute
      ])
      assert.strictEqual((yield* SubscriptionRef.get(quota.state)).waiting, 0)
    })
  )

  it.effect("goes on with the next one where the first of those who wait leaves", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      const first = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("1 second")
      const second = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(first)
      assert.strictEqual((yield* SubscriptionRef.get(quota.state)).waiting, 1)
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(yield* Fiber.join(second), hour)
    })
  )

  it.effect("lets nobody who comes just when a place is free go before those who wait", () =>
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

  it.effect("lets those who wait go as soon as an answer names a larger limit", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      const slow = yield* Effect.forkChild(
        quota.withPlace(bulk, (place) =>
          Effect.andThen(
            Effect.sleep("10 minutes"),
            quota.learn(place, { headers: says(1000, 990), refusedUntil: undefined })
          )
        )
      )
      yield* TestClock.adjust("1 second")
      yield* request(quota, bulk, says(2, 0))
      const waiting = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("2 hours")
      yield* Fiber.join(slow)
      assert.strictEqual(yield* Fiber.join(waiting), 10 * minute)
    })
  )

  it.effect("notes how long each request waited for its place", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* TestClock.adjust("10 minutes")
      yield* request(quota)
      yield* TestClock.adjust("20 minutes")
      yield* instantsOf(quota, 1, "1 hour")
      const waits = (yield* Metric.snapshot).find(({ id }) => id === "public_records_budget_wait_milliseconds")
      assert.isTrue(waits?.type === "Histogram")
      if (waits?.type !== "Histogram") return
      const { count, max, min } = waits.state
      assert.deepStrictEqual({ count, max, min }, { count: 2, max: 40 * minute, min: 0 })
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  it.effect("asks for no forecast where a call has all the time in the world", () =>
    Effect.gen(function* () {
      const budget = { ...budgetInMemory(1), timeOf: () => Effect.die("asked for a forecast") }
      const quota = yield* makeQuota(budget, longestPause)
      assert.deepStrictEqual(yield* instantsOf(quota, 2, "1 hour"), [0, hour])
    })
  )

  it.effect("forecasts when the last of so many requests may go, as they then do", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(3)
      yield* request(quota)
      yield* TestClock.adjust("10 minutes")
      yield* request(quota)
      const forecast = yield* Effect.forEach([1, 2, 3, 4, 5, 8], quota.timeOf)
      const instants = yield* instantsOf(quota, 8, "3 hours")
      assert.deepStrictEqual(
        [1, 2, 3, 4, 5, 8].map((count) => instants[count - 1]),
        forecast.map((at) => Math.max(at, 10 * minute))
      )
    })
  )

  it.effect("has no bound where none is set", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(Number.POSITIVE_INFINITY)
      assert.deepStrictEqual(yield* instantsOf(quota, 3, "1 hour"), [0, 0, 0])
    })
  )

  it.effect("passes over headers that are absent, alone or no numbers", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(5)
      yield* request(quota, bulk, says("many", -1))
      yield* request(quota, bulk, Headers.fromInput({ "x-ratelimit-remaining": "0" }))
      yield* request(quota, bulk, Headers.fromInput({ "x-ratelimit-limit": "1" }))
      assert.deepStrictEqual((yield* SubscriptionRef.get(quota.state)).limit, Option.none())
      assert.deepStrictEqual(yield* instantsOf(quota, 2, "1 hour"), [0, 0])
    })
  )
})
