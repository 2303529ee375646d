import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Random } from "effect"
import { TestClock } from "effect/testing"
import { ComplaintQuery, PublicRecords, type PublicRecordsOptions, type Wait, WaitListener } from "../src/index.ts"
import { type Respond, clientOf, fakeService, pageOfIds, advanceUntil } from "./FakeService.ts"
import { hour, quotaOf, request } from "./quotaRequests.ts"

const keepIn = (waits: Array<Wait>) => (wait: Wait) => Effect.sync(() => void waits.push(wait))

/** Requests pages one after another. Returns the announced waits. */
const waitsOf = (count: number, respond: Respond, options: PublicRecordsOptions = {}) =>
  Effect.gen(function* () {
    const waits: Array<Wait> = []
    const pages = PublicRecords.use(({ complaints }) =>
      Effect.forEach(Array.from({ length: count }), () => Effect.ignore(complaints.page(ComplaintQuery.default)))
    )
    const asking = pages.pipe(
      Effect.provide(clientOf(fakeService(respond), options)),
      Effect.provideService(WaitListener, keepIn(waits))
    )
    yield* advanceUntil(yield* Effect.forkChild(asking))
    return waits
  }).pipe(Random.withSeed("waits"))

const down = () => new Response(null, { status: 503 })

describe("WaitListener", () => {
  it.effect("is called once for a wait for the budget, and again for the next one", () =>
    Effect.gen(function* () {
      const waits = yield* waitsOf(3, () => pageOfIds(["a"]), { requestsPerHour: 1 })
      assert.deepStrictEqual(waits, [
        { until: hour, cause: { _tag: "Budget" } },
        { until: 2 * hour, cause: { _tag: "Budget" } }
      ])
    })
  )

  it.effect("is called for a pause of the service with the failure and the number of the retry", () =>
    Effect.gen(function* () {
      const refused = () => new Response(null, { status: 429, headers: { "retry-after": "30" } })
      const [wait, ...others] = yield* waitsOf(1, (_, n) => (n === 0 ? refused() : pageOfIds(["a"])))
      assert.deepStrictEqual(others, [])
      assert.strictEqual(wait?.until, 30_000)
      assert.deepStrictEqual(wait?.cause, {
        _tag: "Retry",
        detail: "the service returned 429",
        retry: 1,
        maxRetries: 4
      })
    })
  )

  it.effect("is called for a pause that another call received", () =>
    Effect.gen(function* () {
      const down = () => new Response(null, { status: 503, headers: { "retry-after": "30" } })
      const waits: Array<Wait> = []
      const pages = PublicRecords.use(({ complaints }) =>
        Effect.all(
          [0, 50].map((offset) =>
            complaints.page(ComplaintQuery.default.withOffset(offset)).pipe(Effect.delay(offset))
          ),
          { concurrency: "unbounded" }
        )
      )
      const service = fakeService((_, n) => (n === 0 ? down() : pageOfIds(["a"])))
      const asking = pages.pipe(Effect.provide(clientOf(service)), Effect.provideService(WaitListener, keepIn(waits)))
      yield* advanceUntil(yield* Effect.forkChild(asking))
      assert.deepStrictEqual(
        waits.map(({ until, cause }) => [until, cause._tag]),
        [
          [30_000, "Retry"],
          [30_000, "Pause"]
        ]
      )
    })
  )

  it.effect("is called once for a wait, even if the queue changes often", () => {
    const waits: Array<Wait> = []
    return Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      const first = yield* Effect.forkChild(request(quota))
      yield* TestClock.adjust("1 minute")
      for (let n = 0; n < 3; n++) {
        const other = yield* Effect.forkChild(request(quota))
        yield* TestClock.adjust("1 minute")
        yield* Fiber.interrupt(other)
      }
      yield* TestClock.adjust("1 hour")
      yield* Fiber.join(first)
      assert.deepStrictEqual(waits, [{ until: hour, cause: { _tag: "Budget" } }])
    }).pipe(Effect.provideService(WaitListener, keepIn(waits)))
  })

  it.effect("is called before each retry, and not after the last attempt", () =>
    Effect.gen(function* () {
      const causes = (yield* waitsOf(1, down)).map(({ cause }) => cause)
      assert.deepStrictEqual(
        causes.map((cause) => (cause._tag === "Retry" ? [cause.detail, cause.retry, cause.maxRetries] : cause._tag)),
        [1, 2, 3, 4].map((retry) => ["the service returned 503", retry, 4])
      )
    })
  )

  it.effect("is not called if no request waits", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* waitsOf(3, () => pageOfIds(["a"])), [])
    })
  )
})
