import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option, Redacted, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
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
  it.effect("has the key only in its header, and keeps the path of the base URL", () =>
    Effect.gen(function* () {
      const { arrivals } = yield* withClient(() => pageOfIds([]), firstPage, { baseUrl: "https://records.test/copy/" })
      const { url, headers } = arrivals[0] ?? assert.fail()
      const path = "/copy/v0/dnc-complaints?sort_order=DESC&items_per_page=50&offset=0"
      assert.strictEqual(url.href, `https://records.test${path}`)
      assert.strictEqual(headers["x-api-key"], "canary-key-0123456789")
      const keyless = yield* failureOf(() => pageOfIds([]), { apiKey: undefined })
      assert.deepStrictEqual([keyless.reason._tag, keyless.arrivals.length], ["KeyMissing", 0])
    })
  )

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

describe("the rate limit of a response", () => {
  it.effect("is in the quota, whatever its status", () =>
    Effect.gen(function* () {
      const statuses = [200, 403, 404, 500, 304]
      const { result } = yield* withClient(
        (_, n) => {
          const headers = { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": String(900 - n) }
          return new Response(null, { status: statuses[n] ?? 200, headers })
        },
        ({ complaints, quota }) =>
          Effect.forEach(statuses, (_, n) =>
            Effect.andThen(
              Effect.ignore(complaints.page({ ...ComplaintQuery.default, offset: n }, { maxRetries: 0 })),
              Effect.map(quota.get, ({ remaining }) => Option.getOrNull(remaining))
            )
          )
      )
      assert.deepStrictEqual(result._tag === "Success" && result.success, [900, 899, 898, 897, 896])
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
