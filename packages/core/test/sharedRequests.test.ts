import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { ComplaintQuery, PublicRecords } from "../src/index.ts"
import { clientOf, fakeService, type Respond, pageOfIds } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const withOffset = (offset: number) => ({ ...ComplaintQuery.default, offset })
const slowly: Respond = () => Effect.as(Effect.sleep("10 seconds"), pageOfIds(["a"], { "records-total": 1 }))
const unbounded = { concurrency: "unbounded" } as const
const startNow = { startImmediately: true } as const

describe("a request that several calls need at the same time", () => {
  for (const options of [{ priority: "bulk" }, { deadline: "1 minute" }, { headers: {} }] as const) {
    it.effect(`is sent once if one call has ${JSON.stringify(options)}`, () =>
      Effect.gen(function* () {
        const { result, arrivals } = yield* withClient(slowly, ({ complaints }) =>
          Effect.all([complaints.page(withOffset(0)), complaints.page(withOffset(0), options)], unbounded)
        )
        assert.deepStrictEqual([result._tag, arrivals.length], ["Success", 1])
      })
    )
  }

  for (const options of [
    { maxRetries: 1 },
    { maxWait: "5 minutes" },
    { timeout: "20 seconds" },
    { headers: { "x-team": "red" } }
  ] as const) {
    it.effect(`is sent for each call if one has ${JSON.stringify(options)}`, () =>
      Effect.gen(function* () {
        const { arrivals } = yield* withClient(slowly, ({ complaints }) =>
          Effect.all([complaints.page(withOffset(0)), complaints.page(withOffset(0), options)], unbounded)
        )
        assert.strictEqual(arrivals.length, 2)
      })
    )
  }

  it.effect("is sent for each call if they are for different pages, or one after another", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(slowly, ({ complaints }) =>
        Effect.andThen(
          Effect.all([complaints.page(withOffset(0)), complaints.page(withOffset(50))], unbounded),
          complaints.page(withOffset(0))
        )
      )
      assert.strictEqual(arrivals.length, 3)
    })
  )

  it.effect("is sent once for calls of different methods", () =>
    Effect.gen(function* () {
      const query = { ...withOffset(0), limit: 1 }
      const { result, arrivals } = yield* withClient(slowly, ({ complaints }) =>
        Effect.all([complaints.page(query), complaints.estimate(query)], unbounded)
      )
      assert.deepStrictEqual([result._tag, arrivals.length], ["Success", 1])
    })
  )

  it.effect("has the priority of its most urgent call, even if that one came last", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(
        () => pageOfIds(["a"]),
        ({ complaints }) =>
          Effect.gen(function* () {
            yield* complaints.page(withOffset(0))
            const bulk = [50, 100].map((offset) => complaints.page(withOffset(offset), { priority: "bulk" }))
            const waiting = yield* Effect.forEach(bulk, (call) => Effect.forkChild(call, startNow))
            yield* complaints.page(withOffset(100))
            yield* Effect.forEach(waiting, Fiber.join)
          }),
        { requestsPerHour: 1, maxWait: "3 hours" }
      )
      const offsets = arrivals.map(({ url }) => url.searchParams.get("offset"))
      assert.deepStrictEqual(offsets, ["0", "100", "50"])
    })
  )

  it.effect("fails for each call with its own operation, and with all attempts", () =>
    Effect.gen(function* () {
      const query = { ...withOffset(0), limit: 1 }
      const down = () => new Response(null, { status: 503, headers: { "retry-after": "1" } })
      const { result, arrivals } = yield* withClient(down, ({ complaints }) =>
        Effect.all([Effect.flip(complaints.page(query)), Effect.flip(complaints.estimate(query))], unbounded)
      )
      assert.deepStrictEqual(
        result._tag === "Success" &&
          result.success.map(({ operation, attempts, status }) => [operation, attempts, status]),
        [
          ["List complaints", 5, 503],
          ["Estimate complaints", 5, 503]
        ]
      )
      assert.strictEqual(arrivals.length, 5)
    })
  )

  it.effect("has stopped when the last canceled call ends", () =>
    Effect.gen(function* () {
      const respond: Respond = () => Effect.onInterrupt(Effect.never, () => Effect.sleep("5 seconds"))
      const { result } = yield* withClient(respond, ({ complaints }) =>
        Effect.gen(function* () {
          const call = complaints.page(withOffset(0))
          const [first, last] = [yield* Effect.forkChild(call, startNow), yield* Effect.forkChild(call, startNow)]
          const times = [first, last].map((fiber) => Effect.timed(Fiber.interrupt(fiber)))
          return (yield* Effect.all(times)).map(([time]) => Duration.toSeconds(time))
        })
      )
      assert.deepStrictEqual(result._tag === "Success" && result.success, [0, 5])
    })
  )

  it.effect("stops when the client is closed, and so do its calls", () =>
    Effect.gen(function* () {
      let stopped = 0
      const service = fakeService(() => Effect.onInterrupt(Effect.never, () => Effect.sync(() => stopped++)))
      const scope = yield* Scope.make()
      const { complaints } = Context.get(yield* Layer.buildWithScope(clientOf(service), scope), PublicRecords)
      const calls = [1, 2].map(() => Effect.forkChild(complaints.page(withOffset(0)), startNow))
      const fibers = yield* Effect.all(calls)
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(stopped, 1)
      const ends = yield* Effect.timeout(Effect.forEach(fibers, Fiber.await), "1 second")
      assert.isTrue(ends.every((end) => Exit.hasInterrupts(end)))
      assert.strictEqual(service.arrivals.length, 1)
    })
  )

  it.effect("continues for the others when the call that came first is canceled, and again for the next one", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(slowly, ({ complaints }) =>
        Effect.forEach([1, 2], () =>
          Effect.gen(function* () {
            const calls = Effect.forEach([1, 2, 3], () => Effect.forkChild(complaints.page(withOffset(0)), startNow))
            const [first, second, third] = yield* calls
            for (const canceled of [first, second]) {
              yield* Effect.sleep("1 second")
              if (canceled !== undefined) yield* Fiber.interrupt(canceled)
            }
            const fourth = yield* Effect.forkChild(complaints.page(withOffset(0)), startNow)
            if (third !== undefined) yield* Fiber.join(third)
            yield* Fiber.join(fourth)
          })
        )
      )
      assert.strictEqual(result._tag, "Success")
      assert.deepStrictEqual(
        arrivals.map(({ at }) => at),
        [0, 10_000]
      )
    })
  )
})

describe("a shared request", () => {
  it.effect("is retried until the latest deadline of its callers", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        (_, n) => (n === 0 ? new Response(null, { status: 503, headers: { "retry-after": "10" } }) : pageOfIds(["a"])),
        ({ complaints }) =>
          Effect.all(
            [
              Effect.flip(complaints.page(withOffset(0), { deadline: "5 seconds" })),
              complaints.page(withOffset(0), { deadline: "1 minute" })
            ],
            { concurrency: "unbounded" }
          )
      )
      assert.strictEqual(result._tag === "Success" && result.success[0].reason._tag, "DeadlineExceeded")
      assert.deepStrictEqual(
        arrivals.map(({ at }) => at),
        [0, 10_000]
      )
    })
  )

  it.effect("is not joined while it is canceled, and does not affect the next one", () =>
    Effect.gen(function* () {
      const respond: Respond = (_, n) =>
        n === 0
          ? Effect.onInterrupt(Effect.never, () => Effect.sleep("5 seconds"))
          : Effect.as(Effect.sleep("20 seconds"), pageOfIds(["a"]))
      const { result, arrivals } = yield* withClient(respond, ({ complaints }) =>
        Effect.gen(function* () {
          const canceled = yield* Effect.forkChild(complaints.page(withOffset(0)), { startImmediately: true })
          yield* Effect.sleep("1 second")
          yield* Effect.forkChild(Fiber.interrupt(canceled), { startImmediately: true })
          const second = yield* Effect.forkChild(complaints.page(withOffset(0)), { startImmediately: true })
          yield* Effect.sleep("10 seconds")
          return [yield* complaints.page(withOffset(0)), yield* Fiber.join(second)]
        })
      )
      assert.strictEqual(result._tag === "Success" && result.success.length, 2)
      assert.deepStrictEqual(
        arrivals.map(({ at }) => at),
        [0, 1000]
      )
    })
  )
})
