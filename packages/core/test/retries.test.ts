import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Random } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { ComplaintQuery, PublicRecords, type PublicRecordsOptions } from "../src/index.ts"
import { advanceUntil, pageOfIds, type Respond } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const gatewayError = (status: number, code: string) =>
  Response.json({ error: { code, message: `${code} said.` } }, { status })
const noticesError = (status: number, detail: string) =>
  Response.json({ jsonapi: { version: "1.0" }, errors: [{ title: "Bad Request", detail }] }, { status })
const refused = (retryAfter: string) => new Response(null, { status: 429, headers: { "retry-after": retryAfter } })

const withOffset = (offset: number) => ({ ...ComplaintQuery.default, offset })
const shortestBackoff = Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0, nextIntUnsafe: () => 0 })
const longestBackoff = Effect.provideService(Random.Random, {
  nextDoubleUnsafe: () => 0.999_999_9,
  nextIntUnsafe: () => 0
})

/** Requests a page. Returns the code of its failure, if it failed, and the times of its requests. */
const requestPage = (respond: Respond, options?: PublicRecordsOptions) =>
  Effect.map(
    withClient(respond, ({ complaints }) => complaints.page(withOffset(0)), options),
    ({ result, arrivals }) => ({
      outcome: result._tag === "Failure" ? result.failure.code : "a page",
      times: arrivals.map(({ at }) => at)
    })
  )

describe("a failure that does not pass", () => {
  for (const [what, respond, reason] of [
    ["403 API_KEY_MISSING", () => gatewayError(403, "API_KEY_MISSING"), "KeyMissing"],
    ["403 API_KEY_INVALID", () => gatewayError(403, "API_KEY_INVALID"), "KeyRejected"],
    ["403 without a body", () => new Response(null, { status: 403 }), "UnexpectedAnswer"],
    ["400 HTTPS_REQUIRED", () => gatewayError(400, "HTTPS_REQUIRED"), "BadRequest"],
    ["400 from the back end of notices", () => noticesError(400, "no field x"), "BadRequest"],
    ["404 for a list", () => gatewayError(404, "NOT_FOUND"), "BadRequest"],
    ["405", () => new Response("<html>", { status: 405 }), "BadRequest"],
    ["JSON of another shape", () => Response.json({ hello: 1 }), "UnexpectedAnswer"]
  ] as const) {
    it.effect(`is not retried: ${what}`, () =>
      Effect.gen(function* () {
        const { outcome, times } = yield* requestPage(respond)
        assert.deepStrictEqual([outcome, times.length], [reason, 1])
      })
    )
  }
})

describe("a failure that may pass", () => {
  for (const [what, respond] of [
    ["408", () => new Response(null, { status: 408 })],
    ["500", () => gatewayError(500, "INTERNAL_SERVER_ERROR")],
    ["503 with HTML", () => new Response("<html>down</html>", { status: 503 })],
    ["429 without Retry-After", () => new Response(null, { status: 429 })],
    ["429 with Retry-After: 0", () => refused("0")],
    ["429 with a Retry-After in the past", () => refused("Thu, 01 Jan 1970 00:00:00 GMT")],
    ["200 with HTML", () => new Response("<html>hello</html>")],
    ["200 with truncated JSON", () => new Response('{"data":[{"type":')],
    ["200 with an empty body", () => new Response("")]
  ] as const) {
    it.effect(`is retried up to four times, spread over time: ${what}`, () =>
      Effect.gen(function* () {
        const failed = yield* requestPage(respond)
        assert.strictEqual(failed.outcome, what.startsWith("429") ? "RateLimited" : "Unavailable")
        assert.strictEqual(new Set(failed.times).size, 5, String(failed.times))
        assert.isAtMost(failed.times.at(-1) ?? Infinity, 60_000)
        const recovered = yield* requestPage((_, n) => (n < 2 ? respond() : pageOfIds(["a"])))
        assert.deepStrictEqual([recovered.outcome, recovered.times.length], ["a page", 3])
      })
    )
  }

  it.effect("may be a timeout or a failure of the network", () =>
    Effect.gen(function* () {
      const times: Array<number> = []
      const http = HttpClient.make((request) =>
        Effect.gen(function* () {
          const n = times.push(yield* Clock.currentTimeMillis) - 1
          if (n === 0) return yield* Effect.never
          if (n < 3) {
            const reason = new HttpClientError.TransportError({ request, cause: new Error("connection refused") })
            return yield* new HttpClientError.HttpClientError({ reason })
          }
          return HttpClientResponse.fromWeb(request, pageOfIds(["a"]))
        })
      )
      const client = PublicRecords.layer({ baseUrl: "https://records.test", apiKey: "abc" })
      const page = PublicRecords.use(({ complaints }) => complaints.page(ComplaintQuery.default)).pipe(
        Effect.provide(Layer.provide(client, Layer.succeed(HttpClient.HttpClient, http))),
        shortestBackoff
      )
      assert.strictEqual((yield* advanceUntil(yield* Effect.forkChild(page))).records.length, 1)
      assert.deepStrictEqual(times, [0, 30_001, 30_002, 30_003])
    })
  )
})

describe("maxRetries", () => {
  for (const [ofClient, ofCall, requests] of [
    [1, undefined, 2],
    [0, undefined, 1],
    [0, 1, 2],
    [3, 0, 1]
  ]) {
    it.effect(`${ofClient} of the client and ${ofCall} of the call make ${requests} requests`, () =>
      Effect.gen(function* () {
        const { result, arrivals } = yield* withClient(
          () => new Response(null, { status: 503 }),
          ({ complaints }) => complaints.page(withOffset(0), { maxRetries: ofCall }),
          { maxRetries: ofClient }
        )
        const error = result._tag === "Failure" ? result.failure : undefined
        assert.deepStrictEqual([arrivals.length, error?.attempts, error?.status], [requests, requests, 503])
      })
    )
  }

  it.effect("counts a redirected request once", () =>
    Effect.gen(function* () {
      const redirect = () => new Response(null, { status: 302, headers: { location: "/v1" } })
      const answers = [redirect, () => new Response(null, { status: 503 }), redirect, () => pageOfIds(["a"])]
      const { outcome, times } = yield* requestPage((_, n) => (answers[n] ?? assert.fail)(), { maxRetries: 1 }).pipe(
        longestBackoff
      )
      assert.deepStrictEqual([outcome, times], ["a page", [0, 0, 500, 500]])
    })
  )
})

describe("the backoff before a retry", () => {
  for (const [how, expected, randomly] of [
    ["at least 1 ms", [1, 1, 1, 1, 1, 1, 1], shortestBackoff],
    ["at most twice as long each time, up to 10 s", [500, 1000, 2000, 4000, 8000, 10_000, 10_000], longestBackoff]
  ] as const) {
    it.effect(`is ${how}`, () =>
      Effect.gen(function* () {
        const down = () => new Response(null, { status: 503 })
        const { times } = yield* requestPage(down, { maxRetries: 7 }).pipe(randomly)
        assert.deepStrictEqual(
          times.slice(1).map((at, n) => at - (times[n] ?? 0)),
          [...expected]
        )
      })
    )
  }

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
            })
        ).pipe(longestBackoff)
        assert.strictEqual(arrivals.find(({ url }) => url.searchParams.get("offset") === "50")?.at, at)
      })
    )
  }

  for (const [why, options] of [
    ["maxWait does not allow", { maxWait: 100 }],
    ["the deadline does not allow", { deadline: 100 }],
    ["is canceled", { cancelAfter: 100 }]
  ] as const) {
    it.effect(`delays other calls after a 429 even if the retry ${why}`, () =>
      Effect.gen(function* () {
        const { cancelAfter = "1 hour", ...own } = { cancelAfter: undefined, ...options }
        const { arrivals } = yield* withClient(
          (_, n) => (n % 2 === 0 ? new Response(null, { status: 429 }) : pageOfIds(["a"])),
          ({ complaints }) =>
            Effect.forEach([1, 2], () =>
              Effect.andThen(
                Effect.ignore(Effect.timeout(complaints.page(withOffset(0), own), cancelAfter)),
                complaints.page(withOffset(50))
              )
            )
        ).pipe(longestBackoff)
        assert.deepStrictEqual(
          arrivals.map(({ at }) => at),
          [0, 500, 500, 1000]
        )
      })
    )
  }
})
