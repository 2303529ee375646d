import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Logger, Option, Redacted, References, Result } from "effect"
import { CallListener, logLine } from "../src/CallListener.ts"
import { optionsConfig } from "../src/config.ts"
import { type PublicRecordsOptions, resolveOptions, version } from "../src/Options.ts"
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

const resolve = (options: object) => Effect.runSync(Effect.result(resolveOptions(options)))

const resolved = (options: PublicRecordsOptions) => Result.getOrThrow(resolve(options))

const problemOf = (options: object): string =>
  Result.match(resolve(options), {
    onSuccess: () => "none",
    onFailure: ({ message }) => message
  })

describe("resolveOptions", () => {
  it("has the documented defaults", () => {
    const { baseUrl, maxRetryAfter, request, ...others } = resolved({})
    assert.strictEqual(baseUrl.href, "https://api.ftc.gov/")
    assert.isFalse(Duration.isFinite(maxRetryAfter))
    assert.deepStrictEqual(others, {
      requestsPerHour: 1000,
      apiKey: Option.none(),
      cache: false,
      userAgent: `public-records/${version}`,
      keyVariable: undefined
    })
    assert.deepStrictEqual(request, {
      timeout: undefined,
      deadline: undefined,
      maxWait: undefined,
      maxRetries: undefined,
      priority: undefined,
      headers: {}
    })
  })

  it("accepts the shortest and the longest values", () => {
    for (const key of ["!", "~", "k".repeat(1000)]) {
      assert.deepStrictEqual(
        Option.map(resolved({ apiKey: key }).apiKey, (made) => Redacted.value(made)),
        Option.some(key)
      )
    }
    for (const userAgent of ["!", "a b", `a${" ".repeat(998)}~`]) {
      assert.strictEqual(resolved({ userAgent }).userAgent, `${userAgent} public-records/${version}`)
    }
    assert.strictEqual(resolved({ requestsPerHour: 1 }).requestsPerHour, 1)
    assert.strictEqual(resolved({ requestsPerHour: 1.9 }).requestsPerHour, 1)
    assert.strictEqual(resolved({ requestsPerHour: Infinity }).requestsPerHour, Infinity)
    const { request } = resolved({ timeout: 1, deadline: 1, maxWait: 0, maxRetries: 0, priority: "bulk" })
    assert.deepStrictEqual(
      [request.timeout, request.deadline, request.maxWait].map((time) => time && Duration.toMillis(time)),
      [1, 1, 0]
    )
    for (const maxWait of [0, -0, 0.5, "0 seconds"] as const) {
      const time = resolved({ maxWait }).request.maxWait
      assert.strictEqual(time && Duration.toMillis(time), maxWait === 0.5 ? 0.5 : 0)
    }
    assert.deepInclude(request, { maxRetries: 0, priority: "bulk" })
    assert.strictEqual(resolved({ priority: "interactive" }).request.priority, "interactive")
    assert.strictEqual(resolved({ baseUrl: "http://a.test/b", allowHttp: true }).baseUrl.href, "http://a.test/b")
    assert.deepStrictEqual(resolved({ headers: { "X-A": "\t ~\u00ff", "!b": "", c: null } }).request.headers, {
      "x-a": "\t ~\u00ff",
      "!b": "",
      c: null
    })
  })

  const badKey =
    "The API key is empty, too long, or contains characters that no key has, such as spaces. Copy it again."
  const badAgent = "The userAgent is not a valid header. Use plain ASCII without line breaks."
  const badUrl = "The base URL has more than a host and a path. Remove user names, passwords, ? and #."
  const longWait = 'maxWait is not a duration. Write it as "30 seconds", or 0 to never wait.'

  it("does not change with the URL that it was given", () => {
    const baseUrl = new URL("https://a.test/b")
    const { baseUrl: checked } = resolved({ baseUrl })
    baseUrl.host = "evil.test"
    assert.strictEqual(checked.href, "https://a.test/b")
  })

  for (const [options, problem] of [
    [{ apiKey: "" }, badKey],
    [{ apiKey: "k".repeat(1001) }, badKey],
    [{ apiKey: "a b" }, badKey],
    [{ apiKey: " ab" }, badKey],
    [{ apiKey: "ab\u007f" }, badKey],
    [{ apiKey: Redacted.make("") }, badKey],
    [{ apiKey: 1 }, "The API key is not a string. Copy it again, or omit it."],
    [{ userAgent: "" }, badAgent],
    [{ userAgent: " a" }, badAgent],
    [{ userAgent: "a " }, badAgent],
    [{ userAgent: "a\nb" }, badAgent],
    [{ userAgent: `a${" ".repeat(999)}~` }, badAgent],
    [{ userAgent: 1 }, badAgent],
    [{ baseUrl: "a" }, "The base URL is not a URL. Write it as https://HOST."],
    [{ baseUrl: 1 }, "The base URL is not a URL. Write it as https://HOST."],
    [{ baseUrl: "https://me@a.test" }, badUrl],
    [{ baseUrl: "https://:me@a.test" }, badUrl],
    [{ baseUrl: "https://a.test?b" }, badUrl],
    [{ baseUrl: "https://a.test#b" }, badUrl],
    [{ baseUrl: "ftp://a.test", allowHttp: true }, "The base URL is neither https nor http. Write it as https://HOST."],
    [
      { baseUrl: "http://a.test" },
      "The base URL http://a.test/ is not HTTPS, so it would expose the API key. Use https, or allow plain HTTP explicitly."
    ],
    [
      { baseUrl: "http://localhost:8080" },
      "The base URL http://localhost:8080/ is not HTTPS, so it would expose the API key. Use https, or allow plain HTTP explicitly."
    ],
    [
      { baseUrl: "http://127.0.0.1", allowHttp: false },
      "The base URL http://127.0.0.1/ is not HTTPS, so it would expose the API key. Use https, or allow plain HTTP explicitly."
    ],
    [{ allowHttp: 1 }, "allowHttp must be true or false."],
    [{ cache: "yes" }, "cache must be true or false."],
    [{ requestsPerHour: "1" }, "requestsPerHour must be a number, such as 1000."],
    [{ requestsPerHour: 0.99 }, "The budget of 0.99 requests per hour is too small. It must be at least 1."],
    [{ requestsPerHour: Number.NaN }, "The budget of NaN requests per hour is too small. It must be at least 1."],
    [{ maxRetries: -1 }, "maxRetries must be an integer of 0 or more."],
    [{ maxRetries: 0.5 }, "maxRetries must be an integer of 0 or more."],
    [{ priority: "high" }, 'priority must be "interactive" or "bulk".'],
    [{ timeout: 0 }, 'timeout must be a positive duration, such as "30 seconds" or "2 minutes".'],
    [{ deadline: "soon" }, 'deadline must be a positive duration, such as "30 seconds" or "2 minutes".'],
    [{ maxRetryAfter: 0 }, 'maxRetryAfter must be a positive duration, such as "30 seconds" or "2 minutes".'],
    [{ maxWait: -1 }, longWait],
    [{ maxWait: -0.5 }, longWait],
    [{ maxWait: -0.000001 }, longWait],
    [{ maxWait: "-0.5 millis" }, longWait],
    [{ maxWait: Number.NaN }, longWait],
    [{ timeout: -0.5 }, 'timeout must be a positive duration, such as "30 seconds" or "2 minutes".'],
    [{ deadline: Number.NaN }, 'deadline must be a positive duration, such as "30 seconds" or "2 minutes".'],
    [{ maxWait: "soon" }, longWait],
    [{ headers: 1 }, 'headers must be an object of strings, such as { "accept-language": "en" }.'],
    [{ headers: { "X-Api-Key": "a" } }, "headers cannot contain X-Api-Key. Pass the key as apiKey."],
    [{ headers: { "a b": "c" } }, 'The header "a b" has an invalid name or value.'],
    [{ headers: { " a": "c" } }, 'The header " a" has an invalid name or value.'],
    [{ headers: { "": "c" } }, 'The header "" has an invalid name or value.'],
    [{ headers: { a: "b\n" } }, 'The header "a" has an invalid name or value.'],
    [{ headers: { a: "\nb" } }, 'The header "a" has an invalid name or value.'],
    [{ headers: { a: "\u0100" } }, 'The header "a" has an invalid name or value.'],
    [{ headers: { a: undefined } }, 'The header "a" has an invalid name or value.'],
    [{ headers: { a: "b", c: "d\r\ne" } }, 'The header "c" has an invalid name or value.'],
    [{ headers: { a: 1 } }, 'The header "a" has an invalid name or value.'],
    // In lower case, the Kelvin sign is the letter k.
    [{ headers: { "\u212a": "c" } }, 'The header "\u212a" has an invalid name or value.'],
    [{ headers: { "x-API-key": "a" } }, "headers cannot contain X-Api-Key. Pass the key as apiKey."]
  ] as const) {
    it(`explains the problem of ${JSON.stringify(options).slice(0, 60)}`, () => {
      assert.strictEqual(problemOf(options), problem)
    })
  }

  it("names the option that would allow a base URL without HTTPS", () => {
    const needed = (baseUrl: string) =>
      Result.match(resolve({ baseUrl }), { onSuccess: () => "none", onFailure: ({ neededOption }) => neededOption })
    assert.strictEqual(needed("http://a.test"), "allowHttp")
    assert.strictEqual(needed("ftp://a.test"), undefined)
  })
})

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

describe("optionsConfig", () => {
  const optionsOf = (environment: { readonly [name: string]: string }) =>
    Effect.provide(optionsConfig, ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))

  it.effect("reads every option from its environment variable, with units", () =>
    Effect.gen(function* () {
      const { apiKey, maxRetryAfter, maxWait, ...others } = yield* optionsOf({
        PUBLIC_RECORDS_API_KEY: "canary-key",
        PUBLIC_RECORDS_BASE_URL: "https://a.test",
        PUBLIC_RECORDS_REQUESTS_PER_HOUR: "20",
        PUBLIC_RECORDS_MAX_RETRY_AFTER: "3 minutes",
        PUBLIC_RECORDS_MAX_WAIT: "45 seconds"
      })
      assert.strictEqual(Redacted.isRedacted(apiKey) && Redacted.value(apiKey), "canary-key")
      assert.deepStrictEqual(others, {
        keyVariable: "PUBLIC_RECORDS_API_KEY",
        baseUrl: "https://a.test",
        requestsPerHour: 20
      })
      const millis = [maxRetryAfter, maxWait].map((time) => time && Duration.toMillis(time))
      assert.deepStrictEqual(millis, [180_000, 45_000])
    })
  )

  it.effect("has no option without its environment variable", () =>
    Effect.gen(function* () {
      const { keyVariable, ...others } = yield* optionsOf({})
      assert.strictEqual(keyVariable, "PUBLIC_RECORDS_API_KEY")
      assert.isTrue(Object.values(others).every((option) => option === undefined))
    })
  )
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
