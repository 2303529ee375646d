import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { SlidingWindow } from "../src/gateway/SlidingWindow.ts"
import { ReferenceServer, type ReferenceServerOptions, stockBurstLimits } from "../src/index.ts"
import { SeededRandom } from "../src/SeededRandom.ts"
import { sendRequest } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
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
  it.effect("has a Retry-After in whole seconds that is never too short, and its window slides", () =>
    Effect.gen(function* () {
      for (const passed of [400, 0]) {
        yield* sendRequest(complaints)
        yield* TestClock.adjust(passed)
      }
      for (const [passed, seconds] of [
        [0, "1"],
        [999, "1"]
      ] as const) {
        yield* TestClock.adjust(passed)
        assert.deepStrictEqual(shown(yield* sendRequest(complaints)), ["2", "0", seconds])
      }
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* sendRequest(complaints)).status, 200)
      // Only the oldest of the two has left the window.
      assert.deepStrictEqual(shown(yield* sendRequest(complaints)), ["2", "0", "1"])
    }).pipe(served({ rateLimit: { limit: 2, window: "1400 millis" } }))
  )

  it.effect("counts each key separately, and each request that passed the checks once, whatever its response is", () =>
    Effect.gen(function* () {
      const remaining = (path: string, key: string, init: RequestInit = {}) =>
        Effect.map(sendRequest(path, { ...init, headers: { "X-Api-Key": key, ...init.headers } }), ({ headers }) =>
          headers.get("x-ratelimit-remaining")
        )
      const tag = (yield* sendRequest(complaints, { headers: { "X-Api-Key": "abc" } })).headers.get("etag") ?? ""
      const seen = [
        yield* remaining(complaints, "abc", { headers: { "If-None-Match": tag } }),
        yield* remaining(`${complaints}/none`, "abc"),
        yield* remaining(`${notices}?sort[x][path]=none`, "abc"),
        yield* remaining(complaints, "abc", { method: "HEAD" }),
        yield* remaining(`${notices}/x`, "abc"),
        yield* remaining(complaints, "abc", { method: "OPTIONS" }),
        yield* remaining(complaints, "wrong"),
        yield* remaining("/health", "abc"),
        yield* remaining(complaints, "ABC")
      ]
      assert.deepStrictEqual(seen, ["8", "7", "6", "5", "4", null, null, null, "9"])
    }).pipe(
      served({
        apiKeys: ["abc", "ABC"],
        rateLimit: { limit: 10, window: "1 hour" },
        faults: { faults: [{ on: { path: `${notices}/*` }, do: "status", status: 500 }] }
      })
    )
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
