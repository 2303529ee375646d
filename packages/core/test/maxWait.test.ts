import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Random, Stream } from "effect"
import { TestClock } from "effect/testing"
import { budgetInMemory } from "../src/budget/Budget.ts"
import { makeQuota } from "../src/budget/Quota.ts"
import { Call, defaultSettings } from "../src/budget/Call.ts"
import { ComplaintQuery, type Priority, PublicRecords, type PublicRecordsOptions, type Reason } from "../src/index.ts"
import { type Respond, clientOf, fakeService, pageOfIds, advanceUntil } from "./FakeService.ts"
import { numbered, pageOfList } from "./collectWalk.ts"
import { hour, minute, request } from "./quotaRequests.ts"

const quotaOf = (requestsPerHour: number) => makeQuota(budgetInMemory(requestsPerHour), { maxPause: 3 * hour })

/** Creates a call that waits no longer than `maxWait`. */
const callWith = (maxWait: number, priority: Priority = "bulk", deadlineAt = Number.POSITIVE_INFINITY) =>
  new Call(priority, deadlineAt, { ...defaultSettings, maxWait })

const nextTryAtOf = (reason: Reason) => (reason._tag === "RateLimited" ? reason.nextTryAt?.getTime() : reason._tag)

describe("maxWait and the budget", () => {
  it.effect("fails immediately with the time of the next try if the permit comes later than allowed", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      const call = callWith(hour - 1)
      yield* request(quota, call)
      assert.strictEqual(nextTryAtOf(yield* Effect.flip(request(quota, call))), hour)
    })
  )

  it.effect("waits for a permit that comes just in time, and again for the next one", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      const call = callWith(hour)
      yield* request(quota, call)
      for (const expected of [hour, 2 * hour]) {
        const waiting = yield* Effect.forkChild(request(quota, call))
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* Fiber.join(waiting), expected)
      }
    })
  )

  it.effect("returns the time of the next try even if the call's deadline is earlier", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      const call = callWith(minute)
      yield* request(quota, call)
      const hurried = callWith(minute, "interactive", minute)
      assert.strictEqual(nextTryAtOf(yield* Effect.flip(request(quota, hurried))), hour)
    })
  )

  it.effect("counts the calls that are ahead in the queue", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      const call = callWith(hour)
      yield* request(quota, call)
      const first = yield* Effect.forkChild(request(quota, call))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(nextTryAtOf(yield* Effect.flip(request(quota, call))), 2 * hour)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* Fiber.join(first), hour)
    })
  )

  it.effect("fails a bulk call when interactive calls delay its permit too long", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      const call = callWith(hour)
      yield* request(quota, call)
      const late = yield* Effect.forkChild(Effect.flip(request(quota, callWith(hour, "bulk"))))
      yield* TestClock.adjust("1 minute")
      const early = yield* Effect.forkChild(request(quota, callWith(hour, "interactive")))
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual(yield* Fiber.join(early), hour)
      assert.strictEqual(nextTryAtOf(yield* Fiber.join(late)), 2 * hour)
    })
  )

  it.effect("ends the wait of a call behind others, even if the first of them may wait longer", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      const call = callWith(hour)
      yield* request(quota, call)
      const failedAt = Effect.andThen(Effect.flip(request(quota, callWith(hour, "bulk"))), Clock.currentTimeMillis)
      const late = yield* Effect.forkChild(failedAt)
      yield* TestClock.adjust("1 minute")
      const early = yield* Effect.forkChild(request(quota, callWith(hour, "interactive")))
      yield* TestClock.adjust("1 minute")
      yield* quota.pauseUntil(hour + minute / 2)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* Fiber.join(late), hour)
      assert.strictEqual(yield* Fiber.join(early), hour + minute / 2)
    })
  )

  it.effect("returns the time of the next try after a wait behind others, without the failed call itself", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1)
      yield* request(quota)
      const late = yield* Effect.forkChild(Effect.flip(request(quota, callWith(hour, "bulk"))))
      yield* TestClock.adjust("1 minute")
      const early = yield* Effect.forkChild(request(quota, callWith(2 * hour, "interactive")))
      yield* TestClock.adjust("1 minute")
      yield* quota.pauseUntil(hour + minute)
      yield* TestClock.adjust("58 minutes")
      const error = yield* Fiber.join(late)
      assert.strictEqual(nextTryAtOf(error), 2 * hour)
      assert.deepInclude(error, { by: "budget", isPause: false })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* Fiber.join(early), hour + minute)
    })
  )

  it.effect("names a pause of the service as the reason for which a call behind others did not get its turn", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(1000)
      for (const start of [0, hour]) {
        yield* TestClock.setTime(start)
        yield* quota.pauseUntil(start + minute)
        const first = yield* Effect.forkChild(request(quota), { startImmediately: true })
        const late = yield* Effect.forkChild(Effect.flip(request(quota, callWith(minute))), { startImmediately: true })
        yield* quota.pauseUntil(start + 2 * minute)
        yield* TestClock.adjust("1 minute")
        const error = yield* Fiber.join(late)
        assert.strictEqual(nextTryAtOf(error), start + 2 * minute)
        assert.deepInclude(error, { by: "service", isPause: true })
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* Fiber.join(first), start + 2 * minute)
      }
    })
  )

  it.effect("never waits if it is 0, but sends a call that need not wait", () =>
    Effect.gen(function* () {
      const quota = yield* quotaOf(2)
      const call = callWith(0)
      assert.deepStrictEqual([yield* request(quota, call), yield* request(quota, call)], [0, 0])
      const limited = yield* Effect.flip(request(quota, call))
      assert.strictEqual(nextTryAtOf(limited), hour)
      assert.include(limited.message, "The rate limit of the API key is used up.")
      yield* quota.pauseUntil(hour + minute)
      const paused = yield* Effect.flip(request(quota, call))
      assert.strictEqual(nextTryAtOf(paused), hour + minute)
      assert.include(paused.message, "The service requests a pause.")
      yield* TestClock.adjust(hour + minute)
      assert.strictEqual(yield* request(quota, call), hour + minute)
    })
  )
})

/** Requests a page. Returns the result and the times of the requests. */
const requestWith = (options: PublicRecordsOptions, respond: Respond) =>
  Effect.gen(function* () {
    const service = fakeService(respond)
    const page = PublicRecords.use(({ complaints }) => Effect.result(complaints.page(ComplaintQuery.default)))
    const fiber = yield* Effect.forkChild(Effect.provide(page, clientOf(service, options)))
    const result = yield* advanceUntil(fiber)
    return { result, times: service.arrivals.map(({ at }) => at) }
  }).pipe(Random.withSeed("max wait"))

const refusedOnce =
  (status: number, headers: Readonly<Record<string, string>>): Respond =>
  (_, n) =>
    n === 0 ? Response.json({ error: { code: "BUSY", message: "slow down" } }, { status, headers }) : pageOfIds(["a"])

describe("a maxWait of 0", () => {
  it.effect.each([429, 503])("never retries after a %i, however short the backoff", (status) =>
    Effect.gen(function* () {
      const service = fakeService(() => new Response(null, { status }))
      const page = PublicRecords.use(({ complaints }) => Effect.flip(complaints.page(ComplaintQuery.default))).pipe(
        Effect.provide(clientOf(service, { maxWait: 0 })),
        Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0, nextIntUnsafe: () => 0 })
      )
      yield* advanceUntil(yield* Effect.forkChild(page))
      assert.strictEqual(service.arrivals.length, 1)
    })
  )
})

describe("the error of a failed attempt that could be repeated", () => {
  const later = { "retry-after": "60" }
  for (const [status, headers, options, tag, nextTryAt] of [
    [503, later, { maxRetries: 0, maxWait: 1000, deadline: 2000, maxRetryAfter: 1000 }, "Unavailable", 60_000],
    [503, later, { maxWait: 1000, deadline: 2000 }, "RateLimited", 60_000],
    [503, later, { maxRetryAfter: 1000, deadline: 2000 }, "RateLimited", 60_000],
    [503, later, { deadline: 2000 }, "DeadlineExceeded", 60_000],
    [429, later, { maxRetries: 0, deadline: 2000 }, "RateLimited", 60_000],
    [429, later, { deadline: 2000 }, "DeadlineExceeded", 60_000],
    [503, {}, { maxWait: 0, deadline: 100 }, "Unavailable", undefined],
    [503, {}, { deadline: 100 }, "DeadlineExceeded", 500],
    [429, {}, { maxWait: 0, deadline: 100 }, "RateLimited", 500],
    [429, {}, { deadline: 100 }, "DeadlineExceeded", 500],
    [403, later, { maxWait: 0, deadline: 100 }, "UnexpectedAnswer", undefined],
    [400, later, { maxWait: 0, deadline: 100 }, "BadRequest", undefined]
  ] as const) {
    const waits = "retry-after" in headers ? "a pause of a minute" : "a backoff of half a second"
    it.effect(`is ${tag} after a ${status} with ${waits}, with ${JSON.stringify(options)}`, () =>
      Effect.gen(function* () {
        const service = fakeService(() => new Response(null, { status, headers }))
        const page = PublicRecords.use(({ complaints }) => Effect.flip(complaints.page(ComplaintQuery.default))).pipe(
          Effect.provide(clientOf(service, options)),
          Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0.999_999_9, nextIntUnsafe: () => 0 })
        )
        const error = yield* advanceUntil(yield* Effect.forkChild(page))
        assert.deepStrictEqual([error.code, error.nextTryAt?.getTime(), error.status], [tag, nextTryAt, status])
        assert.strictEqual(service.arrivals.length, 1)
      })
    )
  }
})

describe("maxWait and the service", () => {
  for (const status of [429, 503]) {
    it.effect(`fails immediately with the time of the next try if a ${status} requests a longer pause`, () =>
      Effect.gen(function* () {
        const { result, times } = yield* requestWith(
          { maxWait: "29 seconds" },
          refusedOnce(status, { "retry-after": "30" })
        )
        assert.strictEqual(result._tag === "Failure" && nextTryAtOf(result.failure.reason), 30_000)
        const reason = result._tag === "Failure" ? result.failure.reason : assert.fail()
        assert.strictEqual(reason.cause?.name, status === 429 ? "RateLimited" : "Unavailable")
        assert.strictEqual("response" in reason && reason.response?.status, status)
        assert.deepInclude(
          reason,
          status === 429
            ? { by: "service", isPause: false, detail: "slow down" }
            : { by: "service", isPause: true, detail: "status 503: slow down" }
        )
        assert.deepStrictEqual(times, [0])
      })
    )

    it.effect(`waits for a pause of a ${status} that is as long as allowed`, () =>
      Effect.gen(function* () {
        const { result, times } = yield* requestWith(
          { maxWait: "30 seconds" },
          refusedOnce(status, { "retry-after": "30" })
        )
        assert.strictEqual(result._tag, "Success")
        assert.deepStrictEqual(times, [0, 30_000])
      })
    )
  }

  it.effect("is two minutes by default", () =>
    Effect.gen(function* () {
      const inTime = yield* requestWith({}, refusedOnce(429, { "retry-after": "120" }))
      assert.deepStrictEqual(inTime.times, [0, 2 * minute])
      const { result, times } = yield* requestWith({}, refusedOnce(429, { "retry-after": "121" }))
      assert.deepStrictEqual(result._tag === "Failure" && nextTryAtOf(result.failure.reason), 241_000)
      assert.deepStrictEqual(times, [120_000])
    })
  )

  it.effect("has no limit by default in a walk, for the budget and for pauses of the service", () =>
    Effect.gen(function* () {
      const service = fakeService((url, n) =>
        n === 0
          ? new Response(null, { status: 429, headers: { "retry-after": "7200" } })
          : pageOfList(numbered(70), url)
      )
      const read = PublicRecords.use(({ complaints }) => Stream.runCount(complaints.stream(ComplaintQuery.default)))
      const options = { requestsPerHour: 1, maxWait: undefined }
      const fiber = yield* Effect.forkChild(Effect.provide(read, clientOf(service, options)))
      assert.strictEqual(yield* advanceUntil(fiber, "1 minute"), 70)
      assert.deepStrictEqual(
        service.arrivals.map(({ at }) => at),
        [0, 2, 3, 4, 5].map((hours) => hours * hour)
      )
    }).pipe(Random.withSeed("max wait"))
  )
})
