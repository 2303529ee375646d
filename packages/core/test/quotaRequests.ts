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

export const says = (limit: number | string, remaining: number | string) =>
  Headers.fromInput({ "x-ratelimit-limit": String(limit), "x-ratelimit-remaining": String(remaining) })

/** A request that is answered at once, with the service's count where one is given; gives the instant it was sent. */
export const request = (quota: Quota, call: Call = bulk, headers?: Headers.Headers) =>
  quota.withPermit(call, (place) =>
    Effect.gen(function* () {
      if (headers !== undefined) yield* quota.recordResponse(place, { headers, refusedUntil: undefined })
      return yield* Clock.currentTimeMillis
    })
  )

/** A request that the service refuses, to be asked again at `refusedUntil`. */
export const refusedRequest = (quota: Quota, headers: Headers.Headers, refusedUntil: number) =>
  quota.withPermit(bulk, (place) => quota.recordResponse(place, { headers, refusedUntil }))

/** The instants of so many requests, one after the other. */
export const instantsOf = (quota: Quota, count: number, time: "1 minute" | "1 hour" | "3 hours") =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.forEach(Array.from({ length: count }), () => request(quota)))
    yield* TestClock.adjust(time)
    return yield* Fiber.join(fiber)
  })
