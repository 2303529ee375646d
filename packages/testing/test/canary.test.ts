import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, NoticeQuery, PublicRecords, type PublicRecordsOptions } from "@public-records/core"
import { Effect, Exit, Layer, Random, Stream } from "effect"
import { inVirtualTime } from "../src/virtualTime.ts"
import { FetchHttpClient, HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { canaryKey, findCanary } from "../src/Canary.ts"
import { complaintRecord, sampleComplaints } from "../src/Samples.ts"
import { makeOutputRecorder, printed } from "./OutputRecorder.ts"

const complaintRecords = sampleComplaints.map(complaintRecord)

/** Responds to the n-th request, counted from 0. An `Error` is a network error. */
type Answer = (n: number) => Response | Error

const clientOf = (answer: Answer, options: PublicRecordsOptions = {}) => {
  let requests = 0
  const http = HttpClient.make((request) => {
    const outcome = answer(requests++)
    return outcome instanceof Response
      ? Effect.succeed(HttpClientResponse.fromWeb(request, outcome))
      : Effect.fail(
          new HttpClientError.HttpClientError({
            reason: new HttpClientError.TransportError({ request, cause: outcome })
          })
        )
  })
  return PublicRecords.layer({ apiKey: canaryKey, baseUrl: "https://records.test", ...options }).pipe(
    Layer.provide(Layer.succeed(HttpClient.HttpClient, http))
  )
}

/** Every operation of the client. */
const calls = {
  page: PublicRecords.use((records) => records.complaints.page(ComplaintQuery.default)),
  noticesPage: PublicRecords.use((records) => records.notices.page(NoticeQuery.default)),
  get: PublicRecords.use((records) => records.complaints.get("0123456789abcdef")),
  walk: PublicRecords.use((records) => Stream.runCollect(records.complaints.stream(ComplaintQuery.default)))
}

const failedCalls = PublicRecords.use((records) =>
  Effect.forEach(["a", "b", "c", "d", "e"], (id) => Effect.ignore(records.complaints.get(id)))
)
const inFiveSeconds = PublicRecords.use((records) =>
  records.complaints.page(ComplaintQuery.default, { deadline: "5 seconds" })
)

/** Random source that makes every backoff zero. */
const noBackoff = Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0, nextIntUnsafe: () => 0 })

/** Runs a call in virtual time and records its output. */
const recordOutput = <A, E>(call: Effect.Effect<A, E>) =>
  Effect.promise(() => inVirtualTime(makeOutputRecorder().watch(call), 0)).pipe(
    Effect.flatMap(({ exit }) => exit ?? Effect.die("the call never ended"))
  )

const page = () => Response.json({ data: complaintRecords.slice(0, 50) })
const status = (code: number, headers: Readonly<Record<string, string>> = {}, name = "SOME_CODE") =>
  Response.json({ error: { code: name, message: "It said no." } }, { status: code, headers })

const failures: ReadonlyArray<
  readonly [reason: string, what: string, Answer, Effect.Effect<unknown, unknown, PublicRecords>]
> = [
  ["KeyMissing", "no key", () => Response.json({ error: { code: "API_KEY_MISSING" } }, { status: 403 }), calls.page],
  ["KeyRejected", "403", () => status(403, {}, "API_KEY_INVALID"), calls.noticesPage],
  ["RateLimited", "429", () => status(429), calls.page],
  ["RateLimited", "429 for long", () => status(429, { "retry-after": "86400" }), calls.get],
  ["Unavailable", "503", () => status(503), calls.walk],
  ["Unavailable", "a web page", () => new Response("<html>"), calls.page],
  ["Unavailable", "no connection", () => new Error("connect ECONNREFUSED 127.0.0.1:443"), calls.page],
  ["UnexpectedAnswer", "another form", () => Response.json([1]), calls.page],
  ["BadRequest", "400", () => status(400), calls.noticesPage],
  ["NotFound", "404", () => status(404), calls.get],
  ["CircuitOpen", "six failed calls", () => status(503), Effect.andThen(Effect.ignore(failedCalls), calls.page)],
  ["DeadlineExceeded", "a deadline", () => status(503, { "retry-after": "60" }), inFiveSeconds],
  ["WalkStalled", "the same page for ever", page, calls.walk],
  [
    "RedirectRefused",
    "a redirect to another origin",
    () => new Response(null, { status: 307, headers: { location: "https://elsewhere.test/" } }),
    calls.page
  ]
]

describe("the key in errors, log lines and spans", () => {
  it("is found by the recorder in every form", () => {
    const shows = (text: string): void => assert.isNotEmpty(findCanary(text), text)
    shows(encodeURIComponent(canaryKey))
    shows(JSON.stringify({ nested: [{ key: canaryKey }] }))
    shows(Buffer.from(`DEMO_KEY:${canaryKey}:more`).toString("base64"))
    shows(printed(new Error("outer", { cause: new Error(canaryKey) })))
    assert.isEmpty(findCanary("X-Api-Key: ••••, 0123456789 abcdefghijklmnopqrstuvwxyz"))
  })

  it.effect("records log lines of every level, spans, their attributes and events", () =>
    Effect.gen(function* () {
      const { watch, lines, spans } = makeOutputRecorder()
      const { seen } = yield* watch(
        Effect.andThen(
          Effect.logTrace("a trace"),
          Effect.withSpan(Effect.logDebug("within"), "a span", { attributes: { of: "it" } })
        )
      )
      assert.isAtLeast(lines.length, 2)
      assert.include(
        spans.map(({ name }) => name),
        "a span"
      )
      for (const part of ["a trace", "within", "a span", "'of', 'it'"]) assert.include(seen, part)
    })
  )

  for (const [reason, what, answer, call] of failures) {
    it.effect(`does not appear if ${what} makes a call fail with ${reason}`, () =>
      Effect.gen(function* () {
        const { exit, seen } = yield* recordOutput(Effect.provide(call, clientOf(answer)))
        assert.isTrue(Exit.isFailure(exit))
        assert.include(seen, `"${reason}"`)
        assert.include(seen, "records.test")
        assert.deepStrictEqual(findCanary(seen), [])
      })
    )
  }

  it.effect("does not appear if a walk succeeds after failures and redirects", () =>
    Effect.gen(function* () {
      const answers: ReadonlyArray<() => Response | Error> = [
        () => status(503),
        () => new Response(null, { status: 307, headers: { location: "/v1/dnc-complaints" } }),
        () => page(),
        () => status(429, { "retry-after": "3", "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "0" }),
        () => new Error("socket hang up"),
        () => new Response('{"data":['),
        () => Response.json({ data: [{ id: "broken" }] })
      ]
      const { exit, seen } = yield* recordOutput(
        Effect.provide(
          calls.walk,
          clientOf((n) => answers[n]?.() ?? Response.json({ data: [] }))
        )
      )
      assert.isTrue(Exit.isSuccess(exit))
      assert.include(seen, "/v1/dnc-complaints")
      assert.deepStrictEqual(findCanary(seen), [])
    })
  )

  it.effect("does not appear if the client itself is printed", () =>
    Effect.gen(function* () {
      const client = yield* PublicRecords
      yield* client.complaints.page(ComplaintQuery.default)
      assert.deepStrictEqual(findCanary(printed(client)), [])
    }).pipe(Effect.provide(clientOf(page)))
  )

  const unusable: ReadonlyArray<readonly [string, PublicRecordsOptions]> = [
    ["a space in the key", { apiKey: `${canaryKey} ` }],
    ["a line break in the key", { apiKey: `${canaryKey}\n${canaryKey}` }],
    ["a character in the key that headers do not allow", { apiKey: `${canaryKey}é` }],
    ["a key in the query of the base URL", { baseUrl: `https://records.test/?api_key=${canaryKey}` }],
    ["a key in the password of the base URL", { baseUrl: `https://key:${encodeURIComponent(canaryKey)}@records.test` }],
    ["a key in the fragment of the base URL", { baseUrl: `https://records.test/#${canaryKey}` }]
  ]

  for (const [what, options] of unusable) {
    it.effect(`does not appear if creating a client fails because of ${what}`, () =>
      Effect.gen(function* () {
        const { exit, seen } = yield* recordOutput(Effect.provide(calls.page, clientOf(page, options)))
        assert.isTrue(Exit.isFailure(exit))
        assert.include(seen, "InvalidOptions")
        assert.deepStrictEqual(findCanary(seen), [])
      })
    )
  }

  it.live("does not appear if the fetch of the runtime cannot connect", () =>
    Effect.gen(function* () {
      const nobody = PublicRecords.layer({
        apiKey: canaryKey,
        baseUrl: "http://127.0.0.1:1",
        allowHttp: true,
        timeout: "5 seconds"
      }).pipe(Layer.provide(FetchHttpClient.layer))
      const { exit, seen } = yield* makeOutputRecorder().watch(Effect.provide(calls.page, nobody).pipe(noBackoff))
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(findCanary(seen), [])
    })
  )
})
