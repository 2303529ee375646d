import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Fiber, Random, Schema, Stream } from "effect"
import { ComplaintQuery, NoticeQuery, PublicRecords, type PublicRecordsOptions } from "../src/index.ts"
import * as core from "../src/index.ts"
import { type Respond, clientOf, complaintRecord, fakeService, pageOfIds, advanceUntil } from "./FakeService.ts"

const hour = 3_600_000
const base = "https://records.test"
const canary = "canary-key-0123456789"

/** Returns a query for the n-th page. Different pages cannot share a response. */
const pageNumber = (n: number) =>
  PublicRecords.use((records) => records.complaints.page(ComplaintQuery.default.withOffset(n * 50)))
const complaintsPage = pageNumber(0)

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

const reasonOf = <A>(result: { readonly _tag: "Success" } | { readonly _tag: "Failure"; readonly failure: A }) =>
  result._tag === "Failure" ? result.failure : undefined

describe("the key", () => {
  it.effect("is in no URL of any call", () =>
    Effect.gen(function* () {
      const everything = Effect.gen(function* () {
        const { complaints, notices } = yield* PublicRecords
        yield* complaints.page(ComplaintQuery.default)
        yield* notices.page(NoticeQuery.default)
        yield* Effect.ignore(complaints.get("x"))
        yield* Effect.ignore(notices.get("x"))
        yield* Stream.runDrain(complaints.stream(ComplaintQuery.default))
        yield* Stream.runDrain(notices.stream(NoticeQuery.default))
      })
      const { result, arrivals } = yield* runCall(() => pageOfIds([]), everything)
      assert.strictEqual(result._tag, "Success")
      assert.strictEqual(arrivals.length, 8)
      for (const { url, headers } of arrivals) {
        assert.notMatch(url.href, /canary|api_key/)
        assert.strictEqual(headers["x-api-key"], canary)
      }
    })
  )

  const elsewhere = [
    "https://evil.test/v0/dnc-complaints",
    "https://records.test.evil.test/",
    "https://records.test./",
    "https://records.test:8443/",
    "https://records.test:80/",
    "http://records.test/",
    "http://records.test:443/",
    "//evil.test/v0",
    "///evil.test/v0",
    "/\\evil.test/v0",
    "\\\\evil.test/v0",
    "https:\\\\evil.test/v0",
    "https:/\\evil.test/v0",
    "/\t/evil.test/v0",
    "  https://evil.test/",
    "https://records.test@evil.test/",
    "https://records.test%40evil.test/",
    "https://records.test:pass@evil.test:443/",
    "https://evil.test#@records.test/",
    "https://evil.test\\@records.test/",
    "ftp://records.test/",
    "file:///etc/passwd",
    "data:application/json,{}",
    "javascript:alert(1)",
    "https://"
  ]

  for (const location of elsewhere) {
    it.effect(`is not sent to a redirect to ${JSON.stringify(location)}`, () =>
      Effect.gen(function* () {
        for (const status of [301, 302, 303, 307, 308]) {
          const redirect = () => {
            const response = new Response(null, { status })
            // The constructor of Headers would trim spaces.
            response.headers.set("location", location)
            return response
          }
          const { result, arrivals } = yield* runCall(redirect, complaintsPage)
          assert.strictEqual(reasonOf(result)?.reason._tag, "RedirectRefused", String(status))
          assert.deepStrictEqual(
            arrivals.map(({ url }) => url.origin),
            [base]
          )
        }
      })
    )
  }

  it.effect("is not sent to a redirect that leaves the origin after one that stays", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* runCall(
        (_, n) =>
          new Response(null, { status: 307, headers: { location: n === 0 ? "/v1/dnc-complaints" : "//evil.test/" } }),
        complaintsPage
      )
      assert.strictEqual(reasonOf(result)?.reason._tag, "RedirectRefused")
      assert.deepStrictEqual(
        arrivals.map(({ url }) => url.href.replace(/\?.*/, "")),
        [`${base}/v0/dnc-complaints`, `${base}/v1/dnc-complaints`]
      )
    })
  )

  it.effect("is sent to a redirect within the origin in any spelling", () =>
    Effect.gen(function* () {
      for (const location of [
        "/v1/x",
        "//records.test/v1/x",
        "https://records.test:443/v1/x",
        "HTTPS://RECORDS.TEST/v1/x"
      ]) {
        const { result, arrivals } = yield* runCall(
          (_, n) => (n === 0 ? new Response(null, { status: 307, headers: { location } }) : pageOfIds(["a"])),
          complaintsPage
        )
        assert.strictEqual(result._tag, "Success", location)
        assert.strictEqual(arrivals[1]?.url.href, "https://records.test/v1/x")
        assert.strictEqual(arrivals[1]?.headers["x-api-key"], canary)
      }
    })
  )

  it.effect("is not sent to endless redirects", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* runCall(
        () => new Response(null, { status: 302, headers: { location: "/v0/dnc-complaints" } }),
        complaintsPage
      )
      assert.strictEqual(result._tag, "Failure")
      assert.isAtMost(arrivals.length, 10)
    })
  )
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

describe("retries", () => {
  const refusals: ReadonlyArray<readonly [string, () => Response]> = [
    ["503", () => new Response(null, { status: 503 })],
    ["429 without Retry-After", () => new Response(null, { status: 429 })],
    ["429 with Retry-After: 0", () => new Response(null, { status: 429, headers: { "retry-after": "0" } })],
    ["429 with a Retry-After in the past", () => dated("Thu, 01 Jan 1970 00:00:00 GMT")],
    ["429 with an invalid Retry-After", () => dated("-1")]
  ]
  const dated = (at: string) => new Response(null, { status: 429, headers: { "retry-after": at } })

  for (const [what, refuse] of refusals) {
    it.effect(`are few and spread over time after ${what}`, () =>
      Effect.gen(function* () {
        const { result, arrivals } = yield* runCall(refuse, complaintsPage)
        assert.strictEqual(result._tag, "Failure")
        assert.strictEqual(arrivals.length, 5)
        const instants = arrivals.map(({ at }) => at)
        assert.strictEqual(new Set(instants).size, 5, String(instants))
        assert.isAtMost(instants.at(-1) ?? Infinity, 60_000)
      })
    )
  }
})

describe("generated values", () => {
  // A pattern with the flag `i` has no generator. A property test of it would pass without running.
  for (const [name, value] of Object.entries(core)) {
    if (!Schema.isSchema(value)) continue
    it.effect(`can be made for ${name}`, () =>
      Effect.gen(function* () {
        const values = yield* Arbitrary.sampleEffect(Arbitrary.schema(value), { count: 20 })
        assert.strictEqual(values.length, 20)
      })
    )
  }
})
