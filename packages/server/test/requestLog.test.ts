import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { ReferenceServer, type ReferenceServerOptions, type RequestLogEntry } from "../src/index.ts"
import { maskedUrl } from "../src/observability/maskedUrl.ts"
import { sendRequest, key } from "./requests.ts"
import { canary, plainCanary, requestsWith, traces } from "./sentKeys.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const served = (options: ReferenceServerOptions) => Effect.provide(ReferenceServer.layerInProcess(options))

describe("the URL in the request log", () => {
  it("shows no key that the server knows, wherever it is put, and none that looks like a real one", () => {
    for (const [keys, secret] of [
      [new Set(["DEMO_KEY", canary]), canary],
      [new Set(["DEMO_KEY", plainCanary]), plainCanary],
      [new Set(["DEMO_KEY"]), plainCanary]
    ] as const) {
      for (const [path] of requestsWith(secret)) {
        const shown = maskedUrl(path, keys)
        assert.deepStrictEqual(traces(shown, secret), [], `${path} was shown as ${shown}`)
      }
    }
  })

  it("shows no key that is encoded once or twice, wherever it is", () => {
    const known = "plus+and&more=50%"
    const once = encodeURIComponent(known)
    for (const [path, expected] of [
      [`/v0/${once}/x`, "/v0/••••/x"],
      [`/v0/${encodeURIComponent(once)}/x`, "/v0/••••/x"],
      [`${complaints}?${once}=1`, `${complaints}?••••=1`],
      [`${complaints}?state=${encodeURIComponent(once)}`, `${complaints}?state=••••`]
    ] as const) {
      assert.strictEqual(maskedUrl(path, new Set([known])), expected, path)
    }
    // Decoding this key would change it.
    assert.strictEqual(maskedUrl("/v0/a%41b", new Set(["a%41b"])), "/v0/••••")
  })

  it("has no api_key in any case, and the rest is unchanged", () => {
    const keys = new Set([canary, "DEMO_KEY"])
    const url = `${complaints}?state=%22New+York%22&api_key=${encodeURIComponent(canary)}&API_KEY=x&offset=5`
    assert.strictEqual(maskedUrl(url, keys), `${complaints}?state=%22New%20York%22&offset=5`)
    for (const plain of [`${complaints}/0123456789abcdef0123456789abcdef`, "/nowhere", "/%zz", "//", "/?=", "/?x"]) {
      assert.strictEqual(maskedUrl(plain, keys), plain === "/?x" ? "/?x=" : plain)
    }
  })
})

describe("the request log", () => {
  it.effect("reports the status, bytes, time, error code and fault of each request", () => {
    const entries: Array<RequestLogEntry> = []
    return Effect.gen(function* () {
      const response = yield* sendRequest(`${complaints}?items_per_page=1`)
      yield* sendRequest(`${complaints}?api_key=other`, {})
      yield* sendRequest(`${notices}?filter[nope]=1`)
      yield* sendRequest(complaints, { method: "HEAD", headers: key })
      yield* sendRequest("/nowhere", { method: "POST" })
      yield* sendRequest("/health", {})
      yield* sendRequest("/health", { method: "DEMO_KEY" })
      const [first, ...others] = entries
      assert.strictEqual(first?.bytes, new TextEncoder().encode(response.text).length)
      assert.strictEqual(first?.at, 0)
      assert.isAbove(first?.milliseconds ?? 0, 0)
      assert.deepStrictEqual(
        others.map(({ errorCode, fault, method, status, url }) => [method, url, status, errorCode, fault]),
        [
          ["GET", complaints, 403, "API_KEY_INVALID", null],
          ["GET", `${notices}?filter%5Bnope%5D=1`, 400, "INVALID_PARAMETERS", null],
          ["HEAD", complaints, 200, null, "overlap"],
          ["POST", "/nowhere", 404, "NOT_FOUND", null],
          ["GET", "/health", 200, null, null],
          ["••••", "/health", 405, "METHOD_NOT_ALLOWED", null]
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

  it.effect("adds the delay of a fault to the time, and names the fault that follows it", () => {
    const entries: Array<RequestLogEntry> = []
    return Effect.gen(function* () {
      const before = performance.now()
      const sent = yield* Effect.forkChild(sendRequest(complaints), { startImmediately: true })
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(sent)
      const [{ fault, milliseconds = 0 } = {}] = entries
      assert.strictEqual(fault, "status")
      assert.isAbove(milliseconds, 5_000)
      assert.isAtMost(milliseconds, 5_000 + performance.now() - before)
    }).pipe(
      served({
        log: (entry) => void entries.push(entry),
        faults: {
          faults: [
            { do: "delay", ms: 5_000 },
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
