import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Random, Stream } from "effect"
import { ComplaintQuery, NoticeQuery } from "../src/index.ts"
import { numbered, pageOfList } from "./collectWalk.ts"
import { type Respond, pageOfIds } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const down = () => new Response(null, { status: 503 })
const withOffset = (offset: number) => ComplaintQuery.default.withOffset(offset)

describe("requests in flight", () => {
  const slowly: Respond = () => Effect.as(Effect.sleep("10 seconds"), pageOfIds(["a"]))

  it.effect("are sent once if they are identical", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(slowly, ({ complaints }) =>
        Effect.all([complaints.page(withOffset(0)), complaints.page(withOffset(0)), complaints.page(withOffset(50))], {
          concurrency: "unbounded"
        })
      )
      assert.strictEqual(result._tag === "Success" && result.success.length, 3)
      assert.deepStrictEqual(
        arrivals.map(({ url }) => url.searchParams.get("offset")),
        ["0", "50"]
      )
    })
  )

  it.effect("continue when one caller is interrupted, and stop when all are", () =>
    Effect.gen(function* () {
      let stopped = 0
      const respond: Respond = () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => stopped++))
      yield* withClient(respond, ({ complaints }) =>
        Effect.gen(function* () {
          const first = yield* Effect.forkChild(complaints.page(withOffset(0)), { startImmediately: true })
          const second = yield* Effect.forkChild(complaints.page(withOffset(0)), { startImmediately: true })
          yield* Effect.yieldNow
          yield* Fiber.interrupt(first)
          assert.strictEqual(stopped, 0)
          yield* Fiber.interrupt(second)
          assert.strictEqual(stopped, 1)
        })
      )
    })
  )

  for (const options of [{ maxRetries: 1 }, { maxWait: "5 minutes" }, { timeout: "20 seconds" }] as const) {
    it.effect(`are sent separately if one has ${JSON.stringify(options)}`, () =>
      Effect.gen(function* () {
        const { arrivals } = yield* withClient(slowly, ({ complaints }) =>
          Effect.all([complaints.page(withOffset(0)), complaints.page(withOffset(0), options)], {
            concurrency: "unbounded"
          })
        )
        assert.strictEqual(arrivals.length, 2)
      })
    )
  }

  it.effect("are sent again after their response", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(
        () => pageOfIds(["a"]),
        ({ complaints }) => Effect.andThen(complaints.page(withOffset(0)), complaints.page(withOffset(0)))
      )
      assert.strictEqual(arrivals.length, 2)
    })
  )

  it.effect("respect the deadline of each caller", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(slowly, ({ complaints }) =>
        Effect.all(
          [
            Effect.flip(complaints.page(withOffset(0), { deadline: "5 seconds" })),
            complaints.page(withOffset(0), { deadline: "20 seconds" })
          ],
          { concurrency: "unbounded" }
        )
      )
      assert.strictEqual(result._tag === "Success" && result.success[0].reason._tag, "DeadlineExceeded")
      assert.strictEqual(result._tag === "Success" && result.success[1].records.length, 1)
    })
  )
})

describe("a deadline", () => {
  it.effect("interrupts a call, including its retries and waits", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        () => Effect.as(Effect.sleep("20 seconds"), down()),
        ({ complaints }) => Effect.timed(Effect.flip(complaints.page(withOffset(0), { deadline: "50 seconds" })))
      )
      assert.isTrue(result._tag === "Success")
      if (result._tag !== "Success") return
      const [time, error] = result.success
      assert.strictEqual(error.reason._tag, "DeadlineExceeded")
      assert.isAtMost(Duration.toSeconds(time), 50)
      assert.strictEqual(arrivals.length, 3)
    })
  )

  it.effect("is the client's unless the call has one", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(
        () => Effect.never,
        ({ notices }) => Effect.timed(Effect.flip(notices.page(NoticeQuery.default))),
        { deadline: "7 seconds" }
      )
      assert.strictEqual(result._tag === "Success" && result.success[1].reason._tag, "DeadlineExceeded")
      assert.strictEqual(result._tag === "Success" && Duration.toSeconds(result.success[0]), 7)
    })
  )

  it.effect("is rejected before anything is sent if it is not positive", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        () => pageOfIds(["a"]),
        ({ complaints }) =>
          Effect.flip(Stream.runCollect(complaints.stream(ComplaintQuery.default, { deadline: "0 seconds" })))
      )
      assert.strictEqual(result._tag === "Success" && result.success.reason._tag, "InvalidOptions")
      assert.strictEqual(arrivals.length, 0)
    })
  )

  it.effect("is for all pages of a walk together", () =>
    Effect.gen(function* () {
      const walkWithin = (deadline: Duration.Input) =>
        withClient(
          (url) => Effect.as(Effect.sleep("5 seconds"), pageOfList(numbered(120), url, { "records-total": 120 })),
          ({ complaints }) => Stream.runCount(complaints.stream(ComplaintQuery.default, { deadline }))
        )
      const late = (yield* walkWithin("14 seconds")).result
      assert.strictEqual(late._tag === "Failure" && late.failure.code, "DeadlineExceeded")
      assert.strictEqual((yield* walkWithin("20 seconds")).result._tag, "Success")
    })
  )
})

describe("the pause before a retry", () => {
  for (const [random, pauses] of [
    [0, [1, 1, 1, 1, 1, 1, 1]],
    [0.999_999_9, [500, 1000, 2000, 4000, 8000, 10_000, 10_000]]
  ] as const) {
    it.effect(`is ${pauses.join(", ")} ms if the random number is ${random}`, () =>
      Effect.gen(function* () {
        const { arrivals } = yield* withClient(down, ({ complaints }) =>
          complaints
            .page(withOffset(0), { maxRetries: 7 })
            .pipe(Effect.provideService(Random.Random, { nextDoubleUnsafe: () => random, nextIntUnsafe: () => 0 }))
        )
        assert.deepStrictEqual(
          arrivals.slice(1).map(({ at }, n) => at - (arrivals[n]?.at ?? 0)),
          [...pauses]
        )
      })
    )
  }
})

describe("the backoff after a failure", () => {
  for (const [status, at] of [
    [429, 500],
    [503, 100]
  ] as const) {
    it.effect(`${status === 429 ? "delays" : "does not delay"} other requests after a ${status}`, () =>
      Effect.gen(function* () {
        const { arrivals } = yield* withClient(
          (_, n) => (n === 0 ? new Response(null, { status }) : pageOfIds(["a"])),
          ({ complaints }) =>
            Effect.all([complaints.page(withOffset(0)), Effect.delay(complaints.page(withOffset(50)), "100 millis")], {
              concurrency: "unbounded"
            }).pipe(
              Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0.999_999_9, nextIntUnsafe: () => 0 })
            )
        )
        assert.strictEqual(arrivals.find(({ url }) => url.searchParams.get("offset") === "50")?.at, at)
      })
    )
  }
})

describe("Retry-After", () => {
  it.effect("pauses all queued requests after any failure", () =>
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

  it.effect("makes later calls fail without a request until its time if it is above the cap", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        (_, n) =>
          n === 0 ? new Response(null, { status: 429, headers: { "retry-after": "3600" } }) : pageOfIds(["a"]),
        ({ complaints }) =>
          Effect.gen(function* () {
            const first = yield* Effect.flip(complaints.page(withOffset(0)))
            const second = yield* Effect.flip(complaints.page(withOffset(50)))
            yield* Effect.sleep("1 hour")
            yield* complaints.page(withOffset(50))
            return [first.reason, second.reason]
          })
      )
      assert.deepStrictEqual(
        result._tag === "Success" &&
          result.success.map((reason) => (reason._tag === "RateLimited" ? reason.nextTryAt?.getTime() : reason._tag)),
        [3_600_000, 3_600_000]
      )
      assert.deepStrictEqual(
        arrivals.map(({ at }) => at),
        [0, 3_600_000]
      )
    })
  )
})
