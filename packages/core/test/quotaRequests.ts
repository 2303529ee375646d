import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Headers } from "effect/http"
import { budgetInMemory } from "../src/budget/Budget.ts"
import { Call } from "../src/budget/Call.ts"
import { makeQuota, type Quota } from "../src/budget/Quota.ts"

export const minute = 60_000
export const hour = 60 * minute
export const longestPause = 2 * minute

export const quotaOf = (requestsPerHour: number) =>
  makeQuota(budgetInMemory(requestsPerHour), { maxPause: longestPause })
export const bulk = new Call("bulk", Number.POSITIVE_INFINITY)
export const interactive = new Call("interactive", Number.POSITIVE_INFINITY)

export const rateLimitHeaders = (limit: number | string, remaining: number | string) =>
  Headers.fromInput({ "x-ratelimit-limit": String(limit), "x-ratelimit-remaining": String(remaining) })

/** Sends a request that gets an immediate response with optional headers. Returns the time at which it was sent. */
export const request = (quota: Quota, call: Call = bulk, headers?: Headers.Headers) =>
  quota.withPermit(call, (permit) =>
    Effect.gen(function* () {
      if (headers !== undefined) yield* quota.recordResponse(permit, { headers, refusedUntil: undefined })
      return yield* Clock.currentTimeMillis
    })
  )

/** Sends a request that the service refuses until `refusedUntil`. */
export const refusedRequest = (quota: Quota, headers: Headers.Headers, refusedUntil: number) =>
  quota.withPermit(bulk, (permit) => quota.recordResponse(permit, { headers, refusedUntil }))

/** Returns the times of several requests, sent one after another. */
export const requestTimes = (quota: Quota, count: number, time: "1 minute" | "1 hour" | "3 hours") =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.forEach(Array.from({ length: count }), () => request(quota)))
    yield* TestClock.adjust(time)
    return yield* Fiber.join(fiber)
  })
