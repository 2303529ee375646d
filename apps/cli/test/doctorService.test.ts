import { assert, describe, it } from "@effect/vitest"
import { KeyMask } from "@public-records/core"
import { Duration, Effect, Fiber, Layer, Option, Redacted } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { type Finding, findingsIn } from "../src/doctor/Finding.ts"
import { demoKeyAdvice } from "../src/CommandFailure.ts"
import { serviceVerdicts } from "../src/doctor/serviceVerdicts.ts"
import { noFlags } from "./noFlags.ts"
import { readSettings } from "../src/settings/userSettings.ts"
import { wireComplaint } from "./cannedService.ts"
import { hostIn } from "./inProcess.ts"

const file = { path: "config.json", members: {} }

/** A response of the service after 120 ms, an error of the network, or silence. */
type ServiceBehavior = Response | Error | "silence"

/** Returns the diagnosis of a service with these answers, the last of which is repeated. */
const diagnosis = Effect.fnUntraced(function* (
  answers: ReadonlyArray<ServiceBehavior>,
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
  const connection = {
    http,
    options: { ...limits, apiKey, baseUrl, allowHttp: undefined },
    guards: Layer.empty,
    keySource: "here",
    keyAdvice,
    requestsPerHour: 1000,
    keyMask: new KeyMask(Option.some(apiKey)),
    warnings: []
  }
  const settings = yield* readSettings({ flags: noFlags, environment: {}, file })
  const verdicts = serviceVerdicts(connection, settings)
  const fiber = yield* Effect.forkChild(
    verdicts.pipe(Effect.scoped, Effect.provide(hostIn({ environment: { ...environment } }).layer))
  )
  yield* TestClock.adjust("16 seconds")
  return findingsIn(yield* Fiber.join(fiber))
})

const networkError = (code: string, message: string) => Object.assign(new Error(message), { code })

/** Returns the findings that are problems, with their fix. */
const problemsIn = (findings: ReadonlyArray<Finding>) =>
  findings.flatMap((finding) => (finding.verdict === "problem" ? [finding] : []))

describe("the diagnosis of a service", () => {
  const late = "The service did not respond within 15 seconds."
  const unavailable = "The service cannot be reached or does not work at the moment"
  const certificate = { cert: { subject: { CN: "a.test" } } }
  const failures: ReadonlyArray<
    readonly [name: string, answers: ReadonlyArray<ServiceBehavior>, exitCode: number, message: string, fix: string]
  > = [
    ["is silent", ["silence"], 5, late, "Check the base URL and the network. Behind a proxy, set HTTPS_PROXY."],
    [
      "is silent after an error",
      [new Response("{}", { status: 503 }), "silence"],
      5,
      late,
      "Try again in a few minutes."
    ],
    [
      "requests a pause while it is down",
      [new Response("{}", { status: 503, headers: { "retry-after": "3600" } })],
      4,
      "The service requests a pause (status 503).",
      "Try again at 1970-01-01T01:00:00.120Z or later."
    ],
    [
      "has a certificate for another host",
      [Object.assign(networkError("ERR_TLS_CERT_ALTNAME_INVALID", "no match"), certificate)],
      5,
      `${unavailable} (its certificate is for a.test, not for records.test).`,
      "Check the host of the base URL. If it is correct, the service needs another certificate."
    ]
  ]
  for (const [name, answers, exitCode, message, fix] of failures) {
    it.effect(`says what to do if it ${name}`, () =>
      Effect.gen(function* () {
        const problem = { name: "reachability", verdict: "problem", exitCode, message, fix }
        assert.deepStrictEqual<unknown>(problemsIn(yield* diagnosis(answers)), [problem])
      })
    )
  }

  it.effect("has time for a second attempt after silence, whose time it reports, and advice on a key for tests", () =>
    Effect.gen(function* () {
      const answers = ["silence", Response.json({ data: [wireComplaint("one")] })] as const
      const [key, reachability, clock, quota] = yield* diagnosis(answers, { key: "DEMO_KEY" })
      assert.deepInclude(key, { verdict: "advice", fix: demoKeyAdvice })
      assert.strictEqual(reachability?.message, "https://records.test responded in 120 ms.")
      assert.deepStrictEqual([clock?.verdict, quota?.verdict], ["unknown", "unknown"])
    })
  )

  for (const [pause, maxWait, isWaitedFor] of [
    [60, undefined, false],
    [60, Duration.hours(1), false],
    [5, Duration.seconds(3), false],
    [1, Duration.zero, false],
    [5, undefined, true],
    [5, Duration.seconds(10), true]
  ] as const) {
    it.effect(
      `${isWaitedFor ? "waits for" : "reports"} a pause of ${pause} s with --max-wait ${maxWait ?? "unset"}`,
      () =>
        Effect.gen(function* () {
          const headers = { "retry-after": String(pause) }
          const answers = [
            new Response("{}", { status: 429, headers }),
            Response.json({ data: [wireComplaint("one")] })
          ]
          const [problem] = problemsIn(yield* diagnosis(answers, { maxWait }))
          if (isWaitedFor) return assert.isUndefined(problem)
          assert.deepInclude(problem, { name: "quota", exitCode: 4 })
          assert.include(problem?.fix, `Try again at ${new Date(120 + pause * 1000).toISOString()}`)
        })
    )
  }
})
