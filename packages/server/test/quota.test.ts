import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { QuotaGate } from "../src/gateway/QuotaGate.ts"
import { SlidingWindow } from "../src/gateway/SlidingWindow.ts"
import { ReferenceServer, type ReferenceServerOptions, stockBurstLimits } from "../src/index.ts"
import type { ServiceRequest } from "../src/requests/Response.ts"
import { SeededRandom } from "../src/SeededRandom.ts"
import { makeCore } from "../src/ServerCore.ts"
import { sendRequest, at } from "./requests.ts"
import { samples } from "./prometheus.ts"

const complaints = "/v0/dnc-complaints"
const served = (options: ReferenceServerOptions) => Effect.provide(ReferenceServer.layerInProcess(options))

/** Sends requests until one is rejected. Returns the number of accepted requests and the 429. */
const burst = Effect.gen(function* () {
  for (let passed = 0; ; passed++) {
    const response = yield* sendRequest(`${complaints}/x`)
    if (response.status === 429) return { passed, refused: response }
  }
})

const shown = ({ headers }: { readonly headers: Headers }) =>
  ["x-ratelimit-limit", "x-ratelimit-remaining", "retry-after"].map((name) => headers.get(name))

describe("limits on bursts", () => {
  it.effect("reject by the strictest limit until it allows a request, and do not count rejected requests", () =>
    Effect.gen(function* () {
      const first = yield* burst
      assert.strictEqual(first.passed, 20)
      assert.strictEqual(at(first.refused.json, "error", "code"), "OVER_RATE_LIMIT")
      // Like the gateway, the headers report the hourly limit, with 0 remaining.
      assert.deepStrictEqual(shown(first.refused), ["1000", "0", "1"])
      for (let rejected = 0; rejected < 500; rejected++) yield* sendRequest(complaints)
      for (let second = 1; second < 7; second++) {
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* burst).passed, 20)
      }
      yield* TestClock.adjust("1 second")
      // 140 requests passed in the first seven seconds, so ten remain of the 150 in fifteen seconds.
      const last = yield* burst
      assert.strictEqual(last.passed, 10)
      assert.deepStrictEqual(shown(last.refused), ["1000", "0", "8"])
      yield* TestClock.adjust("8 seconds")
      assert.deepStrictEqual(shown(yield* sendRequest(complaints)), ["1000", "849", null])
    }).pipe(served({ burstLimits: stockBurstLimits }))
  )

  it.effect("report the longest wait if several limits are used up", () =>
    Effect.gen(function* () {
      yield* burst
      assert.deepStrictEqual(shown(yield* sendRequest(complaints)), ["2", "0", "3600"])
    }).pipe(served({ rateLimit: { limit: 2, window: "1 second" }, burstLimits: [{ limit: 2, window: "1 hour" }] }))
  )

  it.effect("apply without a rate limit, and the headers report the first one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(shown(yield* sendRequest(complaints)), ["30", "29", null])
      assert.strictEqual((yield* burst).passed, 29)
    }).pipe(
      served({
        rateLimit: "off",
        burstLimits: [
          { limit: 30, window: "1 hour" },
          { limit: 50, window: "1 day" }
        ]
      })
    )
  )
})

describe("a limit", () => {
  it.effect("has a Retry-After in whole seconds that is never too short", () =>
    Effect.gen(function* () {
      yield* sendRequest(complaints)
      for (const [passed, seconds] of [
        [0, "2"],
        [399, "2"],
        [1, "1"],
        [999, "1"]
      ] as const) {
        yield* TestClock.adjust(passed)
        assert.deepStrictEqual(shown(yield* sendRequest(complaints)), ["1", "0", seconds])
      }
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* sendRequest(complaints)).status, 200)
    }).pipe(served({ rateLimit: { limit: 1, window: "1400 millis" } }))
  )

  it.effect("counts keys that differ in letter case separately, HEAD and a 304 once, and OPTIONS never", () =>
    Effect.gen(function* () {
      const send = (key: string, method = "GET", known = "") =>
        sendRequest(complaints, { method, headers: { "X-Api-Key": key, "If-None-Match": known } })
      const [first, head] = [yield* send("abc"), yield* send("abc", "HEAD")]
      const unchanged = yield* send("abc", "GET", first.headers.get("etag") ?? "")
      yield* send("abc", "OPTIONS")
      const other = yield* send("ABC")
      const last = yield* send("abc")
      assert.deepStrictEqual(
        [first, head, unchanged, other, last].map(({ headers, status }) => [
          status,
          headers.get("x-ratelimit-remaining")
        ]),
        [
          [200, "9"],
          [200, "8"],
          [304, "7"],
          [200, "9"],
          [200, "6"]
        ]
      )
    }).pipe(served({ apiKeys: ["abc", "ABC"], rateLimit: { limit: 10, window: "1 hour" } }))
  )
})

describe("a sliding window", () => {
  it("agrees with a plain list of times for random requests", () => {
    const random = new SeededRandom(11)
    for (let round = 0; round < 200; round++) {
      const limit = random.between(1, 40)
      const millis = random.between(1, 500)
      const window = new SlidingWindow(limit, millis)
      const seen: Array<string> = []
      const expected: Array<string> = []
      let times: ReadonlyArray<number> = []
      for (let now = 1_000, request = 0; request < 300; request++, now += random.between(0, 60)) {
        const moment = now
        times = times.filter((time) => time > moment - millis)
        const [oldest = now] = times
        seen.push(`${window.used(now)} ${window.wait(now)}`)
        expected.push(`${times.length} ${times.length < limit ? 0 : oldest + millis - now}`)
        if (times.length >= limit) continue
        window.count(now)
        times = [...times, now]
      }
      assert.strictEqual(seen.join(), expected.join())
    }
  })

  it("never returns a wait longer than the window, even if the clock was set back", () => {
    const window = new SlidingWindow(1, 1_000)
    window.count(100_000)
    assert.strictEqual(window.wait(40_000), 1_000)
  })
})

describe("the removal of idle keys", () => {
  it("happens as soon as the longest window has passed, and keeps keys whose longest window is not empty", () => {
    const gate = new QuotaGate({ limit: 5, window: "1 second" }, { limit: 1, window: "1 minute" })
    gate.consume("idle", 0)
    gate.consume("busy", 30_000)
    gate.consume("late", 60_000)
    assert.deepStrictEqual(gate.usage(60_000), { keys: 2, times: 3 })
    assert.isDefined(gate.consume("busy", 60_000).rejection)
  })
})

const wrongKeyRequest = (request: number): ServiceRequest => {
  const key = `wrong-${request}`
  const inHeader = request % 2 === 0
  return {
    method: "GET",
    url: inHeader ? complaints : `${complaints}?api_key=${key}`,
    headers: inHeader ? { "x-api-key": key } : {},
    isSecure: true
  }
}

describe("the memory of the limits", () => {
  it.effect("stores nothing for unknown keys, however many there are", () =>
    Effect.gen(function* () {
      const { handle, state } = yield* makeCore({ burstLimits: stockBurstLimits })
      for (let request = 0; request < 2_000; request++) {
        const { status } = yield* Effect.promise(() => handle(wrongKeyRequest(request)))
        if (status !== 403) assert.fail(`${request}: ${status}`)
      }
      assert.deepStrictEqual(state.quota?.usage(0), { keys: 0, times: 0 })
      const counted = samples(state.metrics.text())
      assert.strictEqual(counted.get('public_records_refused_total{reason="API_KEY_INVALID"}'), 2_000)
      assert.isBelow(counted.size, 20)
    })
  )

  it("stores at most the limit for a key, and nothing for idle keys", () => {
    const gate = new QuotaGate({ limit: 100, window: "1 minute" }, { limit: 20, window: "1 second" })
    for (let now = 0; now < 100_000; now += 10) gate.consume("busy", now)
    assert.deepStrictEqual(gate.usage(100_000), { keys: 1, times: 100 })
    for (let key = 0; key < 5_000; key++) gate.consume(`key-${key}`, 100_000)
    assert.strictEqual(gate.usage(100_000).keys, 5_001)
    // The next request after the longest window removes idle keys.
    gate.consume("late", 300_000)
    assert.deepStrictEqual(gate.usage(300_000), { keys: 1, times: 2 })
  })
})
