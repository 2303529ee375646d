import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { ReferenceServer, type ReferenceServerOptions, type RequestLogEntry } from "../src/index.ts"
import type { ServiceRequest } from "../src/requests/Response.ts"
import { makeCore } from "../src/ServerCore.ts"
import { maskedUrl } from "../src/observability/maskedUrl.ts"
import { sendRequest, key } from "./requests.ts"
import { canary, plainCanary, requestsWith, traces } from "./sentKeys.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const served = (options: ReferenceServerOptions) => Effect.provide(ReferenceServer.layerInProcess(options))

const request = (path: string, headers: Readonly<Record<string, string>>): ServiceRequest => ({
  method: "GET",
  url: path,
  headers,
  isSecure: true
})

describe("the request log", () => {
  it("shows no key that the server knows, wherever it is put", () => {
    for (const secret of [canary, plainCanary]) {
      const keys = new Set(["DEMO_KEY", secret])
      for (const [path, headers] of requestsWith(secret)) {
        const shown = maskedUrl(request(path, headers), keys)
        assert.deepStrictEqual(traces(shown, secret), [], `${path} was shown as ${shown}`)
      }
    }
  })

  it("shows no unknown key if it is sent as a key or looks like a real one", () => {
    const keys = new Set(["DEMO_KEY"])
    for (const [path, headers] of requestsWith(plainCanary)) {
      assert.deepStrictEqual(traces(maskedUrl(request(path, headers), keys), plainCanary), [], path)
    }
    const short = "not-a-key-of-ours"
    for (const [path, headers] of requestsWith(short).slice(0, 8)) {
      assert.deepStrictEqual(traces(maskedUrl(request(path, headers), keys), short), [], path)
    }
    const masked = maskedUrl(request(`${complaints}/${short}?city=${short}`, { "x-api-key": short }), keys)
    assert.strictEqual(masked, `${complaints}/••••?city=••••`)
  })

  it("masks a key that is encoded once or twice, wherever it is", () => {
    const known = "plus+and&more=50%"
    const once = encodeURIComponent(known)
    for (const [path, expected] of [
      [`/v0/${once}/x`, "/v0/••••/x"],
      [`/v0/${encodeURIComponent(once)}/x`, "/v0/••••/x"],
      ["/v0/plus+and%26more=50%25", "/v0/••••"],
      ["/v0/plus%2Band&more=50%25", "/v0/••••"],
      [`${complaints}?${once}=1`, `${complaints}?••••=1`],
      [`${complaints}?state=${encodeURIComponent(once)}`, `${complaints}?state=••••`]
    ] as const) {
      assert.strictEqual(maskedUrl(request(path, {}), new Set([known])), expected, path)
    }
    // Decoding this key would change it.
    assert.strictEqual(maskedUrl(request("/v0/a%41b", {}), new Set(["a%41b"])), "/v0/••••")
  })

  it("masks the value of every parameter that looks like a misspelled api_key", () => {
    for (const name of ["apiKey", "x-api-key", "key", "Token", "_secret"]) {
      assert.strictEqual(maskedUrl(request(`/v0?${name}=a&monkey=b`, {}), new Set()), `/v0?${name}=••••&monkey=b`)
    }
  })

  it.effect("shows no key that is sent as the method", () => {
    const methods: Array<string> = []
    return Effect.gen(function* () {
      const { handle } = yield* makeCore({ apiKeys: ["canary"], log: ({ method }) => methods.push(method) })
      for (const method of ["canary", "PURGE"]) handle({ ...request(complaints, {}), method })
      assert.deepStrictEqual(methods, ["••••", "PURGE"])
    })
  })

  it("masks a key of the request of at least eight characters in its path as well", () => {
    const none = new Set<string>()
    for (const [sent, shown] of [
      ["Ohio-key", "••••"],
      ["Ohio-ke", "Ohio-ke"]
    ] as const) {
      assert.strictEqual(maskedUrl(request(`/v0/${sent}?Api-Key=${sent}`, {}), none), `/v0/${shown}?Api-Key=••••`)
      assert.strictEqual(maskedUrl(request(`/v0/${sent}`, { "x-api-key": sent }), none), `/v0/${shown}`)
    }
  })

  it("preserves the rest of the URL", () => {
    const keys = new Set([canary, "DEMO_KEY"])
    const shown = maskedUrl(
      request(`${complaints}?state=%22New+York%22&api_key=${encodeURIComponent(canary)}&offset=5`, {}),
      keys
    )
    assert.strictEqual(shown, `${complaints}?state=%22New%20York%22&offset=5`)
    for (const plain of [`${complaints}/0123456789abcdef0123456789abcdef`, "/nowhere", "/%zz", "//", "/?=", "/?x"]) {
      const expected = { "/?=": "/?=", "/?x": "/?x=" }[plain] ?? plain
      assert.strictEqual(maskedUrl(request(plain, {}), keys), expected)
    }
  })

  it.effect("reports the time to create a response, plus its delay", () => {
    const entries: Array<RequestLogEntry> = []
    return Effect.gen(function* () {
      yield* (yield* ReferenceServer).faults.next({ do: "delay", ms: 5_000 })
      const before = performance.now()
      const fiber = yield* Effect.forkChild(sendRequest(complaints), { startImmediately: true })
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(fiber)
      const passed = performance.now() - before
      const reported = entries[0]?.milliseconds ?? 0
      assert.isAbove(reported, 5_000)
      assert.isAtMost(reported, 5_000 + passed)
    }).pipe(served({ log: (entry) => void entries.push(entry) }))
  })

  it.effect("reports the status, bytes, time, error code and fault of each request", () => {
    const entries: Array<RequestLogEntry> = []
    return Effect.gen(function* () {
      const response = yield* sendRequest(`${complaints}?items_per_page=1`)
      yield* sendRequest(complaints, {})
      yield* sendRequest(`${notices}?filter[nope]=1`)
      yield* sendRequest(complaints, { method: "HEAD", headers: key })
      yield* sendRequest("/nowhere", { method: "POST" })
      yield* sendRequest("/health", {})
      const [first, ...others] = entries
      assert.strictEqual(first?.bytes, new TextEncoder().encode(response.text).length)
      assert.strictEqual(first?.at, 0)
      assert.isAbove(first?.milliseconds ?? 0, 0)
      assert.deepStrictEqual(
        others.map(({ errorCode, fault, method, status }) => [method, status, errorCode, fault]),
        [
          ["GET", 403, "API_KEY_MISSING", null],
          ["GET", 400, "INVALID_PARAMETERS", null],
          ["HEAD", 200, null, "overlap"],
          ["POST", 404, "NOT_FOUND", null],
          ["GET", 200, null, null]
        ]
      )
      assert.strictEqual(others[2]?.bytes, 0)
    }).pipe(
      served({
        log: (entry) => entries.push(entry),
        faults: { faults: [{ on: { path: complaints, requests: [2] }, do: "overlap" }] }
      })
    )
  })

  it.effect("names the fault that follows a delay", () => {
    const entries: Array<RequestLogEntry> = []
    return Effect.gen(function* () {
      const sent = yield* Effect.forkChild(sendRequest(complaints), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(sent)
      assert.deepStrictEqual(
        entries.map(({ fault }) => fault),
        ["status"]
      )
    }).pipe(
      served({
        log: (entry) => void entries.push(entry),
        faults: {
          faults: [
            { do: "delay", ms: 1_000 },
            { do: "status", status: 503 }
          ]
        }
      })
    )
  })

  it.effect("does not affect the response if it throws", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendRequest(complaints)).status, 200)
    }).pipe(
      served({
        log: () => {
          throw new Error("the disk is full")
        }
      })
    )
  )
})
