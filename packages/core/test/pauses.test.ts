import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { budgetInMemory } from "../src/budget/Budget.ts"
import { makeQuota } from "../src/budget/Quota.ts"
import { ComplaintQuery } from "../src/index.ts"
import { pageOfIds } from "./FakeService.ts"
import { bulk, longestPause, minute, quotaOf, refusedRequest, request, rateLimitHeaders } from "./quotaRequests.ts"
import { Headers } from "effect/http"
import { withClient } from "./withClient.ts"

const day = Duration.toMillis("1 day")
const withOffset = (offset: number) => ComplaintQuery.default.withOffset(offset)

describe("a pause that the service requests", () => {
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

describe("the quota", () => {
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
