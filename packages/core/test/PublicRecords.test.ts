import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { HttpClient, HttpClientError } from "effect/http"
import { ConfigProvider, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { layerConfig } from "../src/config.ts"
import { ComplaintQuery, NoticeQuery, PublicRecords, type PublicRecordsOptions } from "../src/index.ts"
import { type Respond, clientOf, complaintRecord, fakeService, pageOfIds, advanceUntil } from "./FakeService.ts"

const gatewayError = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { code, message: `${code} said.` } }, { status, headers })

const noticesError = (status: number, detail: string) =>
  Response.json({ jsonapi: { version: "1.0" }, errors: [{ title: "Bad Request", status: "400", detail }] }, { status })

/** Requests a page and advances the clock until the call ends. */
const requestPage = (respond: Respond, options?: PublicRecordsOptions) =>
  Effect.gen(function* () {
    const service = fakeService(respond)
    const asked = PublicRecords.use((records) => records.complaints.page(ComplaintQuery.default)).pipe(
      Effect.provide(clientOf(service, options)),
      Effect.result
    )
    const fiber = yield* Effect.forkChild(asked)
    return { result: yield* advanceUntil(fiber), arrivals: service.arrivals }
  })

const failureOf = (respond: Respond, options?: PublicRecordsOptions) =>
  Effect.map(requestPage(respond, options), ({ result, arrivals }) => {
    assert.isTrue(result._tag === "Failure", "the call should fail")
    return { error: result._tag === "Failure" ? result.failure : undefined, arrivals }
  })

describe("PublicRecords", () => {
  it.effect("sends the key only in the header", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* requestPage(() => pageOfIds(["a", "b"]))
      assert.strictEqual(result._tag === "Success" && result.success.records.length, 2)
      assert.strictEqual(
        arrivals[0]?.url.href,
        "https://records.test/v0/dnc-complaints?sort_order=DESC&items_per_page=50&offset=0"
      )
      assert.strictEqual(arrivals[0]?.headers["x-api-key"], "canary-key-0123456789")
      assert.match(arrivals[0]?.headers["user-agent"] ?? "", /^public-records\/\d+\.\d+\.\d+$/)
    })
  )

  it.effect("keeps the path of a base URL", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* requestPage(() => pageOfIds([]), { baseUrl: "https://records.test/mirror/" })
      assert.strictEqual(arrivals[0]?.url.pathname, "/mirror/v0/dnc-complaints")
    })
  )

  it.effect("gets a complaint and a notice by id, percent-encoded in the path", () =>
    Effect.gen(function* () {
      const notice = {
        type: "early_termination_notice",
        id: "n",
        attributes: { date: "2011-04-11", created: "2013-09-24T20:05:39+00:00", updated: "2013-09-24T20:05:39+00:00" }
      }
      const service = fakeService((url) =>
        Response.json({ data: [url.pathname.includes("dnc") ? complaintRecord("a/b?c") : notice] })
      )
      yield* Effect.gen(function* () {
        const records = yield* PublicRecords
        assert.strictEqual((yield* records.complaints.get("a/b?c")).id, "a/b?c")
        assert.strictEqual((yield* records.notices.get("n")).date, "2011-04-11")
      }).pipe(Effect.provide(clientOf(service)))
      assert.deepStrictEqual(
        service.arrivals.map(({ url }) => url.href),
        ["https://records.test/v0/dnc-complaints/a%2Fb%3Fc", "https://records.test/v0/hsr-early-termination-notices/n"]
      )
    })
  )

  for (const [what, respond] of [
    ["404", () => gatewayError(404, "NOT_FOUND")],
    ["404 from the back end of notices", () => noticesError(404, "no such node")],
    ["an empty list", () => Response.json({ data: [] })]
  ] as const) {
    it.effect(`fails with NotFound if the service returns ${what}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(
          PublicRecords.use((records) => records.notices.get("x1")).pipe(Effect.provide(clientOf(fakeService(respond))))
        )
        assert.strictEqual(error.reason._tag, "NotFound")
        assert.strictEqual(
          error.message,
          'Get notice x1: There is no record with the id "x1". Copy the id from a list.'
        )
      })
    )
  }

  it.effect("sends nothing without a key", () =>
    Effect.gen(function* () {
      const { error, arrivals } = yield* failureOf(() => pageOfIds([]), { apiKey: undefined })
      assert.strictEqual(error?.reason._tag, "KeyMissing")
      assert.strictEqual(arrivals.length, 0)
    })
  )

  const once: ReadonlyArray<readonly [string, Response | (() => Response), string]> = [
    ["403 API_KEY_MISSING", () => gatewayError(403, "API_KEY_MISSING"), "KeyMissing"],
    ["403 API_KEY_INVALID", () => gatewayError(403, "API_KEY_INVALID"), "KeyRejected"],
    ["403 without a body", () => new Response(null, { status: 403 }), "UnexpectedAnswer"],
    ["400 HTTPS_REQUIRED", () => gatewayError(400, "HTTPS_REQUIRED"), "BadRequest"],
    ["400 from the back end of notices", () => noticesError(400, "no field x"), "BadRequest"],
    ["404 for a list", () => gatewayError(404, "NOT_FOUND"), "BadRequest"],
    ["405", () => new Response("<html>", { status: 405 }), "BadRequest"],
    ["JSON of another shape", () => Response.json({ hello: 1 }), "UnexpectedAnswer"],
    [
      "a redirect to another origin",
      () => new Response(null, { status: 302, headers: { location: "https://evil.test/v0" } }),
      "RedirectRefused"
    ],
    [
      "a redirect to plain HTTP",
      () => new Response(null, { status: 301, headers: { location: "http://records.test/" } }),
      "RedirectRefused"
    ]
  ]

  for (const [what, respond, reason] of once) {
    it.effect(`does not retry after ${what}: ${reason}`, () =>
      Effect.gen(function* () {
        const { error, arrivals } = yield* failureOf(() => (typeof respond === "function" ? respond() : respond))
        assert.strictEqual(error?.reason._tag, reason)
        assert.strictEqual(arrivals.length, 1)
      })
    )
  }

  const again: ReadonlyArray<readonly [string, () => Response]> = [
    ["408", () => new Response(null, { status: 408 })],
    ["500", () => gatewayError(500, "INTERNAL_SERVER_ERROR")],
    ["503 with HTML", () => new Response("<html>down</html>", { status: 503 })],
    ["200 with HTML", () => new Response("<html>hello</html>")],
    ["200 with truncated JSON", () => new Response('{"data":[{"type":')],
    ["200 with an empty body", () => new Response("")]
  ]

  for (const [what, respond] of again) {
    it.effect(`makes up to five attempts after ${what}`, () =>
      Effect.gen(function* () {
        const failed = yield* failureOf(respond)
        assert.strictEqual(failed.error?.reason._tag, "Unavailable")
        assert.strictEqual(failed.arrivals.length, 5)
        const recovered = yield* requestPage((_, n) => (n < 2 ? respond() : pageOfIds(["a"])))
        assert.strictEqual(recovered.result._tag, "Success")
        assert.strictEqual(recovered.arrivals.length, 3)
      })
    )
  }

  it.effect("waits for the time in Retry-After", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* requestPage((_, n) =>
        n === 0 ? gatewayError(429, "OVER_RATE_LIMIT", { "retry-after": "60" }) : pageOfIds(["a"])
      )
      assert.strictEqual(result._tag, "Success")
      assert.strictEqual(arrivals.length, 2)
      assert.isAtLeast((arrivals[1]?.at ?? 0) - (arrivals[0]?.at ?? 0), 60_000)
    })
  )

  it.effect("fails with the time of the next try instead of waiting too long", () =>
    Effect.gen(function* () {
      const { error, arrivals } = yield* failureOf(() =>
        gatewayError(429, "OVER_RATE_LIMIT", { "retry-after": "8013" })
      )
      assert.deepStrictEqual(error?.reason._tag === "RateLimited" && error.reason.nextTryAt?.getTime(), 8_013_000)
      assert.strictEqual(arrivals.length, 1)
    })
  )

  it.effect("accepts a date in Retry-After and ignores invalid values", () =>
    Effect.gen(function* () {
      const dated = yield* failureOf(() =>
        gatewayError(429, "OVER_RATE_LIMIT", { "retry-after": "Thu, 01 Jan 1970 01:00:00 GMT" })
      )
      assert.deepStrictEqual(
        dated.error?.reason._tag === "RateLimited" && dated.error.reason.nextTryAt?.getTime(),
        3_600_000
      )
      const garbage = yield* requestPage((_, n) =>
        n === 0 ? gatewayError(429, "OVER_RATE_LIMIT", { "retry-after": "soon" }) : pageOfIds(["a"])
      )
      assert.strictEqual(garbage.result._tag, "Success")
    })
  )

  it.effect("pauses all queued requests after a 429", () =>
    Effect.gen(function* () {
      const service = fakeService((_, n) =>
        n === 0 ? gatewayError(429, "OVER_RATE_LIMIT", { "retry-after": "30" }) : pageOfIds(["a"])
      )
      const page = (offset: number) =>
        PublicRecords.use((records) => records.complaints.page(ComplaintQuery.default.withOffset(offset)))
      yield* Effect.gen(function* () {
        const first = yield* Effect.forkChild(page(0))
        yield* TestClock.adjust("1 second")
        const second = yield* Effect.forkChild(page(50))
        yield* TestClock.adjust("2 minutes")
        yield* Fiber.join(first)
        yield* Fiber.join(second)
      }).pipe(Effect.provide(clientOf(service)))
      const [, ...later] = service.arrivals.map(({ at }) => at)
      assert.strictEqual(later.length, 2)
      for (const at of later) assert.isAtLeast(at, 30_000)
    })
  )

  it.effect("follows a redirect within the origin", () =>
    Effect.gen(function* () {
      const { result, arrivals } = yield* requestPage((_, n) =>
        n === 0
          ? new Response(null, { status: 308, headers: { location: "/v1/dnc-complaints?x=1" } })
          : pageOfIds(["a"])
      )
      assert.strictEqual(result._tag, "Success")
      assert.strictEqual(arrivals[1]?.url.href, "https://records.test/v1/dnc-complaints?x=1")
    })
  )

  it.effect("includes no part of the key in errors", () =>
    Effect.gen(function* () {
      const echo = JSON.stringify({ error: { code: "API_KEY_INVALID", message: "canary-key-0123456789 is wrong" } })
      for (const status of [400, 403, 404, 429, 500]) {
        const { error } = yield* failureOf(() => new Response(echo, { status }))
        const shown = `${error?.message} ${JSON.stringify(error)} ${inspect(error, { depth: 9 })} ${error?.stack}`
        assert.notInclude(shown, "canary")
      }
    })
  )

  it.effect("quotes the service's message in one line without control characters", () =>
    Effect.gen(function* () {
      const { error } = yield* failureOf(() => noticesError(400, "line one\nline\u001b[31m two\u202e"))
      assert.strictEqual(
        error?.message,
        "List complaints: The service refused the request with status 400 (line one line [31m two). Retrying will not help; change the request."
      )
    })
  )

  const unusable: ReadonlyArray<readonly [string, PublicRecordsOptions, RegExp]> = [
    ["a base URL that is not HTTPS", { baseUrl: "http://records.test" }, /not HTTPS/],
    ["a base URL that is not a URL", { baseUrl: "records" }, /not a URL/],
    ["a base URL with another scheme", { baseUrl: "ftp://records.test" }, /neither https nor http/],
    ["a base URL with a query", { baseUrl: "https://records.test/?api_key=canary" }, /more than a host and a path/],
    ["an empty key", { apiKey: "" }, /API key is empty/],
    ["a user agent with a line break", { userAgent: "a\nb: c" }, /userAgent/],
    ["an empty user agent", { userAgent: "" }, /userAgent/],
    ["a user agent that is not a valid header", { userAgent: "a😀" }, /userAgent/],
    ["a key that is a complete file", { apiKey: "canary".repeat(1000) }, /too long/],
    ["a key with a line break", { apiKey: "canary\n" }, /characters that no key has/],
    ["a budget below 1", { requestsPerHour: -5 }, /must be at least 1/],
    ["a wait of zero seconds", { maxRetryAfter: "0 seconds" }, /must be a positive duration/]
  ]

  for (const [what, options, message] of unusable) {
    it.effect(`rejects ${what} when it is built`, () =>
      Effect.gen(function* () {
        const { error, arrivals } = yield* failureOf(() => pageOfIds([]), options)
        assert.strictEqual(error?.reason._tag, "InvalidOptions")
        assert.match(error?.message ?? "", message)
        assert.notInclude(error?.message ?? "", "canary")
        assert.strictEqual(arrivals.length, 0)
      })
    )
  }

  const requestWithCause = Effect.fnUntraced(function* (code: string, message: string) {
    const cause = Object.assign(new Error(message), { code })
    let requests = 0
    const http = HttpClient.make((request) => {
      requests++
      return Effect.fail(
        new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
      )
    })
    const error = yield* Effect.flip(
      PublicRecords.use((records) => records.complaints.page(ComplaintQuery.default)).pipe(
        Effect.provide(clientOf({ arrivals: [], http: Layer.succeed(HttpClient.HttpClient, http) }))
      )
    )
    return { error, requests }
  })

  for (const [code, certificate] of [
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "untrusted"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "untrusted"],
    ["CERT_HAS_EXPIRED", "out of date"],
    ["CERT_NOT_YET_VALID", "out of date"]
  ] as const) {
    it.effect(`reports the certificate as ${certificate} for ${code}, and does not retry`, () =>
      Effect.gen(function* () {
        const { error, requests } = yield* requestWithCause(code, "some text")
        assert.strictEqual(error.reason._tag === "Unavailable" && error.reason.certificate, certificate)
        assert.strictEqual(requests, 1)
      })
    )
  }

  for (const code of ["DEPTH_ZERO_SELF_SIGNED_CERT", "ENOTFOUND"]) {
    it.effect(`masks the key in the message of ${code}`, () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(requestWithCause(code, "no canary-key-0123456789 here"))
        const { error } = yield* advanceUntil(fiber)
        assert.include(error.message, "no •••• here")
      })
    )
  }

  it.effect("does not retry if the certificate is not trusted, and suggests a solution", () =>
    Effect.gen(function* () {
      const { error, requests } = yield* requestWithCause(
        "DEPTH_ZERO_SELF_SIGNED_CERT",
        "self-signed certificate; if the root CA is installed"
      )
      assert.strictEqual(requests, 1)
      assert.strictEqual(
        error.message,
        "List complaints: The service cannot be reached or does not work at the moment (its certificate is not trusted: " +
          "self-signed certificate). Check the base URL. If it is correct, add the certificate's PEM file to the trusted certificates."
      )
    })
  )

  it.effect("reads its options from the environment", () =>
    Effect.gen(function* () {
      const service = fakeService(() => pageOfIds(["a"]))
      const environment = ConfigProvider.fromUnknown({
        PUBLIC_RECORDS_API_KEY: "canary-of-the-environment",
        PUBLIC_RECORDS_BASE_URL: "https://elsewhere.test",
        PUBLIC_RECORDS_REQUESTS_PER_HOUR: "1"
      })
      yield* Effect.gen(function* () {
        const { complaints, quota } = yield* PublicRecords
        yield* complaints.page(ComplaintQuery.default)
        const second = yield* Effect.forkChild(complaints.page(ComplaintQuery.default))
        yield* TestClock.adjust("59 minutes")
        assert.deepStrictEqual((yield* quota.get).nextRequestAt, Option.some(3_600_000))
        yield* Fiber.interrupt(second)
      }).pipe(
        Effect.provide(layerConfig.pipe(Layer.provide(service.http), Layer.provide(ConfigProvider.layer(environment))))
      )
      assert.deepStrictEqual(
        service.arrivals.map(({ url, headers }) => [url.host, headers["x-api-key"]]),
        [["elsewhere.test", "canary-of-the-environment"]]
      )
    })
  )

  it.effect("accepts plain HTTP if it is allowed explicitly", () =>
    Effect.gen(function* () {
      const { result } = yield* requestPage(() => pageOfIds(["a"]), { baseUrl: "http://records.test", allowHttp: true })
      assert.strictEqual(result._tag, "Success")
    })
  )

  it.effect("sends the path and direction of the order of notices", () =>
    Effect.gen(function* () {
      const service = fakeService(() => Response.json({ data: [] }))
      yield* PublicRecords.use((records) => records.notices.page(NoticeQuery.default)).pipe(
        Effect.provide(clientOf(service))
      )
      const { searchParams } = service.arrivals[0]?.url ?? new URL("https://none.test")
      assert.strictEqual(searchParams.get("sort[created][path]"), "created")
      assert.strictEqual(searchParams.get("sort[created][direction]"), "DESC")
    })
  )
})
