import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { Guards } from "../src/budget/Budget.ts"
import { ComplaintQuery } from "../src/index.ts"
import { type Respond, pageOfIds } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const down = () => new Response(null, { status: 503 })
const withOffset = (offset: number) => ({ ...ComplaintQuery.default, offset })

describe("the circuit breaker", () => {
  it.effect("opens after five failed calls and sends the next request when it is time", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        (_, n) => (n < 5 * 5 ? down() : pageOfIds(["a"])),
        ({ complaints }) =>
          Effect.gen(function* () {
            const failed = yield* Effect.forEach([0, 1, 2, 3, 4], (n) => Effect.flip(complaints.page(withOffset(n))))
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
      assert.strictEqual(arrivals.length, 5 * 5 + 2)
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

  for (const { between, respond, maxRetries = 0, opens } of [
    { between: "a canceled call", respond: () => Effect.never, opens: true },
    {
      between: "a call with too little time",
      respond: () => Effect.as(Effect.sleep("2 seconds"), down()),
      opens: true
    },
    {
      between: "a call whose retry would come too late",
      respond: () => new Response(null, { status: 503, headers: { "retry-after": "60" } }),
      maxRetries: 1,
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
              const other = complaints.page(withOffset(50), { maxRetries, deadline: "1 second" })
              for (let n = 0; n < 4; n++) yield* Effect.flip(call)
              yield* Effect.ignore(Effect.timeout(other, between === "a canceled call" ? "10 millis" : "1 hour"))
              yield* Effect.sleep("1 minute")
              yield* Effect.flip(call)
              return (yield* Effect.flip(call)).reason._tag
            })
        )
        assert.strictEqual(result._tag === "Success" && result.success, opens ? "CircuitOpen" : "Unavailable")
      })
    )
  }

  it.effect("is that of the service's origin, for all clients with the same storage", () =>
    Effect.gen(function* () {
      const store = Layer.succeedContext(yield* Layer.build(CircuitBreaker.layerStoreMemory()))
      /** Requests pages until a call succeeds or the circuit is open. */
      const callsTo = (baseUrl: string, respond: Respond) =>
        withClient(
          respond,
          ({ complaints }) =>
            complaints.page(withOffset(0)).pipe(
              Effect.tapError(({ reason }) => (reason._tag === "CircuitOpen" ? Effect.void : Effect.sleep("1 second"))),
              Effect.retry({ while: ({ reason }) => reason._tag === "Unavailable", times: 9 }),
              Effect.mapError(({ reason }) => reason._tag)
            ),
          { baseUrl, maxRetries: 0 }
        ).pipe(Effect.updateService(Guards, (guards) => ({ ...guards, breakers: store })))
      const opened = yield* callsTo("https://one.test", down)
      const same = yield* callsTo("https://one.test/other/path", () => pageOfIds(["a"]))
      const other = yield* callsTo("https://other.test", () => pageOfIds(["a"]))
      assert.deepStrictEqual(
        [opened, same, other].map(({ arrivals }) => arrivals.length),
        [5, 0, 1]
      )
      assert.deepStrictEqual(
        [opened.result, same.result].map((result) => result._tag === "Failure" && result.failure),
        ["CircuitOpen", "CircuitOpen"]
      )
    })
  )

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
