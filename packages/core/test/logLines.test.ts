import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, References } from "effect"
import { CallListener, logLine } from "../src/CallListener.ts"
import {
  InvalidOptions,
  InvalidQuery,
  KeyMissing,
  NotFound,
  PublicRecordsError,
  RateLimited,
  type Reason,
  Unavailable
} from "../src/PublicRecordsError.ts"
import { useTimeZone } from "./timeZones.ts"

describe("logLine", () => {
  const call = { callId: "1", operation: "complaints.page" } as const
  const request = { ...call, attempt: 1, attempts: 1, url: "https://a.test/b" } as const
  const responseLine = (headers: Readonly<Record<string, string>>) =>
    logLine({ _tag: "Response", ...request, status: 200, headers, requestId: undefined, milliseconds: 5 }, 0)

  it("has no line for the start of a call and of a request, and for a call that succeeds", () => {
    assert.strictEqual(logLine({ _tag: "Call", ...call }, 0), undefined)
    assert.strictEqual(logLine({ _tag: "Request", ...request }, 0), undefined)
  })

  it("has the remaining requests of a response if the service reports both numbers", () => {
    const both = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "9" }
    assert.deepStrictEqual(responseLine(both), {
      level: "debug",
      message: "GET https://a.test/b 200 5 ms, 9 of 10 left"
    })
    const usedUp = responseLine({ "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0" })
    assert.strictEqual(usedUp?.message, "GET https://a.test/b 200 5 ms, 0 of 10 left")
    for (const headers of [{}, { "x-ratelimit-limit": "10" }, { "x-ratelimit-remaining": "9" }]) {
      assert.strictEqual(responseLine(headers)?.message, "GET https://a.test/b 200 5 ms, no rate limit")
    }
  })

  it("is an error for a failed call, and for debugging if only its input was wrong", () => {
    const levelOf = (reason: Reason | undefined) => {
      const error = reason && new PublicRecordsError({ operation: "Get complaint a", reason })
      const end = { milliseconds: 1, attempts: 1, error, isCanceled: false, response: undefined }
      return logLine({ _tag: "CallEnd", ...call, ...end }, 0)?.level
    }
    assert.strictEqual(levelOf(undefined), undefined)
    assert.strictEqual(levelOf(new KeyMissing()), "error")
    const answers = [new NotFound({ id: "a" }), new InvalidOptions({ message: "" }), new InvalidQuery({ problems: [] })]
    for (const reason of answers) assert.strictEqual(levelOf(reason), "debug")
  })

  it("ends a sentence of the service with one period", () => {
    for (const detail of ["the service returned 503: Wait. Busy", "the service returned 503: Wait. Busy."]) {
      const event = { operation: "complaints.page", detail, retry: 1, maxRetries: 4, waitMilliseconds: 2000 }
      const reason = new Unavailable({ detail })
      const call = { callId: "1", url: "https://x.test", attempt: 1 }
      const line = logLine({ _tag: "Retry", ...call, ...event, reason }, 0)
      assert.match(line?.message ?? "", /503: Wait\. Busy\. Retry 1 of 4 in 2 s/)
    }
  })

  it("rounds a wait up to seconds, and has its end", () => {
    const until = new Date("2026-11-20T12:00:01.001Z")
    const now = Date.parse("2026-11-20T12:00:00Z")
    assert.deepStrictEqual(logLine({ _tag: "Wait", ...call, until, for: "budget" }, now), {
      level: "info",
      message:
        "complaints.page waits for 2 s, until 2026-11-20T12:00:01.001Z, because the key's hourly budget is used up"
    })
  })
})

describe.each(["UTC", "America/New_York", "Asia/Tokyo"])("a time in %s", (timeZone) => {
  useTimeZone(timeZone)
  const now = Date.parse("2026-11-20T12:00:00Z")
  const until = new Date("2026-11-20T12:00:30Z")
  const call = { callId: "1", operation: "complaints.page" } as const

  it("is in UTC in the line of a wait, and after the current time in that of a retry", () => {
    const reason = new Unavailable({ detail: "down" })
    const retry = { ...call, attempt: 1, url: "https://a.test/b", reason, detail: "down", retry: 1, maxRetries: 4 }
    const lines = [
      logLine({ _tag: "Wait", ...call, until, for: "service" }, now),
      logLine({ _tag: "Retry", ...retry, waitMilliseconds: 30_000 }, now)
    ]
    assert.deepStrictEqual(
      lines.map((line) => line?.message),
      [
        "complaints.page waits for 30 s, until 2026-11-20T12:00:30.000Z, because the service requested a pause",
        "complaints.page: down. Retry 1 of 4 in 30 s, until 2026-11-20T12:00:30.000Z"
      ]
    )
  })

  it("is in UTC in the advice of an error", () => {
    const reason = new RateLimited({ by: "budget", nextTryAt: until })
    assert.match(reason.message, /Try again at 2026-11-20T12:00:30.000Z or later\.$/)
  })
})

describe("the log of a client with Effect", () => {
  it.effect("has warnings for long waits, information for short ones, and no failures", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
      const call = { callId: "1", operation: "complaints.page" } as const
      const request = { ...call, attempt: 1, url: "https://a.test/b" } as const
      const reason = new Unavailable({ detail: "down" })
      const error = new PublicRecordsError({ operation: "List complaints", reason })
      const retry = { ...request, reason, detail: "down", retry: 1, maxRetries: 4 }
      const response = { status: 200, headers: {}, requestId: undefined, attempts: 1, milliseconds: 5 }
      const listen = yield* CallListener
      const events = [
        listen({ _tag: "Call", ...call }),
        listen({ _tag: "Retry", ...retry, waitMilliseconds: 10_001 }),
        listen({ _tag: "Retry", ...retry, waitMilliseconds: 10_000 }),
        listen({ _tag: "Response", ...request, ...response }),
        listen({ _tag: "CallEnd", ...call, ...response, error, isCanceled: false, response: undefined })
      ]
      yield* Effect.all(events).pipe(
        Effect.provide(Logger.layer([logger])),
        Effect.provideService(References.MinimumLogLevel, "All")
      )
      assert.deepStrictEqual(lines, [
        "Warn complaints.page: down. Retry 1 of 4 in 11 s, until 1970-01-01T00:00:10.001Z",
        "Info complaints.page: down. Retry 1 of 4 in 10 s, until 1970-01-01T00:00:10.000Z",
        "Debug GET https://a.test/b 200 5 ms, no rate limit"
      ])
    })
  )
})
