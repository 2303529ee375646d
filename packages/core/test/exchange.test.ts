import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Layer, Option, Random, Redacted, Stream } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { type BudgetOwner, budgetInMemory, Guards } from "../src/budget/Budget.ts"
import {
  CallListener,
  type ClientEvent,
  ComplaintQuery,
  makeSendRaw,
  PublicRecords,
  type PublicRecordsOptions,
  type Reason
} from "../src/index.ts"
import { numbered, pageOfList } from "./collectWalk.ts"
import { advanceUntil, clientOf, fakeService, pageOfIds, type Respond } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const minute = 60_000
const once: PublicRecordsOptions = { maxRetries: 0 }

const firstPage = ({ complaints }: PublicRecords["Service"]) => complaints.page(ComplaintQuery.default)

/** Returns the failure of a request for a page, without retries, and the requests. */
const failureOf = (respond: Respond, options = once) =>
  Effect.gen(function* () {
    const { result, arrivals } = yield* withClient(respond, firstPage, options)
    const reason: Reason = result._tag === "Failure" ? result.failure.reason : assert.fail("It should have failed.")
    return { reason, arrivals }
  })

const detailOf = (reason: Reason) =>
  reason._tag === "Unavailable" || reason._tag === "UnexpectedAnswer" ? reason.detail : reason._tag

describe("a request", () => {
  it.effect("asks for JSON and names the client", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(() => pageOfIds([]), firstPage, { userAgent: "my-program/1" })
      const { method, headers } = arrivals[0] ?? assert.fail()
      assert.deepStrictEqual([method, headers["accept"]], ["GET", "application/json"])
      assert.match(headers["user-agent"] ?? "", /^my-program\/1 public-records\//)
    })
  )

  it.effect("fails if its URL is invalid", () =>
    Effect.gen(function* () {
      const events: Array<ClientEvent> = []
      const service = fakeService(() => pageOfIds([]))
      const sending = Effect.flatMap(makeSendRaw({ baseUrl: "https://records.test", maxRetries: 0 }), (sendRaw) =>
        sendRaw({ path: ":99999" })
      ).pipe(
        Effect.scoped,
        Effect.provide(service.http),
        Effect.provideService(CallListener, (event) => Effect.sync(() => void events.push(event))),
        Effect.flip
      )
      const error = yield* advanceUntil(yield* Effect.forkChild(sending))
      assert.strictEqual(error.code, "Unavailable")
      assert.deepStrictEqual(
        events.flatMap((event) => (event._tag === "Request" ? [event.url] : [])),
        ["https://records.test:99999"]
      )
    })
  )

  it.effect("is measured from its start to its response", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const slowly: Respond = () => Effect.as(Effect.sleep("2 seconds"), new Response(null, { status: 400 }))
      const { reason } = yield* failureOf(slowly)
      assert.strictEqual("response" in reason && reason.response?.milliseconds, 2000)
    })
  )

  it.effect("creates no span without a tracer", () =>
    Effect.gen(function* () {
      const spans: Array<string> = []
      const http = Layer.succeed(
        HttpClient.HttpClient,
        HttpClient.make((request) =>
          Effect.map(Effect.option(Effect.currentSpan), (span) => {
            spans.push(Option.match(span, { onNone: () => "none", onSome: ({ name }) => name }))
            return HttpClientResponse.fromWeb(request, pageOfIds([]))
          })
        )
      )
      const page = PublicRecords.use(({ complaints }) => complaints.page(ComplaintQuery.default))
      const client = Layer.provide(PublicRecords.layer({ baseUrl: "https://records.test", apiKey: "abc" }), http)
      yield* advanceUntil(yield* Effect.forkChild(Effect.provide(page, client)))
      assert.deepStrictEqual(spans, ["PublicRecords.complaints.page"])
    })
  )
})

describe("a request without a response", () => {
  it.effect("is sent again, after a timeout and after a failure of the network", () =>
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
        Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0, nextIntUnsafe: () => 0 })
      )
      const { records } = yield* advanceUntil(yield* Effect.forkChild(page))
      assert.strictEqual(records.length, 1)
      assert.deepStrictEqual(times, [0, 30_001, 30_002, 30_003])
    })
  )
})

describe("Retry-After", () => {
  for (const header of ["in 600", "600 s", "2100-01-01T00:00:00Z", "", "never GMT"]) {
    it.effect(`is ignored if it is ${JSON.stringify(header)}`, () =>
      Effect.gen(function* () {
        const { reason } = yield* failureOf(
          () => new Response(null, { status: 429, headers: { "retry-after": header } })
        )
        // The only attempt was at 0. The time of the next one is the longest backoff later.
        assert.strictEqual(reason._tag === "RateLimited" && reason.nextTryAt?.getTime(), 10_000)
      })
    )
  }

  for (const [retryAfter, at] of [
    ["30", 40_000],
    ["Thu, 01 Jan 1970 00:00:50 GMT", 50_000]
  ] as const) {
    it.effect(`is respected from the arrival of a slow response: ${retryAfter}`, () =>
      Effect.gen(function* () {
        const refusal = new Response(null, { status: 503, headers: { "retry-after": retryAfter } })
        const { arrivals } = yield* withClient(
          (_, n) => (n === 0 ? Effect.as(Effect.sleep("10 seconds"), refusal) : pageOfIds(["a"])),
          ({ complaints }) => complaints.page(ComplaintQuery.default)
        )
        assert.deepStrictEqual(
          arrivals.map((arrival) => arrival.at),
          [0, at]
        )
      })
    )
  }

  it.effect("of a 429 is when the oldest request of other clients stops counting", () =>
    Effect.gen(function* () {
      for (const [retryAfter, first] of [
        [{ "retry-after": "60" }, minute],
        [{}, 0]
      ] as const) {
        const headers = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0", ...retryAfter }
        const { arrivals } = yield* withClient(
          (_, n) => (n === 0 ? new Response(null, { status: 429, headers }) : pageOfIds(["a"])),
          ({ complaints }) =>
            Effect.forEach([0, 50, 100], (offset) =>
              Effect.ignore(complaints.page(ComplaintQuery.default.withOffset(offset)))
            ),
          { maxRetries: 0, maxWait: "30 minutes" }
        )
        const [, second, third] = arrivals.map(({ at }) => at)
        assert.isAtLeast(second ?? 0, first)
        assert.isAtMost(second ?? Infinity, 10 * minute)
        assert.isAtMost(third ?? Infinity, 20 * minute)
      }
    })
  )

  it.effect("beyond maxRetryAfter also stops the next call, even if it may wait", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        () => new Response(null, { status: 429, headers: { "retry-after": "30" } }),
        ({ complaints }) =>
          Effect.forEach([0, 50], (offset) => Effect.flip(complaints.page(ComplaintQuery.default.withOffset(offset)))),
        { maxWait: "3 hours", maxRetryAfter: "10 seconds" }
      )
      const errors = result._tag === "Success" ? result.success : []
      assert.deepStrictEqual(
        errors.map(({ reason, nextTryAt }) => [reason._tag, nextTryAt?.getTime()]),
        [
          ["RateLimited", 30_000],
          ["RateLimited", 30_000]
        ]
      )
      assert.strictEqual(arrivals.length, 1)
    })
  )
})

describe("a response", () => {
  for (const [what, body, detail] of [
    ["HTML", "\n <html>down", "the response is HTML"],
    ["HTML in capitals", "<!DOCTYPE HTML><TITLE>down", "the response is HTML"],
    ["truncated", '{"data":[', "the response is truncated"],
    ["truncated before a tag", '{"data":["<', "the response is truncated"],
    ["JSON without a list", '{"error":"<html>"}', "the response contains no list of records"]
  ] as const) {
    it.effect(`fails the call if it is ${what}`, () =>
      Effect.gen(function* () {
        const { reason } = yield* failureOf(() => new Response(body))
        assert.strictEqual(detailOf(reason), detail)
        assert.strictEqual("response" in reason && reason.response?.status, 200)
      })
    )
  }

  for (const status of [200, 203, 299]) {
    it.effect(`of ${status} is a page`, () =>
      Effect.gen(function* () {
        const page = yield* Effect.promise(() => pageOfIds(["a"]).text())
        const { result } = yield* withClient(() => new Response(page, { status }), firstPage)
        assert.strictEqual(result._tag === "Success" && result.success.records.length, 1)
      })
    )
  }

  it.effect("of 304 is an error if the request had no condition", () =>
    Effect.gen(function* () {
      const { reason } = yield* failureOf(() => new Response(null, { status: 304 }))
      assert.isTrue(reason._tag === "BadRequest" && reason.status === 304)
    })
  )
})

describe("a redirect", () => {
  const redirectTo = (location: string, status = 302) => new Response(null, { status, headers: { location } })

  for (const [location, shown] of [
    ["https://", "an invalid URL"],
    ["https://evil.test/v0/list?x=1#y", "https://evil.test/v0/list"],
    ["https://evil.test/canary-key-0123456789", "https://evil.test/••••"],
    ["/v1/canary-key-0123456789", "https://records.test/v1/••••"],
    ["https://name@records.test/v1", "https://records.test/v1"],
    ["https://:pass@records.test/v1", "https://records.test/v1"]
  ] as const) {
    it.effect(`to ${location} is refused and shown as ${shown}`, () =>
      Effect.gen(function* () {
        const { reason, arrivals } = yield* failureOf(() => redirectTo(location))
        assert.isTrue(reason._tag === "RedirectRefused")
        assert.strictEqual(reason._tag === "RedirectRefused" && reason.location, shown)
        assert.strictEqual("response" in reason && reason.response?.status, 302)
        assert.strictEqual(arrivals.length, 1)
      })
    )
  }

  for (const [status, isFollowed] of [
    [300, true],
    [399, true],
    [400, false]
  ] as const) {
    it.effect(`with status ${status} is ${isFollowed ? "followed" : "an error"}`, () =>
      Effect.gen(function* () {
        const { result, arrivals } = yield* withClient(
          (_, n) => (n === 0 ? redirectTo("/v1", status) : pageOfIds(["a"])),
          ({ complaints }) => complaints.page(ComplaintQuery.default)
        )
        assert.deepStrictEqual([result._tag === "Success", arrivals.length], [isFollowed, isFollowed ? 2 : 1])
      })
    )
  }

  it.effect("is followed three times, with the key", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        (_, n) => (n < 3 ? redirectTo(`/v${n + 1}`) : pageOfIds(["a"])),
        ({ complaints }) => complaints.page(ComplaintQuery.default)
      )
      assert.strictEqual(result._tag, "Success")
      assert.deepStrictEqual(
        arrivals.map(({ headers }) => headers["x-api-key"]),
        Array.from({ length: 4 }, () => "canary-key-0123456789")
      )
    })
  )

  it.effect("is relative to the URL that redirects", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(
        (_, n) => (n < 2 ? redirectTo(["things/list?a=1", "other"][n] ?? "") : pageOfIds(["a"])),
        ({ complaints }) => complaints.page(ComplaintQuery.default),
        { baseUrl: "https://records.test/prefix" }
      )
      assert.deepStrictEqual(
        arrivals.slice(1).map(({ url }) => url.href),
        ["https://records.test/prefix/v0/things/list?a=1", "https://records.test/prefix/v0/things/other"]
      )
    })
  )

  it.effect("is followed with the headers of the call and of the client", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(
        (_, n) => (n === 0 ? redirectTo("/v1") : pageOfIds(["a"])),
        ({ complaints }) => complaints.page(ComplaintQuery.default, { headers: { "x-trace": "1" } }),
        { userAgent: "my-program/1" }
      )
      const [first, second] = arrivals.map(({ headers }) => headers)
      assert.strictEqual(second?.["x-trace"], "1")
      assert.deepStrictEqual(second, first)
    })
  )

  it.effect("is not followed a fourth time", () =>
    Effect.gen(function* () {
      const { reason, arrivals } = yield* failureOf((_, n) => redirectTo(`/v${n + 1}`))
      assert.strictEqual(detailOf(reason), "it redirects more than 3 times")
      assert.strictEqual(arrivals.length, 4)
    })
  )

  it.effect("that a browser hides is refused", () =>
    Effect.gen(function* () {
      const { reason } = yield* failureOf(() => Response.error())
      assert.strictEqual(reason._tag === "RedirectRefused" && reason.location, "an address that the browser hides")
    })
  )
})

describe("the attempts of a walk", () => {
  it.effect("are those of all its requests", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* withClient(
        (url, n) => (n < 3 ? pageOfList(numbered(500), url) : new Response(null, { status: 503 })),
        ({ complaints }) => Stream.runDrain(complaints.stream(ComplaintQuery.default, { maxRetries: 1 }))
      )
      assert.strictEqual(arrivals.length, 3 + 2)
      const error = result._tag === "Failure" ? result.failure : assert.fail()
      assert.deepStrictEqual([error.reason._tag, error.attempts, error.status], ["Unavailable", 5, 503])
    })
  )
})

describe("the budget of a client", () => {
  /** Returns what the storage of budgets learns about a client. */
  const ownerOf = (options: PublicRecordsOptions) =>
    Effect.gen(function* () {
      const owners: Array<BudgetOwner> = []
      const guards = Layer.effect(
        Guards,
        Effect.map(Effect.service(Guards), (defaults) => ({
          ...defaults,
          budget: (owner: BudgetOwner) =>
            Effect.sync(() => {
              owners.push(owner)
              return budgetInMemory(owner.requestsPerHour)
            })
        }))
      )
      const client = Layer.provide(
        clientOf(
          fakeService(() => pageOfIds([])),
          options
        ),
        guards
      )
      yield* Effect.provide(PublicRecords, client)
      return owners[0] ?? assert.fail()
    })

  it.effect("is named by a digest of the service's origin and the key", () =>
    Effect.gen(function* () {
      const key = Redacted.make("abc")
      const digests = yield* Effect.forEach(
        [
          { apiKey: key, baseUrl: "https://a.test/v1/" },
          { apiKey: key, baseUrl: "https://b.test" },
          { apiKey: undefined, baseUrl: "https://a.test" }
        ],
        (options) => Effect.flatMap(ownerOf(options), ({ digest }) => digest)
      )
      assert.deepStrictEqual(digests, [
        "889edd9dee67fd0742ea33bc0760c5db",
        "6623272cbf453c7e86ea187481a0160f",
        "5be7c51bcf573a548a92dcf060445c0a"
      ])
    })
  )

  it.effect("expects attempts to take as long as the client's timeout, 30 seconds by default", () =>
    Effect.gen(function* () {
      const timeouts = yield* Effect.forEach([{}, { timeout: "5 seconds" } as const], (options) =>
        Effect.map(ownerOf(options), ({ attemptTimeout }) => Duration.toSeconds(attemptTimeout))
      )
      assert.deepStrictEqual(timeouts, [30, 5])
    })
  )
})
