import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Headers, HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { clockVerdict, quotaVerdict, recordLastResponse } from "../src/doctor/lastResponse.ts"

const noon = Date.parse("2026-11-20T12:00:00Z")

/** Returns a response that took two seconds, and whose middle is this much after noon. */
const responseAt = (aheadMillis: number, headers: Readonly<Record<string, string>>) => ({
  status: 200,
  headers: Headers.fromInput(headers),
  sentAt: noon + aheadMillis - 1_000,
  receivedAt: noon + aheadMillis + 1_000
})

describe("the last response", () => {
  it.effect("is the one after a retry, with its time", () =>
    Effect.gen(function* () {
      const statuses = [503, 200]
      const http = HttpClient.make((request) =>
        Effect.as(
          TestClock.adjust("1 second"),
          HttpClientResponse.fromWeb(request, new Response("", { status: statuses.shift() ?? 200 }))
        )
      )
      const { last, layer } = recordLastResponse(http)
      assert.isUndefined(last())
      const send = Effect.provide(HttpClient.get("https://service.test/"), layer)
      yield* send
      assert.strictEqual(last()?.status, 503)
      yield* send
      const { receivedAt, sentAt, status } = last() ?? {}
      assert.deepStrictEqual([status, sentAt, receivedAt], [200, 1_000, 2_000])
    })
  )
})

describe("the diagnosis of the clock", () => {
  // The service's time is half a second after its header on average.
  const verdictAt = (aheadMillis: number) =>
    clockVerdict(responseAt(aheadMillis + 500, { date: "Fri, 20 Nov 2026 12:00:00 GMT" }))

  for (const [ahead, verdict, text] of [
    [0, "ok", "differ by less than a second"],
    [499, "ok", "differ by less than a second"],
    [500, "ok", "differ by 1s"],
    [30_000, "ok", "differ by 30s"],
    [30_001, "problem", "is 30s ahead of"],
    [-30_000, "ok", "differ by 30s"],
    [-30_001, "problem", "is 30s behind"],
    [119_000, "problem", "is 1m 59s ahead of"],
    [121_000, "problem", "is 2m ahead of"],
    [-149_000, "problem", "is 2m behind"],
    [-151_000, "problem", "is 3m behind"]
  ] as const) {
    it(`is "${verdict}" if it is ${ahead} ms ahead`, () => {
      const found = verdictAt(ahead)
      assert.strictEqual(found.verdict, verdict)
      assert.include(found.message, text)
    })
  }

  it("is unknown without a time of the service, or with an invalid one", () => {
    assert.strictEqual(clockVerdict(responseAt(0, {})).verdict, "unknown")
    assert.strictEqual(clockVerdict(responseAt(0, { date: "noon" })).verdict, "unknown")
  })
})

describe("the diagnosis of the quota", () => {
  const quotaOf = (remaining: number, budget?: number) =>
    quotaVerdict(responseAt(0, { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": String(remaining) }), {
      requestsPerHour: budget === undefined ? undefined : { value: budget, from: "--requests-per-hour" }
    })

  it("is low below a tenth of the limit", () => {
    assert.deepStrictEqual(quotaOf(100), { verdict: "ok", message: "100 of 1,000 requests are left." })
    assert.strictEqual(quotaOf(99).verdict, "advice")
    assert.strictEqual(quotaOf(1).message, "1 of 1,000 requests is left.")
    assert.strictEqual(quotaOf(0).verdict, "advice")
  })

  it("names a budget that exceeds the limit, and its source", () => {
    assert.strictEqual(quotaOf(500, 1_000).verdict, "ok")
    const exceeded = quotaOf(500, 1_001)
    assert.strictEqual(exceeded.verdict, "advice")
    assert.include("fix" in exceeded ? exceeded.fix : "", "1,001 (--requests-per-hour)")
  })

  it("is unknown if the service reports no limit, and names the budget", () => {
    const unknown = (budget?: number) =>
      quotaVerdict(responseAt(0, {}), {
        requestsPerHour: budget === undefined ? undefined : { value: budget, from: "--requests-per-hour" }
      })
    assert.strictEqual(unknown().verdict, "unknown")
    assert.include(unknown().message, "1,000")
    assert.include(unknown(200).message, "The budget of 200 requests per hour is used.")
    assert.include(unknown(1).message, "The budget of 1 request per hour is used.")
  })
})
