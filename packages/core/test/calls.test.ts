import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, Stream } from "effect"
import { ComplaintQuery, NoticeQuery } from "../src/index.ts"
import { type Respond, pageOfIds } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const down = () => new Response(null, { status: 503 })
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`)
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

  it.effect("fails a walk that cannot meet it after the first page, before any record", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const { result, arrivals } = yield* withClient(
        () => pageOfIds(numbered(50), { "records-total": 1000 }),
        ({ complaints }) =>
          complaints.stream(ComplaintQuery.default, { deadline: "30 minutes" }).pipe(
            Stream.runForEach(({ id }) => Effect.sync(() => seen.push(id))),
            Effect.flip
          ),
        { requestsPerHour: 10 }
      )
      assert.strictEqual(
        result._tag === "Success" && result.success.message,
        "List complaints: The call cannot finish before its deadline (20 requests remain). " +
          "Use a longer deadline or request fewer records."
      )
      assert.strictEqual(arrivals.length, 1)
      assert.deepStrictEqual(seen, [])
    })
  )

  it.effect("fails a walk that cannot meet it without a request if a page of the query was read before", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        () => pageOfIds(numbered(50), { "records-total": 1000 }),
        ({ complaints }) =>
          Effect.andThen(
            complaints.page(ComplaintQuery.default),
            Effect.flip(Stream.runDrain(complaints.stream(ComplaintQuery.default, { deadline: "30 minutes" })))
          ),
        { requestsPerHour: 10 }
      )
      assert.strictEqual(result._tag === "Success" && result.success.reason._tag, "DeadlineExceeded")
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("does not affect a walk that meets it", () =>
    Effect.gen(function* () {
      const all = numbered(120)
      const { result } = yield* withClient(
        (url) => {
          const offset = Number(url.searchParams.get("offset"))
          const page = pageOfIds(all.slice(offset, offset + 50), { "records-total": 120 })
          return Effect.as(Effect.sleep("5 seconds"), page)
        },
        ({ complaints }) => Stream.runCount(complaints.stream(ComplaintQuery.default, { deadline: "20 seconds" }))
      )
      assert.strictEqual(result._tag === "Success" && result.success, 120)
    })
  )
})

describe("the retry budget", () => {
  it.effect("starts with ten retries", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(down, ({ complaints }) =>
        Effect.forEach([0, 50, 100, 150], (offset) => Effect.ignore(complaints.page(withOffset(offset))))
      )
      // Four, four, two and no retries.
      assert.strictEqual(arrivals.length, 4 + 10)
    })
  )

  it.effect("gains one retry for every ten responses", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(
        (_, n) => (n < 14 || n >= 34 ? down() : pageOfIds(["a"])),
        ({ complaints }) =>
          Effect.forEach(Array.from({ length: 4 + 20 + 1 }), (_, n) => Effect.ignore(complaints.page(withOffset(n))))
      )
      // Ten retries in three calls and none in the fourth. After 20 responses, two retries.
      assert.strictEqual(arrivals.length, 4 + 10 + 20 + (1 + 2))
    })
  )

  it.effect("gains no retries from calls that were not sent", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(
        down,
        ({ complaints }) =>
          Effect.gen(function* () {
            yield* Effect.forEach([0, 1, 2, 3], (n) => Effect.ignore(complaints.page(withOffset(n))))
            const refused = yield* Effect.forEach(Array.from({ length: 20 }), (_, n) =>
              Effect.flip(complaints.page(withOffset(n)))
            )
            assert.isTrue(refused.every(({ reason }) => reason._tag === "RateLimited"))
            yield* Effect.sleep("2 hours")
            yield* Effect.ignore(complaints.page(withOffset(4)))
          }),
        { requestsPerHour: 4 + 10, maxWait: "20 seconds" }
      )
      assert.strictEqual(arrivals.length, 4 + 10 + 1)
    })
  )

  it.effect("is not used by a wait that the service requests", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        (_, n) =>
          n % 2 === 0 ? new Response(null, { status: 503, headers: { "retry-after": "1" } }) : pageOfIds(["a"]),
        ({ complaints }) => Effect.forEach(Array.from({ length: 20 }), (_, n) => complaints.page(withOffset(n)))
      )
      assert.strictEqual(result._tag, "Success")
      assert.strictEqual(arrivals.length, 40)
    })
  )
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

describe("the circuit breaker", () => {
  it.effect("opens after five failed calls and sends the next request when it is time", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        (_, n) => (n < 5 + 10 ? down() : pageOfIds(["a"])),
        ({ complaints }) =>
          Effect.gen(function* () {
            const failed = yield* Effect.forEach([0, 1, 2, 3, 4], (n) => Effect.flip(complaints.page(withOffset(n))))
            yield* Effect.flip(complaints.page(withOffset(5)))
            const refused = yield* Effect.flip(complaints.page(withOffset(5)))
            assert.strictEqual(refused.reason._tag, "CircuitOpen")
            if (refused.reason._tag === "CircuitOpen") {
              assert.match(refused.message, /requests to it are paused\. Try again at \d{4}-/)
              const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
              assert.strictEqual(refused.reason.nextTryAt.getTime() - now, 30_000)
            }
            yield* Effect.sleep("30 seconds")
            const back = yield* complaints.page(withOffset(6))
            yield* complaints.page(withOffset(7))
            return [...failed.map(({ reason }) => reason._tag), back.records.length]
          })
      )
      assert.deepStrictEqual(result._tag === "Success" && result.success, [
        "Unavailable",
        "Unavailable",
        "Unavailable",
        "Unavailable",
        "Unavailable",
        1
      ])
      assert.strictEqual(arrivals.length, 5 + 10 + 2)
    })
  )

  it.effect(
    "stays open twice as long after each failed call, up to five minutes, and 30 seconds again after five minutes of work",
    () =>
      Effect.gen(function* () {
        let isDown = true
        const { result } = yield* withClient(
          () => (isDown ? down() : pageOfIds(["a"])),
          ({ complaints }) => {
            const call = complaints.page(withOffset(0), { maxRetries: 0 })
            const fail = (times: number) => Effect.replicateEffect(Effect.flip(call), times, { discard: true })
            /** Waits until the next request may be sent. Returns the wait in seconds. */
            const waitUntilNextTry = Effect.gen(function* () {
              const { reason } = yield* Effect.flip(call)
              if (reason._tag !== "CircuitOpen") return assert.fail(reason._tag)
              const wait = reason.nextTryAt.getTime() - (yield* Clock.currentTimeMillis)
              yield* Effect.sleep(wait)
              return wait / 1000
            })
            return Effect.gen(function* () {
              yield* fail(5)
              const waits = [yield* waitUntilNextTry]
              for (let n = 0; n < 5; n++) {
                yield* fail(1)
                waits.push(yield* waitUntilNextTry)
              }
              isDown = false
              yield* call
              yield* Effect.sleep("5 minutes")
              isDown = true
              yield* fail(5)
              return [...waits, yield* waitUntilNextTry]
            })
          }
        )
        assert.deepStrictEqual(result._tag === "Success" && result.success, [30, 60, 120, 240, 300, 300, 30])
      })
  )

  it.effect("lets one call test the service, and refuses others for a second", () =>
    Effect.gen(function* () {
      let responses = 0
      const respond: Respond = () =>
        responses++ < 5 ? down() : Effect.as(Effect.sleep("10 seconds"), pageOfIds(["a"]))
      const { result, arrivals } = yield* withClient(respond, ({ complaints }) =>
        Effect.gen(function* () {
          for (let n = 0; n < 5; n++) yield* Effect.flip(complaints.page(withOffset(0), { maxRetries: 0 }))
          yield* Effect.sleep("30 seconds")
          const test = yield* Effect.forkChild(complaints.page(withOffset(0)), { startImmediately: true })
          const { reason } = yield* Effect.flip(complaints.page(withOffset(50)))
          const now = yield* Clock.currentTimeMillis
          yield* Fiber.join(test)
          return reason._tag === "CircuitOpen" ? reason.nextTryAt.getTime() - now : reason._tag
        })
      )
      assert.strictEqual(result._tag === "Success" && result.success, 1000)
      assert.strictEqual(arrivals.length, 5 + 1)
    })
  )

  for (const { between, respond, opens } of [
    { between: "a canceled call", respond: () => Effect.never, opens: true },
    {
      between: "a call with too little time",
      respond: () => Effect.as(Effect.sleep("2 seconds"), down()),
      opens: true
    },
    { between: "a 429", respond: () => new Response(null, { status: 429 }), opens: true },
    { between: "a 404", respond: () => new Response(null, { status: 404 }), opens: false },
    { between: "a page", respond: () => pageOfIds(["a"]), opens: false }
  ]) {
    it.effect(`${opens ? "opens" : "does not open"} after four failed calls, ${between} and another failed call`, () =>
      Effect.gen(function* () {
        const { result } = yield* withClient(
          (_, n) => (n === 4 ? respond() : down()),
          ({ complaints }) =>
            Effect.gen(function* () {
              const call = complaints.page(withOffset(0), { maxRetries: 0, deadline: "1 second" })
              for (let n = 0; n < 4; n++) yield* Effect.flip(call)
              yield* Effect.ignore(Effect.timeout(call, between === "a canceled call" ? "10 millis" : "1 hour"))
              yield* Effect.flip(call)
              return (yield* Effect.flip(call)).reason._tag
            })
        )
        assert.strictEqual(result._tag === "Success" && result.success, opens ? "CircuitOpen" : "Unavailable")
      })
    )
  }

  it.effect("does not open for refusals of a working service", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(
        () => new Response(null, { status: 403 }),
        ({ complaints }) =>
          Effect.forEach(Array.from({ length: 8 }), (_, n) => Effect.ignore(complaints.page(withOffset(n))))
      )
      assert.strictEqual(arrivals.length, 8)
    })
  )
})
