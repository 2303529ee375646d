import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { budgetForAll, budgetInMemory } from "../src/budget/Budget.ts"
import { Call, defaultSettings } from "../src/budget/Call.ts"
import { makeQuota } from "../src/budget/Quota.ts"
import { ComplaintQuery } from "../src/index.ts"
import { pageOfIds } from "./FakeService.ts"
import { bulk, longestPause, minute, quotaOf, refusedRequest, request } from "./quotaRequests.ts"
import { Headers } from "effect/http"
import { withClient } from "./withClient.ts"

const day = Duration.toMillis("1 day")
const withOffset = (offset: number) => ({ ...ComplaintQuery.default, offset })

describe("Retry-After", () => {
  for (const [retryAfter, nextTryAt] of [
    ["86399", day - 1000],
    ["86400", day],
    ["86401", day],
    ["99999999999999999999", day],
    ["Fri, 01 Jan 2100 00:00:00 GMT", day]
  ] as const) {
    it.effect(`ends within 24 hours for Retry-After: ${retryAfter}`, () =>
      Effect.gen(function* () {
        const { result, arrivals } = yield* withClient(
          (_, n) =>
            n === 0 ? new Response(null, { status: 429, headers: { "retry-after": retryAfter } }) : pageOfIds(["a"]),
          ({ complaints }) =>
            Effect.gen(function* () {
              const refused = yield* Effect.flip(complaints.page(withOffset(0)))
              yield* TestClock.setTime(nextTryAt)
              yield* complaints.page(withOffset(50))
              return refused.reason._tag === "RateLimited" ? refused.reason.nextTryAt?.getTime() : refused.reason._tag
            })
        )
        assert.strictEqual(result._tag === "Success" && result.success, nextTryAt)
        assert.strictEqual(arrivals.length, 2)
      })
    )
  }

  for (const [clock, date] of [
    ["an hour ahead", "Thu, 01 Jan 1970 01:00:00 GMT"],
    ["an hour behind", "Wed, 31 Dec 1969 23:00:00 GMT"]
  ] as const) {
    it.effect(`takes a date from the Date of the same response, if the service's clock is ${clock}`, () =>
      Effect.gen(function* () {
        const retryAfter = new Date(Date.parse(date) + 6000).toUTCString()
        const headers = { date, "retry-after": retryAfter }
        const { arrivals } = yield* withClient(
          (_, n) => (n === 0 ? new Response(null, { status: 429, headers }) : pageOfIds(["a"])),
          ({ complaints }) => complaints.page(withOffset(0))
        )
        const [, second] = arrivals
        assert.isAtLeast(second?.at ?? 0, 6000)
        assert.isBelow(second?.at ?? Infinity, 8000)
      })
    )
  }

  for (const header of ["soon", "in 600", "600 s", "2100-01-01T00:00:00Z", "", "never GMT"]) {
    it.effect(`is ignored if it is ${JSON.stringify(header)}`, () =>
      Effect.gen(function* () {
        const { result } = yield* withClient(
          () => new Response(null, { status: 429, headers: { "retry-after": header } }),
          ({ complaints }) => Effect.flip(complaints.page(withOffset(0), { maxRetries: 0 }))
        )
        const { reason } = result._tag === "Success" ? result.success : assert.fail()
        // The only attempt was at 0. The time of the next one is the longest backoff later.
        assert.strictEqual(reason._tag === "RateLimited" && reason.nextTryAt?.getTime(), 10_000)
      })
    )
  }

  for (const [retryAfter, at] of [
    ["30", 40_000],
    ["Thu, 01 Jan 1970 00:00:50 GMT", 50_000]
  ] as const) {
    it.effect(`is respected from the arrival of a slow response: ${retryAfter}`, () =>
      Effect.gen(function* () {
        const refusal = new Response(null, { status: 503, headers: { "retry-after": retryAfter } })
        const { arrivals } = yield* withClient(
          (_, n) => (n === 0 ? Effect.as(Effect.sleep("10 seconds"), refusal) : pageOfIds(["a"])),
          ({ complaints }) => complaints.page(withOffset(0))
        )
        assert.deepStrictEqual(
          arrivals.map((arrival) => arrival.at),
          [0, at]
        )
      })
    )
  }

  it.effect("of a 429 is when the oldest request of other clients stops counting", () =>
    Effect.gen(function* () {
      for (const [retryAfter, first] of [
        [{ "retry-after": "60" }, minute],
        [{}, 0]
      ] as const) {
        const headers = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0", ...retryAfter }
        const { arrivals } = yield* withClient(
          (_, n) => (n === 0 ? new Response(null, { status: 429, headers }) : pageOfIds(["a"])),
          ({ complaints }) =>
            Effect.forEach([0, 50, 100], (offset) => Effect.ignore(complaints.page(withOffset(offset)))),
          { maxRetries: 0, maxWait: "30 minutes" }
        )
        const [, second, third] = arrivals.map(({ at }) => at)
        assert.isAtLeast(second ?? 0, first)
        assert.isAtMost(second ?? Infinity, 10 * minute)
        assert.isAtMost(third ?? Infinity, 20 * minute)
      }
    })
  )
})

describe("a pause that the service requests", () => {
  it.effect("holds all queued requests", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(
        (_, n) => (n === 0 ? new Response(null, { status: 503, headers: { "retry-after": "30" } }) : pageOfIds(["a"])),
        ({ complaints }) =>
          Effect.all(
            [
              complaints.page(withOffset(0)),
              Effect.delay(complaints.page(withOffset(50)), "1 second"),
              Effect.delay(complaints.page(withOffset(100)), "2 seconds")
            ],
            { concurrency: "unbounded" }
          )
      )
      assert.strictEqual(arrivals.length, 4)
      for (const { at } of arrivals.slice(1)) assert.isAtLeast(at, 30_000)
    })
  )

  for (const status of [408, 503]) {
    it.effect(`holds for other calls if a call fails with ${status} and is not retried`, () =>
      Effect.gen(function* () {
        const { arrivals } = yield* withClient(
          (_, n) => (n % 2 === 0 ? new Response(null, { status, headers: { "retry-after": "30" } }) : pageOfIds(["a"])),
          ({ complaints }) =>
            Effect.forEach([1, 2], () =>
              Effect.andThen(
                Effect.flip(complaints.page(withOffset(0), { maxRetries: 0 })),
                complaints.page(withOffset(50))
              )
            )
        )
        assert.deepStrictEqual(
          arrivals.map(({ at }) => at),
          [0, 30_000, 30_000, 60_000]
        )
      })
    )
  }

  it.effect("is replaced by a later response whose pause ends earlier", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* quota.withPermit(bulk, (late) =>
        Effect.gen(function* () {
          yield* refusedRequest(quota, Headers.empty, 2 * minute)
          const waiting = yield* Effect.forkChild(request(quota))
          yield* TestClock.adjust("1 second")
          yield* quota.recordResponse(late, { headers: Headers.empty, refusedUntil: minute })
          yield* TestClock.adjust("5 minutes")
          assert.strictEqual(yield* Fiber.join(waiting), minute)
        })
      )
      const now = yield* Clock.currentTimeMillis
      yield* quota.pauseUntil(now + 2 * minute)
      const again = yield* Effect.forkChild(request(quota), { startImmediately: true })
      yield* quota.pauseUntil(now + minute)
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(yield* Fiber.join(again), now + minute)
    })
  )

  it.effect("is not shortened by the backoff of another call whose 429 has no time", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(
        (_, n) => {
          const failure = n === 0 ? { status: 503, headers: { "retry-after": "60" } } : { status: 429 }
          return n < 2 ? Effect.as(Effect.sleep((n + 1) * 1000), new Response(null, failure)) : pageOfIds(["a"])
        },
        ({ complaints }) =>
          Effect.all([complaints.page(withOffset(0)), complaints.page(withOffset(50))], { concurrency: 2 })
      )
      assert.deepStrictEqual(
        arrivals.map(({ at }) => at),
        [0, 0, 61_000, 61_000]
      )
    })
  )

  it.effect("is replaced within a second for waiting calls of other clients with the same budget", () =>
    Effect.gen(function* () {
      const budgetFor = budgetForAll()
      const [first, second] = [
        yield* makeQuota(budgetFor(1000), { maxPause: longestPause }),
        yield* makeQuota(budgetFor(1000), { maxPause: longestPause })
      ]
      for (const start of [0, 10 * minute]) {
        yield* TestClock.setTime(start)
        yield* first.pauseUntil(start + 2 * minute)
        const waiting = yield* Effect.forkChild(request(second), { startImmediately: true })
        yield* first.pauseUntil(start + minute / 2)
        yield* TestClock.adjust("5 minutes")
        assert.strictEqual(yield* Fiber.join(waiting), start + minute / 2)
      }
    })
  )

  it.effect("is not shortened by the backoff of another client with the same budget", () =>
    Effect.gen(function* () {
      const budgetFor = budgetForAll()
      const [first, second] = [
        yield* makeQuota(budgetFor(1000), { maxPause: longestPause }),
        yield* makeQuota(budgetFor(1000), { maxPause: longestPause })
      ]
      yield* first.pauseUntil(2 * minute)
      yield* second.delayUntil(minute)
      assert.strictEqual(yield* first.availableAt(1), 2 * minute)
      yield* second.delayUntil(3 * minute)
      assert.strictEqual(yield* first.availableAt(1), 3 * minute)
    })
  )

  it.effect("is the reason for which every call of the queue waits, even if another process learned of it", () =>
    Effect.gen(function* () {
      const budget = budgetInMemory(1000)
      // Like Redis, which measures the remaining time again for each reply.
      const inexact = { ...budget, availableAt: (n: number) => Effect.map(budget.availableAt(n), (at) => at + 3) }
      const quota = yield* makeQuota(inexact, { maxPause: longestPause })
      for (const start of [0, 10 * minute]) {
        yield* TestClock.setTime(start)
        yield* budget.pauseUntil(start + minute)
        const first = yield* Effect.forkChild(request(quota), { startImmediately: true })
        const hurried = new Call("bulk", Number.POSITIVE_INFINITY, { ...defaultSettings, maxWait: 1000 })
        assert.deepInclude(yield* Effect.flip(request(quota, hurried)), { by: "service", isPause: true })
        yield* TestClock.adjust("5 minutes")
        assert.strictEqual(yield* Fiber.join(first), start + minute)
      }
    })
  )

  it.effect("is not shortened by a later refusal without a time or by its backoff", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      yield* quota.withPermit(bulk, (late) =>
        Effect.gen(function* () {
          yield* refusedRequest(quota, Headers.empty, 2 * minute)
          yield* quota.recordResponse(late, { headers: Headers.empty, refusedUntil: 0 })
          yield* quota.delayUntil(minute)
          const waiting = yield* Effect.forkChild(request(quota))
          yield* TestClock.adjust("5 minutes")
          assert.strictEqual(yield* Fiber.join(waiting), 2 * minute)
        })
      )
    })
  )
})

describe("a pause that is longer than maxRetryAfter", () => {
  it.effect("also stops later calls, until it ends, if a 503 requested it", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        (_, n) =>
          n % 2 === 0 ? new Response(null, { status: 503, headers: { "retry-after": "30" } }) : pageOfIds(["a"]),
        ({ complaints }) =>
          Effect.forEach([1, 2], () =>
            Effect.gen(function* () {
              const errors = yield* Effect.forEach([0, 50], (offset) =>
                Effect.flip(complaints.page(withOffset(offset)))
              )
              yield* Effect.sleep("30 seconds")
              yield* complaints.page(withOffset(50))
              return errors.map(({ reason, nextTryAt }) => [reason._tag, nextTryAt?.getTime()])
            })
          ),
        { maxRetryAfter: "10 seconds" }
      )
      assert.deepStrictEqual(result._tag === "Success" && result.success, [
        [
          ["RateLimited", 30_000],
          ["RateLimited", 30_000]
        ],
        [
          ["RateLimited", 60_000],
          ["RateLimited", 60_000]
        ]
      ])
      assert.deepStrictEqual(
        arrivals.map(({ at }) => at),
        [0, 30_000, 30_000, 60_000]
      )
    })
  )
})
