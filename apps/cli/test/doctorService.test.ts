import { assert, describe, it } from "@effect/vitest"
import { KeyMask, PublicRecords } from "@public-records/core"
import { Duration, Effect, Fiber, Layer, Option, Redacted } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { findingsIn } from "../src/doctor/Finding.ts"
import { demoKeyAdvice, noKey } from "../src/CommandFailure.ts"
import { serviceVerdicts, verdictsWithoutKey } from "../src/doctor/service.ts"
import { noFlags } from "../src/run.ts"
import { readSettings } from "../src/source/userSettings.ts"
import { cannedService, wireComplaint } from "./cannedService.ts"
import { hostIn } from "./inProcess.ts"

const file = { path: "config.json", members: {} }

/** A response of the service after 120 ms, an error of the network, or silence. */
type Answer = Response | Error | "silence"

/** Returns the diagnosis of a service with these answers, the last of which is repeated. */
const diagnosis = Effect.fnUntraced(function* (
  answers: ReadonlyArray<Answer>,
  {
    environment = {},
    key = "some-key",
    maxWait
  }: { readonly key?: string; readonly environment?: object; readonly maxWait?: Duration.Duration | undefined } = {}
) {
  let sent = 0
  const http = HttpClient.make((request) => {
    const answer = answers[Math.min(sent++, answers.length - 1)] ?? "silence"
    if (answer === "silence") return Effect.never
    if (answer instanceof Response) {
      return Effect.delay(Effect.succeed(HttpClientResponse.fromWeb(request, answer)), "120 millis")
    }
    const reason = new HttpClientError.TransportError({ request, cause: answer })
    return Effect.fail(new HttpClientError.HttpClientError({ reason }))
  })
  const apiKey = Redacted.make(key)
  const baseUrl = "https://records.test"
  const keyAdvice = key === "DEMO_KEY" ? demoKeyAdvice : ""
  const limits = { requestsPerHour: undefined, maxRetryAfter: undefined, maxWait }
  const source = {
    records: Layer.effect(PublicRecords, Effect.never),
    connection: Effect.succeed({ http, options: { ...limits, apiKey, baseUrl, allowHttp: undefined } }),
    guards: Layer.empty,
    origin: { baseUrl, isSample: false, sampleNote: "", keySource: "here", keyAdvice, hasLimit: true },
    requestsPerHour: 1000,
    keyMask: new KeyMask(Option.some(apiKey)),
    warning: undefined
  }
  const settings = yield* readSettings({ flags: noFlags, environment: {}, file })
  const verdicts = serviceVerdicts(source, settings)
  const fiber = yield* Effect.forkChild(
    verdicts.pipe(Effect.scoped, Effect.provide(hostIn({ environment: { ...environment } }).layer))
  )
  yield* TestClock.adjust("16 seconds")
  return findingsIn(yield* Fiber.join(fiber))
})

/** Returns the diagnosis of a service without a key, whose requests never get a response. A variable may name it as the proxy. */
const keylessDiagnosis = Effect.fnUntraced(function* (variable: string | undefined) {
  const asked = Promise.withResolvers<void>()
  const { url } = yield* cannedService(() => asked.resolve())
  const environment = variable === undefined ? {} : { [variable]: url }
  const settings = yield* readSettings({ flags: { baseUrl: url, allowHttp: true }, environment: {}, file })
  const verdicts = verdictsWithoutKey(noKey(), settings)
  const fiber = yield* Effect.forkChild(verdicts.pipe(Effect.scoped, Effect.provide(hostIn({ environment }).layer)))
  yield* Effect.promise(() => asked.promise)
  yield* TestClock.adjust("14999 millis")
  assert.isUndefined(fiber.pollUnsafe())
  yield* TestClock.adjust("1 millis")
  // A longer timeout has another message.
  yield* TestClock.adjust("1 hour")
  return findingsIn(yield* Fiber.join(fiber))
})

const networkError = (code: string, message: string) => Object.assign(new Error(message), { code })

describe("the diagnosis of a service", () => {
  it.effect("has the time of its response, and advice on a key for tests", () =>
    Effect.gen(function* () {
      const answer = () => Response.json({ data: [wireComplaint("one")] })
      const [key, reachability] = yield* diagnosis([answer()])
      assert.deepStrictEqual(key, { name: "key", verdict: "ok", message: "The service accepts the key from here." })
      assert.deepStrictEqual(reachability, {
        name: "reachability",
        verdict: "ok",
        message: "https://records.test responded in 120 ms."
      })
      const [demo] = yield* diagnosis([answer()], { key: "DEMO_KEY" })
      assert.deepStrictEqual(demo, {
        name: "key",
        verdict: "advice",
        message: "The service accepts the key from here.",
        fix: "DEMO_KEY has a low limit. Your own key is free: https://api.data.gov/signup/."
      })
    })
  )

  const late = "The service did not respond within 15 seconds."
  const unavailable = "The service cannot be reached or does not work at the moment"

  for (const [name, answers, exitCode, message, fix] of [
    ["is silent", ["silence"], 5, late, /^Check the base URL and the network\. Behind a proxy, set HTTPS_PROXY\.$/],
    [
      "is silent after an error",
      [new Response("{}", { status: 503 }), "silence"],
      5,
      late,
      /^Try again in a few minutes\.$/
    ],
    [
      "requests a pause while it is down",
      [new Response("{}", { status: 503, headers: { "retry-after": "3600" } })],
      4,
      "The service requests a pause (status 503).",
      /^Try again at 1970-01-01T01:\S+ or later\.$/
    ],
    [
      "has an expired certificate",
      [networkError("CERT_HAS_EXPIRED", "certificate has expired")],
      5,
      `${unavailable} (its certificate is not trusted: certificate has expired).`,
      /^Check this machine's clock\. If it is correct, the service needs another certificate\.$/
    ],
    [
      "has a certificate for another host",
      [
        Object.assign(networkError("ERR_TLS_CERT_ALTNAME_INVALID", "no match"), { cert: { subject: { CN: "a.test" } } })
      ],
      5,
      `${unavailable} (its certificate is for a.test, not for records.test).`,
      /^Check the host of the base URL\. If it is correct, the service needs another certificate\.$/
    ],
    [
      "has its own certificate",
      [networkError("DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate")],
      5,
      `${unavailable} (its certificate is not trusted: self-signed certificate).`,
      /^Check the base URL\. If it is correct, .* pass its certificate with --ca FILE\.$/
    ]
  ] as const) {
    it.effect(`says what to do if it ${name}`, () =>
      Effect.gen(function* () {
        const findings = yield* diagnosis(answers)
        const problems = findings.filter(({ verdict }) => verdict === "problem")
        assert.lengthOf(problems, 1)
        const [problem] = problems
        assert.deepInclude(problem, { name: "reachability", exitCode, message })
        assert.match(problem !== undefined && "fix" in problem ? problem.fix : "", fix)
      })
    )
  }

  it.effect("has time for a second attempt after silence", () =>
    Effect.gen(function* () {
      const findings = yield* diagnosis(["silence", Response.json({ data: [wireComplaint("one")] })])
      assert.deepStrictEqual(
        findings.map(({ name, verdict }) => `${name} ${verdict}`),
        ["key ok", "reachability ok", "clock unknown", "quota unknown"]
      )
      // The time of the second attempt alone.
      assert.include(findings[1]?.message, "responded in 120 ms")
    })
  )

  for (const [pause, maxWait, when] of [
    [60, undefined, "is longer than the diagnosis may take"],
    [60, Duration.hours(1), "is longer than the diagnosis may take, although a command would wait"],
    [5, Duration.seconds(3), "is longer than the longest wait that is allowed"],
    [1, Duration.zero, "would need a wait, which is not allowed"]
  ] as const) {
    it.effect(`reports the time of the next try at once if a pause ${when}`, () =>
      Effect.gen(function* () {
        const headers = { "retry-after": String(pause) }
        const answers = [new Response("{}", { status: 429, headers }), Response.json({ data: [] })]
        const findings = yield* diagnosis(answers, { maxWait })
        const quota = findings.find(({ name }) => name === "quota")
        assert.deepInclude(quota, { verdict: "problem", exitCode: 4 })
        const at = new Date(120 + pause * 1000).toISOString()
        assert.include(quota !== undefined && "fix" in quota ? quota.fix : "", `Try again at ${at}`)
      })
    )
  }

  it.effect("waits for a short pause", () =>
    Effect.gen(function* () {
      const answers = () => [
        new Response("{}", { status: 429, headers: { "retry-after": "5" } }),
        Response.json({ data: [wireComplaint("one")] })
      ]
      for (const maxWait of [undefined, Duration.seconds(10)]) {
        const [key] = yield* diagnosis(answers(), { maxWait })
        assert.deepInclude(key, { name: "key", verdict: "ok" })
      }
    })
  )

  it.effect("ends after 15 seconds of silence without a key, too, and names the proxy", () =>
    Effect.gen(function* () {
      for (const [variable, fix] of [
        [undefined, "Check the base URL and the network. Behind a proxy, set HTTPS_PROXY."],
        ["HTTP_PROXY", "Check the base URL, the network and the proxy in HTTP_PROXY."],
        // Not the proxy for plain HTTP.
        ["HTTPS_PROXY", "Check the base URL and the network. Behind a proxy, set HTTPS_PROXY."]
      ] as const) {
        const findings = yield* keylessDiagnosis(variable)
        const { fix: keyFix, summary } = noKey()
        assert.deepStrictEqual(findings.slice(0, 2), [
          { name: "key", verdict: "problem", message: summary, fix: keyFix, exitCode: 3 },
          {
            name: "reachability",
            verdict: "problem",
            message: `${unavailable} (no response within 15s).`,
            fix,
            exitCode: 5
          }
        ])
        assert.deepStrictEqual(
          findings.slice(2).map(({ name, verdict }) => `${name} ${verdict}`),
          ["clock unknown", "quota unknown"]
        )
      }
    })
  )

  it.effect("names the proxy that may be the reason for silence", () =>
    Effect.gen(function* () {
      const findings = yield* diagnosis(["silence"], { environment: { https_proxy: "http://proxy.test:3128" } })
      const fixes = findings.flatMap((finding) => ("fix" in finding ? [finding.fix] : []))
      assert.deepStrictEqual(fixes, ["Check the base URL, the network and the proxy in https_proxy."])
    })
  )
})
