import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { CallListener, makeSendRaw, type PublicRecordsOptions, type SendRaw } from "../src/index.ts"
import { type Respond, fakeService, pageOfIds, advanceUntil } from "./FakeService.ts"

const ownKey = "canary-key-0123456789"
const options: PublicRecordsOptions = { apiKey: ownKey, baseUrl: "https://records.test/prefix/" }

/** Sends raw requests while time passes. Succeeds with the result and the requests that the service received. */
const withSendRaw = <A, E>(respond: Respond, use: (sendRaw: SendRaw) => Effect.Effect<A, E>, more = options) =>
  Effect.gen(function* () {
    const service = fakeService(respond)
    const using = Effect.flatMap(makeSendRaw(more), use).pipe(Effect.scoped, Effect.provide(service.http))
    const fiber = yield* Effect.forkChild(Effect.result(using))
    const result = yield* advanceUntil(fiber)
    return { result: result._tag === "Success" ? result.success : assert.fail(String(result.failure)), service }
  })

describe("sendRaw", () => {
  it.effect("returns a response of any status unchanged, with the reason for which a call would fail", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ error: { code: "API_KEY_INVALID", message: "no" } })
      const { result } = yield* withSendRaw(
        () => new Response(body, { status: 403, headers: { "x-odd": "1" } }),
        (sendRaw) => sendRaw({ path: "/v0/things?a=1" })
      )
      assert.deepInclude(result, { status: 403, text: body })
      assert.strictEqual(result.headers["x-odd"], "1")
      assert.strictEqual(result.reason?._tag, "KeyRejected")
    })
  )

  it.effect("sends the client's key, another key, or no key", () =>
    Effect.gen(function* () {
      const { service } = yield* withSendRaw(
        () => pageOfIds([]),
        (sendRaw) => Effect.forEach([undefined, "another", null], (apiKey) => sendRaw({ path: "/v0/things", apiKey }))
      )
      assert.deepStrictEqual(
        service.arrivals.map(({ headers }) => headers["x-api-key"]),
        [ownKey, "another", undefined]
      )
      assert.isTrue(service.arrivals.every(({ url }) => url.href === "https://records.test/prefix/v0/things"))
    })
  )

  it.effect("sends the headers of the client", () =>
    Effect.gen(function* () {
      const { service } = yield* withSendRaw(
        () => pageOfIds([]),
        (sendRaw) => sendRaw({ path: "/v0/things" }),
        { ...options, headers: { "X-Team": "red" }, userAgent: "my-app/1" }
      )
      assert.strictEqual(service.arrivals[0]?.headers["x-team"], "red")
      assert.match(service.arrivals[0]?.headers["user-agent"] ?? "", /^my-app\/1 public-records\//)
    })
  )

  it.effect("follows no redirect", () =>
    Effect.gen(function* () {
      const { result, service } = yield* withSendRaw(
        () => new Response("<html>", { status: 302, headers: { location: "/elsewhere" } }),
        (sendRaw) => sendRaw({ path: "/v0/things" })
      )
      assert.deepStrictEqual([result.status, result.reason, service.arrivals.length], [302, undefined, 1])
    })
  )

  it.effect("accepts a response without a body", () =>
    Effect.gen(function* () {
      const { result, service } = yield* withSendRaw(
        () => new Response(null),
        (sendRaw) => sendRaw({ method: "HEAD", path: "/v0/things" })
      )
      assert.deepStrictEqual([result.status, result.text, result.reason], [200, "", undefined])
      assert.deepStrictEqual(
        service.arrivals.map(({ method }) => method),
        ["HEAD"]
      )
    })
  )

  it.effect("fails if the last attempt has no response, and names the request", () =>
    Effect.gen(function* () {
      const operations: Array<string> = []
      const listen = ({ operation }: { readonly operation: string }) =>
        Effect.sync(() => void operations.push(operation))
      const { result } = yield* withSendRaw(
        (_, n) => (n === 0 ? new Response(null, { status: 500 }) : Effect.never),
        (sendRaw) =>
          sendRaw({ path: "/v0/things" }, { maxRetries: 1 }).pipe(
            Effect.provideService(CallListener, listen),
            Effect.flip
          )
      )
      assert.match(result.message, /^Send GET \/v0\/things: .*no response within 30s/)
      assert.deepStrictEqual([...new Set(operations)], ["GET /v0/things"])
    })
  )

  for (const [name, failing] of [
    ["a 500", () => new Response(null, { status: 500 })],
    ["HTML instead of JSON", () => new Response("<html>", { status: 200 })],
    ["HTML from a proxy", () => new Response("<html>", { status: 203 })]
  ] as const) {
    it.effect(`retries after ${name}, and returns the last response if the attempts are used up`, () =>
      Effect.gen(function* () {
        const recovered = yield* withSendRaw(
          (_, n) => (n === 0 ? failing() : pageOfIds(["a"])),
          (sendRaw) => sendRaw({ path: "/v0/things" })
        )
        assert.deepStrictEqual([recovered.result.status, recovered.service.arrivals.length], [200, 2])
        assert.strictEqual(recovered.result.reason, undefined)
        const failed = yield* withSendRaw(failing, (sendRaw) => sendRaw({ path: "/v0/things" }, { maxRetries: 2 }))
        assert.deepStrictEqual([failed.result.status, failed.service.arrivals.length], [failing().status, 3])
        assert.strictEqual(failed.result.reason?._tag, "Unavailable")
      })
    )
  }

  it.effect("counts each request, and reads the rate limit only from responses to the client's key", () =>
    Effect.gen(function* () {
      const usedUp = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0" }
      const { service } = yield* withSendRaw(
        (_, n) => new Response("{}", n < 2 ? { headers: usedUp } : {}),
        (sendRaw) =>
          Effect.forEach(["another", undefined, undefined, undefined], (apiKey) =>
            sendRaw({ path: "/v0/things", apiKey })
          ),
        { ...options, maxWait: "1 hour" }
      )
      assert.deepStrictEqual(
        service.arrivals.map(({ at }) => at < 60_000),
        // The third one asks the service when it would have to wait.
        [true, true, true, false]
      )
    })
  )

  it.effect("has the deadline, the timeout, the retries and the longest wait of the client", () =>
    Effect.gen(function* () {
      for (const [limits, respond, code, requests] of [
        [{ deadline: "5 seconds" }, () => Effect.never, "DeadlineExceeded", 1],
        [{ timeout: "5 seconds", maxRetries: 1 }, () => Effect.never, "Unavailable", 2],
        [{ maxRetries: 0 }, () => new Response(null, { status: 503 }), "none", 1],
        [{ maxWait: 1000, requestsPerHour: 1 }, () => new Response(null, { status: 503 }), "RateLimited", 1]
      ] as const satisfies ReadonlyArray<readonly [PublicRecordsOptions, Respond, string, number]>) {
        const { result, service } = yield* withSendRaw(
          respond,
          (sendRaw) =>
            sendRaw({ path: "/v0/things" }).pipe(
              Effect.match({ onFailure: (error) => error.code, onSuccess: () => "none" }),
              Effect.timed
            ),
          { ...options, ...limits }
        )
        const [time, outcome] = result
        assert.deepStrictEqual([outcome, service.arrivals.length], [code, requests], JSON.stringify(limits))
        assert.isAtMost(Duration.toSeconds(time), 12, JSON.stringify(limits))
      }
    })
  )

  it.effect("masks the client's key in the complete response", () =>
    Effect.gen(function* () {
      const { result } = yield* withSendRaw(
        () => new Response(JSON.stringify({ key: ownKey }), { headers: { "x-key": ownKey } }),
        (sendRaw) => sendRaw({ path: "/v0/things" })
      )
      assert.notInclude(JSON.stringify(result), "canary-k")
    })
  )

  it.effect("masks a key that is a common word in the reason of a refusal", () =>
    Effect.gen(function* () {
      const { result } = yield* withSendRaw(
        () => Response.json({ error: { code: "BAD", message: "no DEMO_KEY West" } }, { status: 400 }),
        (sendRaw) => sendRaw({ path: "/v0/things" }),
        { ...options, apiKey: "DEMO_KEY" }
      )
      assert.strictEqual(result.reason?._tag === "BadRequest" && result.reason.detail, "no •••• West")
    })
  )

  it.effect("rejects invalid options before anything is sent", () =>
    Effect.gen(function* () {
      const service = fakeService(() => pageOfIds([]))
      const error = yield* makeSendRaw({ baseUrl: "http://records.test" }).pipe(
        Effect.scoped,
        Effect.provide(service.http),
        Effect.flip
      )
      assert.deepStrictEqual([error.reason._tag, error.operation], ["InvalidOptions", "Build a client"])
    })
  )
})
