import { assert, describe, it, vi } from "@effect/vitest"
import { Duration, Effect, Option, Redacted, Result } from "effect"
import { type PublicRecordsOptions, resolveOptions, version } from "../src/Options.ts"
import { createClient, PublicRecordsError } from "../src/promise.ts"
import { optionsProblem, signalOf } from "../src/promise/options.ts"
import { fakeFetch, rejection } from "./FakeFetch.ts"
import { pageOfIds } from "./FakeService.ts"

const resolve = (options: object) => Effect.runSync(Effect.result(resolveOptions(options)))
const resolved = (options: PublicRecordsOptions) => Result.getOrThrow(resolve(options))
const problemOf = (options: object): string =>
  Result.match(resolve(options), { onSuccess: () => "none", onFailure: ({ message }) => message })

const service = () => fakeFetch(() => pageOfIds(["a"]))
const clientOf = ({ fetch }: ReturnType<typeof fakeFetch>) =>
  createClient({ apiKey: "canary", baseUrl: "https://records.test", fetch, logLevel: "off" })

const thrownBy = (call: () => unknown): unknown => {
  try {
    return call()
  } catch (error) {
    return error
  }
}

const symbol = Symbol("a")
const withoutPrototype = Object.create(null)

/** Options with the same problem. */
type Wrong = readonly [problem: string, ...options: ReadonlyArray<object>]

const positive = (name: string) => `${name} must be a positive duration, such as "30 seconds" or "2 minutes".`
const noHeader = (name: string) => `The header "${name}" has an invalid name or value.`
const noHttps = (url: string) =>
  `The base URL ${url} is not HTTPS, so it would expose the API key. Use https, or allow plain HTTP explicitly.`

const wrong: ReadonlyArray<Wrong> = [
  [
    "The API key is empty, too long, or contains characters that no key has, such as spaces. Copy it again.",
    ...["", "k".repeat(1001), "a b", " ab", "ab\u007f", Redacted.make("")].map((apiKey) => ({ apiKey }))
  ],
  ["The API key is not a string. Copy it again, or omit it.", { apiKey: 1 }, { apiKey: symbol }],
  [
    "The userAgent is not a valid header. Use plain ASCII without line breaks.",
    ...["", " a", "a ", "a\nb", `a${" ".repeat(999)}~`, "a😀", 1, symbol].map((userAgent) => ({ userAgent }))
  ],
  [
    "The base URL is not a URL. Write it as https://HOST.",
    { baseUrl: "a" },
    { baseUrl: 1 },
    { baseUrl: withoutPrototype }
  ],
  [
    "The base URL has more than a host and a path. Remove user names, passwords, ? and #.",
    ...["me@a.test", ":me@a.test", "a.test?b", "a.test#b"].map((rest) => ({ baseUrl: `https://${rest}` }))
  ],
  ["The base URL is neither https nor http. Write it as https://HOST.", { baseUrl: "ftp://a.test", allowHttp: true }],
  [noHttps("http://a.test/"), { baseUrl: "http://a.test" }, { baseUrl: new URL("http://a.test") }],
  [noHttps("http://localhost:8080/"), { baseUrl: "http://localhost:8080" }],
  [noHttps("http://127.0.0.1/"), { baseUrl: "http://127.0.0.1", allowHttp: false }],
  ["allowHttp must be true or false.", { allowHttp: 1 }],
  ["cache must be true or false.", { cache: "yes" }],
  ["requestsPerHour must be a number, such as 1000.", { requestsPerHour: "1" }],
  ["The budget of 0.99 requests per hour is too small. It must be at least 1.", { requestsPerHour: 0.99 }],
  ["The budget of NaN requests per hour is too small. It must be at least 1.", { requestsPerHour: Number.NaN }],
  ["maxRetries must be an integer of 0 or more.", { maxRetries: -1 }, { maxRetries: 0.5 }],
  ['priority must be "interactive" or "bulk".', { priority: "high" }],
  [positive("timeout"), { timeout: 0 }, { timeout: -0.5 }, { timeout: null }],
  [positive("deadline"), { deadline: "soon" }, { deadline: Number.NaN }, { deadline: symbol }],
  [positive("maxRetryAfter"), { maxRetryAfter: 0 }],
  [
    'maxWait is not a duration. Write it as "30 seconds", or 0 to never wait.',
    ...[-1, -0.000_001, "-0.5 millis", Number.NaN, "soon"].map((maxWait) => ({ maxWait }))
  ],
  ['headers must be an object of strings, such as { "accept-language": "en" }.', { headers: 1 }],
  [
    "headers cannot contain X-Api-Key. Pass the key as apiKey.",
    { headers: { "X-Api-Key": "a" } },
    { headers: { "x-API-key": "a" } }
  ],
  // In lower case, the Kelvin sign is the letter k.
  ...["a b", " a", "", "\u212a"].map((name): Wrong => [noHeader(name), { headers: { [name]: "c" } }]),
  [noHeader("a"), ...["b\n", "\nb", "\u0100", undefined, 1, symbol].map((a) => ({ headers: { a } }))],
  [noHeader("c"), { headers: { a: "b", c: "d\r\ne" } }]
]

describe("the options of a client", () => {
  for (const [problem, ...options] of wrong) {
    it(`have a problem: ${problem}`, () => {
      for (const option of options) assert.strictEqual(problemOf(option), problem)
    })
  }

  it("may have the shortest and the longest values", () => {
    for (const apiKey of ["!", "~", "k".repeat(1000)]) {
      assert.deepStrictEqual(Option.map(resolved({ apiKey }).apiKey, Redacted.value<string>), Option.some(apiKey))
    }
    for (const userAgent of ["!", "a b", `a${" ".repeat(998)}~`]) {
      assert.strictEqual(resolved({ userAgent }).userAgent, `${userAgent} public-records/${version}`)
    }
    const numbers = [1, 1.9, Infinity].map((requestsPerHour) => resolved({ requestsPerHour }).requestsPerHour)
    assert.deepStrictEqual(numbers, [1, 1, Infinity])
    const { request } = resolved({ timeout: 1, deadline: 1, maxRetries: 0, priority: "bulk" })
    assert.deepInclude(request, { maxRetries: 0, priority: "bulk" })
    const millis = [request.timeout, request.deadline].map((time) => time && Duration.toMillis(time))
    assert.deepStrictEqual(millis, [1, 1])
    for (const maxWait of [0, -0, 0.5, "0 seconds"] as const) {
      const time = resolved({ maxWait }).request.maxWait
      assert.strictEqual(time && Duration.toMillis(time), maxWait === 0.5 ? 0.5 : 0)
    }
    assert.strictEqual(resolved({ baseUrl: "http://a.test/b", allowHttp: true }).baseUrl.href, "http://a.test/b")
    const headers = { "X-A": "\t ~\u00ff", "!b": "", c: null }
    assert.deepStrictEqual(resolved({ headers }).request.headers, { "x-a": "\t ~\u00ff", "!b": "", c: null })
  })

  it("do not change with the URL that was given", () => {
    const baseUrl = new URL("https://a.test/b")
    const { baseUrl: checked } = resolved({ baseUrl })
    baseUrl.host = "evil.test"
    assert.strictEqual(checked.href, "https://a.test/b")
  })

  it("have a problem that names the option that would solve it", () => {
    const needed = (baseUrl: string) =>
      Result.match(resolve({ baseUrl }), { onSuccess: () => "none", onFailure: ({ neededOption }) => neededOption })
    assert.deepStrictEqual([needed("http://a.test"), needed("ftp://a.test")], ["allowHttp", undefined])
  })

  it("throw InvalidOptions before anything is sent, without a secret", () => {
    for (const options of [{ baseUrl: "https://records.test/?api_key=canary" }, { apiKey: "canary\n" }]) {
      const error = thrownBy(() => createClient(options))
      assert(PublicRecordsError.is(error), "an error of the package")
      assert.strictEqual(error.code, "InvalidOptions")
      assert.match(error.message, /^Build a client: The /)
      assert.notInclude(error.message, "canary")
    }
  })
})

const nothing = () => {}
const { signal } = new AbortController()
const logger = { error: nothing, warn: nothing, info: nothing, debug: nothing }
type Owner = Parameters<typeof optionsProblem>[0]

describe("the options of the entry for Promises", () => {
  it.each([
    ["A client", { logger, logLevel: "off", fetch: nothing, fetchOptions: { credentials: "omit" }, apiKey: "abc" }],
    ["A client", { logger: undefined, fetch: undefined, apiKey: undefined, hooks: undefined }],
    ["A client", { hooks: { onCall: undefined, onWait: nothing } }],
    ["withOptions", { hooks: {}, logLevel: "debug" }],
    ["A call", { signal, timeout: "not checked here" }],
    ["A call", { signal: { aborted: false, addEventListener: nothing } }],
    ["A stream", { onRejected: nothing }],
    ["A walk of pages", { from: { bookmark: {}, seen: [] } }]
  ] as const satisfies ReadonlyArray<readonly [Owner, object]>)("may be, for %s: %j", (owner, options) => {
    assert.strictEqual(optionsProblem(owner, options), undefined)
  })

  const noSignal = "signal is not an AbortSignal. Pass the signal of an AbortController."
  const noLogger = "logger has no methods error, warn, info and debug. Pass one like console."
  const noPosition = "from must be an object with the bookmark and the seen ids of an earlier walk."
  const isSet = (name: string, advice: string) =>
    `fetchOptions cannot contain ${name}, because the client sets it.${advice}`

  it.each([
    ["A client", 1, "The options of a client must be an object."],
    ["A client", null, "The options of a client must be an object."],
    ["withOptions", null, "The options must be an object."],
    ["A walk of pages", [], "The options of a walk of pages must be an object."],
    ["A client", { maxRetrys: 4 }, 'A client has no option "maxRetrys". Did you mean "maxRetries"?'],
    ["A call", { maxRetrys: 4 }, 'A call has no option "maxRetrys". Did you mean "maxRetries"?'],
    ["A stream", { onReject: nothing }, 'A stream has no option "onReject". Did you mean "onRejected"?'],
    ["A client", { hooks: [] }, "hooks must be an object."],
    ["A client", { hooks: { onCal: nothing } }, 'There is no hook "onCal". Did you mean "onCall"?'],
    ["A client", { hooks: { onCall: 1 } }, "The hook onCall is not a function."],
    ["A client", { apiKey: 1 }, "The API key is not a string. Copy it again, or omit it."],
    ["A client", { fetch: {} }, "fetch is not a function. Pass a function, or omit it."],
    ["A stream", { onRejected: 1 }, "onRejected is not a function. Pass a function, or omit it."],
    ["A client", { logLevel: "loud" }, "logLevel must be one of off, error, warn, info, debug."],
    ["A call", { signal: { aborted: false } }, noSignal],
    ["A call", { signal: { addEventListener: nothing } }, noSignal],
    ["A call", { signal: { aborted: false, addEventListener: 1 } }, noSignal],
    ["A client", { logger: { error: nothing } }, noLogger],
    ["A client", { logger: { ...logger, debug: 1 } }, noLogger],
    ["A walk of pages", { from: { bookmark: {} } }, noPosition],
    ["A walk of pages", { from: { seen: [] } }, noPosition],
    ["A walk of pages", { signal, from: null }, noPosition],
    ["A client", { fetchOptions: 1 }, "fetchOptions must be an object."],
    ["A client", { fetchOptions: { headers: {} } }, isSet("headers", " Use the option headers.")],
    ["A client", { fetchOptions: { cache: "no-store", signal } }, isSet("signal", " Pass signal to a call.")],
    ["A client", { fetchOptions: { signal: undefined } }, isSet("signal", " Pass signal to a call.")],
    ["A client", { fetchOptions: { body: "" } }, isSet("body", "")]
  ] as const satisfies ReadonlyArray<readonly [Owner, unknown, string]>)(
    "have a problem, for %s: %j",
    (owner, options, problem) => {
      assert.strictEqual(optionsProblem(owner, options), problem)
    }
  )

  it("have a signal only if it is one", () => {
    assert.strictEqual(signalOf({ signal }), signal)
    for (const options of [{}, { signal: undefined }, { signal: { aborted: true } }, null, 1, signal]) {
      assert.strictEqual(signalOf(options), undefined)
    }
  })

  it("reject every kind of call, which states what was attempted and sends nothing", async () => {
    const fetched = service()
    const { complaints, notices } = clientOf(fetched)
    const misspelled: object = { maxRetrys: 1 }
    for (const [plural, singular, { estimate, get, page, pages, stream }] of [
      ["complaints", "complaint", complaints],
      ["notices", "notice", notices]
    ] as const) {
      for (const [attempted, call] of [
        [`List ${plural}`, () => page({}, misspelled)],
        [`Get ${singular}`, () => get("a", misspelled)],
        [`Estimate ${plural}`, () => estimate({}, misspelled)],
        [`List ${plural}`, () => stream({}, misspelled).toArray({ limit: 1 })],
        [`List ${plural}`, () => pages({}, misspelled)[Symbol.asyncIterator]().next()]
      ] as const) {
        assert.deepInclude(await rejection(call()), { code: "InvalidOptions", operation: attempted })
      }
    }
    assert.strictEqual(fetched.sent.length, 0)
    await complaints.page()
  })
})

const falsy: ReadonlyArray<unknown> = [null, "", 0, false, Number.NaN]

/** The falsy values that an option may have. No other one may count as absent. */
const ofCalls = { timeout: [], deadline: [], maxWait: [0], maxRetries: [0], priority: [], headers: [] }
const ofListeners = { hooks: [], logger: [], logLevel: [] }
const ofFetch = { fetch: [], fetchOptions: [], apiKey: [], userAgent: [], requestsPerHour: [], budget: [] }
const orNull = { baseUrl: [null], allowHttp: [false, null], cache: [false, null] }
const ofWalks = { ...ofCalls, signal: [] }

describe("a falsy value", () => {
  const { complaints, withOptions } = clientOf(service())
  const next = (walk: AsyncIterable<unknown>) => walk[Symbol.asyncIterator]().next()
  it.each<readonly [string, Readonly<Record<string, ReadonlyArray<unknown>>>, (option: object) => unknown]>([
    ["a client", { ...ofCalls, ...ofListeners, ...ofFetch, ...orNull }, (option) => createClient(option)],
    ["withOptions", { ...ofCalls, ...ofListeners }, (option) => withOptions(option)],
    ["page", ofWalks, (option) => complaints.page({}, option)],
    ["get", ofWalks, (option) => complaints.get("a", option)],
    ["a stream", { ...ofWalks, onRejected: [] }, (option) => next(complaints.stream({}, option))],
    ["a walk of pages", { ...ofWalks, from: [] }, (option) => next(complaints.pages({}, option))]
  ])("is no absent option of %s, even if the environment has one", async (_, options, use) => {
    vi.stubEnv("PUBLIC_RECORDS_API_KEY", "from-the-environment")
    vi.stubEnv("PUBLIC_RECORDS_BASE_URL", "https://elsewhere.test")
    try {
      for (const [name, allowed] of Object.entries(options)) {
        for (const value of falsy) {
          const outcome = await Promise.resolve({ [name]: value })
            .then(use)
            .then(
              () => "accepted",
              (error: unknown) => (PublicRecordsError.is(error) ? error.code : String(error))
            )
          const expected = allowed.includes(value) ? "accepted" : "InvalidOptions"
          assert.strictEqual(outcome, expected, `${name}: ${String(value)}`)
        }
      }
    } finally {
      vi.unstubAllEnvs()
    }
  })
})
