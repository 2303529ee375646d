import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Random, Schema } from "effect"
import { ComplaintQuery, PublicRecords, type PublicRecordsOptions } from "../src/index.ts"
import { type Respond, clientOf, complaintRecord, fakeService, pageOfIds, advanceUntil } from "./FakeService.ts"

const hour = 3_600_000

/** Returns a query for the n-th page. Different pages cannot share a response. */
const pageNumber = (n: number) =>
  PublicRecords.use((records) => records.complaints.page({ ...ComplaintQuery.default, offset: n * 50 }))

/** Runs a call against a fake service in virtual time. Returns its result and the requests. */
const runCall = <A, E>(
  respond: Respond,
  call: Effect.Effect<A, E, PublicRecords>,
  options: PublicRecordsOptions & { readonly step?: "1 minute"; readonly backoffs?: "none" | "seeded" } = {}
) =>
  Effect.gen(function* () {
    const service = fakeService(respond)
    const underWay = Effect.result(Effect.provide(call, clientOf(service, options)))
    const fiber = yield* Effect.forkChild(
      options.backoffs === "none"
        ? Effect.provideService(underWay, Random.Random, { nextDoubleUnsafe: () => 0, nextIntUnsafe: () => 0 })
        : Random.withSeed(underWay, "traps")
    )
    return { result: yield* advanceUntil(fiber, options.step), arrivals: service.arrivals }
  })

/** Returns the maximum number of requests in any hour. Ignores half a millisecond, because virtual times are fractions. */
const maxInAnHour = (instants: ReadonlyArray<number>): number => {
  let most = 0
  let oldest = 0
  const inOrder = instants.toSorted((one, other) => one - other)
  for (const [n, at] of inOrder.entries()) {
    while (at - (inOrder[oldest] ?? at) >= hour - 0.5) oldest++
    most = Math.max(most, n - oldest + 1)
  }
  return most
}

describe("the budget", () => {
  it.effect("follows X-RateLimit headers without a reset header", () =>
    Effect.gen(function* () {
      const pages = Effect.forEach(
        Array.from({ length: 25 }, (_, n) => n),
        pageNumber,
        { concurrency: 5 }
      )
      const { result, arrivals } = yield* runCall(
        (_, n) => {
          const headers = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": String(Math.max(0, 9 - (n % 10))) }
          return Response.json({ data: [complaintRecord("a")] }, { headers })
        },
        pages,
        { maxWait: "3 hours" }
      )
      assert.strictEqual(result._tag, "Success")
      assert.strictEqual(arrivals.length, 25)
      assert.isAtMost(maxInAnHour(arrivals.map(({ at }) => at)), 10)
    })
  )

  it.effect("is not reduced to one request per hour by a lone X-RateLimit-Remaining: 0", () =>
    Effect.gen(function* () {
      const pages = Effect.forEach(
        Array.from({ length: 11 }, (_, n) => n),
        pageNumber
      )
      const { result, arrivals } = yield* runCall(
        (_, n) =>
          Response.json({ data: [complaintRecord("a")] }, { headers: n === 0 ? { "x-ratelimit-remaining": "0" } : {} }),
        pages,
        { requestsPerHour: 5, maxWait: "3 hours" }
      )
      assert.strictEqual(result._tag, "Success")
      assert.isAtMost(arrivals.at(-1)?.at ?? Infinity, 3 * hour)
      assert.isAtMost(maxInAnHour(arrivals.map(({ at }) => at)), 5)
    })
  )

  const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
  // A token bucket or a fixed hour would permit almost twice as many requests in two bursts.
  const bursts = Schema.Array(Schema.Struct({ calls: between(1, 120), lullMinutes: between(0, 70) })).check(
    Schema.isMinLength(3),
    Schema.isMaxLength(6)
  )

  it.effect.prop(
    "is a rolling hour and no bucket: of 100 an hour, never more than 100 go in any hour, retries among them",
    { bursts, failures: between(5, 50) },
    ({ bursts, failures }) =>
      Effect.gen(function* () {
        const calls = bursts.reduce((sum, burst) => sum + burst.calls, 0)
        const asking = Effect.gen(function* () {
          const underWay: Array<Fiber.Fiber<void>> = []
          for (const { calls, lullMinutes } of bursts) {
            for (let n = 0; n < calls; n++) {
              underWay.push(yield* Effect.forkChild(Effect.ignore(pageNumber(underWay.length))))
            }
            yield* Effect.sleep(`${lullMinutes} minutes`)
          }
          yield* Effect.forEach(underWay, Fiber.join)
        })
        const respond: Respond = (_, n) => (n % failures === 1 ? new Response(null, { status: 503 }) : pageOfIds(["a"]))
        const options = { requestsPerHour: 100, attemptTimeout: "1 hour", step: "1 minute", backoffs: "none" } as const
        const { result, arrivals } = yield* runCall(respond, asking, options)
        assert.strictEqual(result._tag, "Success")
        assert.isAtLeast(arrivals.length, Math.min(calls, 50))
        assert.isAtMost(maxInAnHour(arrivals.map(({ at }) => at)), 100)
      }),
    { arbitrary: { runs: 12 } }
  )
})
