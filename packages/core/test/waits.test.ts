import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Random } from "effect"
import { TestClock } from "effect/testing"
import {
  CallListener,
  type ClientEvent,
  ComplaintQuery,
  PublicRecords,
  type PublicRecordsOptions
} from "../src/index.ts"
import { type Respond, clientOf, fakeService, pageOfIds, advanceUntil } from "./FakeService.ts"
import { budgetInMemory } from "../src/budget/Budget.ts"
import { Call } from "../src/budget/Call.ts"
import { makeQuota } from "../src/budget/Quota.ts"
import { hour, quotaOf, request } from "./quotaRequests.ts"

type Announced = Extract<ClientEvent, { readonly _tag: "Wait" | "Retry" }>

const keepIn = (waits: Array<Announced>) => (event: ClientEvent) =>
  Effect.sync(() => void (event._tag === "Wait" || event._tag === "Retry" ? waits.push(event) : 0))

/** Returns what a wait is for, and its end; for a retry its length. */
const shown = (event: Announced) =>
  event._tag === "Wait" ? [event.for, event.until.getTime()] : [event._tag, event.waitMilliseconds]

/** Requests pages one after another. Returns the announced waits. */
const waitsOf = (count: number, respond: Respond, options: PublicRecordsOptions = {}) =>
  Effect.gen(function* () {
    const waits: Array<Announced> = []
    const pages = PublicRecords.use(({ complaints }) =>
      Effect.forEach(Array.from({ length: count }), () => Effect.ignore(complaints.page(ComplaintQuery.default)))
    )
    const asking = pages.pipe(
      Effect.provide(clientOf(fakeService(respond), options)),
      Effect.provideService(CallListener, keepIn(waits))
    )
    yield* advanceUntil(yield* Effect.forkChild(asking))
    return waits
  }).pipe(Random.withSeed("waits"))

const startNow = { startImmediately: true } as const
const newCall = () => new Call("bulk", Number.POSITIVE_INFINITY)

const down = () => new Response(null, { status: 503 })

describe("CallListener", () => {
  it.effect("is called once for a wait for the budget, and again for the next one", () =>
    Effect.gen(function* () {
      const waits = yield* waitsOf(3, () => pageOfIds(["a"]), { requestsPerHour: 1, maxWait: "2 hours" })
      assert.deepStrictEqual(waits.map(shown), [
        ["budget", hour],
        ["budget", 2 * hour]
      ])
    })
  )

  it.effect("is called for a pause of the service with the failure and the number of the retry", () =>
    Effect.gen(function* () {
      const refused = () => new Response(null, { status: 429, headers: { "retry-after": "30" } })
      const [wait, ...others] = yield* waitsOf(1, (_, n) => (n === 0 ? refused() : pageOfIds(["a"])))
      assert.deepStrictEqual(others, [])
      assert(wait?._tag === "Retry", "a retry")
      const { attempt, detail, maxRetries, operation, reason, retry, waitMilliseconds } = wait
      assert.deepStrictEqual(
        { attempt, detail, maxRetries, operation, reason: reason._tag, retry, waitMilliseconds },
        {
          attempt: 1,
          detail: "the service returned 429",
          maxRetries: 4,
          operation: "complaints.page",
          reason: "RateLimited",
          retry: 1,
          waitMilliseconds: 30_000
        }
      )
    })
  )

  it.effect("is called for a pause that another call received", () =>
    Effect.gen(function* () {
      const down = () => new Response(null, { status: 503, headers: { "retry-after": "30" } })
      const waits: Array<Announced> = []
      const pages = PublicRecords.use(({ complaints }) =>
        Effect.all(
          [0, 50].map((offset) => complaints.page({ ...ComplaintQuery.default, offset }).pipe(Effect.delay(offset))),
          { concurrency: "unbounded" }
        )
      )
      const service = fakeService((_, n) => (n === 0 ? down() : pageOfIds(["a"])))
      const asking = pages.pipe(Effect.provide(clientOf(service)), Effect.provideService(CallListener, keepIn(waits)))
      yield* advanceUntil(yield* Effect.forkChild(asking))
      assert.deepStrictEqual(waits.map(shown), [
        ["Retry", 30_000],
        ["service", 30_000]
      ])
    })
  )

  it.effect("is called for a wait behind another call with the time of its own turn", () => {
    const waits: Array<Announced> = []
    return Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      const waiting = [newCall(), newCall()].map((call) => Effect.forkChild(request(quota, call), startNow))
      for (const start of waiting) yield* start
      assert.deepStrictEqual(waits.map(shown), [
        ["budget", hour],
        ["budget", 2 * hour]
      ])
    }).pipe(Effect.provideService(CallListener, keepIn(waits)))
  })

  it.effect("is called again if the end of a wait changes by a second, but not for less", () => {
    const waits: Array<Announced> = []
    const ends = [10_000, 10_999, 11_000, 10_001, 10_000]
    return Effect.gen(function* () {
      const budget = budgetInMemory(1)
      let tried = 0
      const quota = yield* makeQuota(
        {
          ...budget,
          recheckInterval: 1000,
          tryAcquire: Effect.suspend(() => {
            const nextRequestAt = ends[tried++]
            return nextRequestAt === undefined
              ? budget.tryAcquire
              : Effect.succeed({
                  _tag: "Full",
                  isPaused: false,
                  state: { requestsThisHour: 1, nextRequestAt }
                } as const)
          })
        },
        { maxPause: hour }
      )
      const waiting = yield* Effect.forkChild(request(quota, newCall()))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(
        waits.map(shown),
        [10_000, 11_000, 10_000].map((end) => ["budget", end])
      )
    }).pipe(Effect.provideService(CallListener, keepIn(waits)))
  })

  it.effect("is called once for a wait, even if the queue changes often", () => {
    const waits: Array<Announced> = []
    return Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      const first = yield* Effect.forkChild(request(quota, newCall()))
      yield* TestClock.adjust("1 minute")
      for (let n = 0; n < 3; n++) {
        const other = yield* Effect.forkChild(request(quota, newCall()))
        yield* TestClock.adjust("1 minute")
        yield* Fiber.interrupt(other)
      }
      yield* TestClock.adjust("1 hour")
      yield* Fiber.join(first)
      assert.deepStrictEqual(waits.slice(0, 1).map(shown), [["budget", hour]])
      const ends = waits.filter(({ callId }) => callId === waits[0]?.callId)
      assert.strictEqual(ends.length, 1)
    }).pipe(Effect.provideService(CallListener, keepIn(waits)))
  })

  it.effect("is called with the number and the URL of the request that failed, also after a redirect", () =>
    Effect.gen(function* () {
      const redirect = new Response(null, { status: 302, headers: { location: "/v1/complaints" } })
      const waits = yield* waitsOf(1, (url, n) => {
        if (url.pathname.startsWith("/v0/")) return redirect.clone()
        return n < 4 ? down() : pageOfIds(["a"])
      })
      assert.deepStrictEqual(
        waits.map((wait) => (wait._tag === "Retry" ? [wait.attempt, wait.retry, wait.url] : wait._tag)),
        [
          [2, 1, "https://records.test/v1/complaints"],
          [4, 2, "https://records.test/v1/complaints"]
        ]
      )
    })
  )

  it.effect("is not called for a retry that would come after the deadline, and the call fails immediately", () =>
    Effect.gen(function* () {
      const longestBackoff = { nextDoubleUnsafe: () => 0.999_999_9, nextIntUnsafe: () => 0 }
      const waits: Array<Announced> = []
      const page = PublicRecords.use(({ complaints }) =>
        Effect.flip(complaints.page(ComplaintQuery.default, { deadline: "1499 millis" }))
      )
      const error = yield* page.pipe(
        Effect.provide(clientOf(fakeService(down))),
        Effect.provideService(CallListener, keepIn(waits)),
        Effect.provideService(Random.Random, longestBackoff),
        Effect.forkChild,
        Effect.flatMap((fiber) => advanceUntil(fiber, "500 millis"))
      )
      // The first retry comes after 500 ms. The second would come another 1,000 ms later.
      assert.deepStrictEqual(waits.map(shown), [["Retry", 500]])
      assert.deepStrictEqual([error.reason._tag, error.nextTryAt?.getTime()], ["DeadlineExceeded", 1500])
    })
  )

  it.effect("does not delay a retry by the time that it takes itself", () =>
    Effect.gen(function* () {
      const service = fakeService((_, n) =>
        n === 0 ? new Response(null, { status: 503, headers: { "retry-after": "30" } }) : pageOfIds(["a"])
      )
      const page = PublicRecords.use(({ complaints }) => complaints.page(ComplaintQuery.default)).pipe(
        Effect.provide(clientOf(service)),
        Effect.provideService(CallListener, ({ _tag }) => (_tag === "Retry" ? Effect.sleep("20 seconds") : Effect.void))
      )
      yield* advanceUntil(yield* Effect.forkChild(page))
      assert.deepStrictEqual(
        service.arrivals.map(({ at }) => at),
        [0, 30_000]
      )
    })
  )

  it.effect("is not called if no request waits", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* waitsOf(3, () => pageOfIds(["a"])), [])
    })
  )
})
