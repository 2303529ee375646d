import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { CallListener, type ClientEvent } from "@public-records/core"
import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Duration, Effect, Exit, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { type CheckOptions, checkService, maxRequests, plannedRequests } from "../src/checkService.ts"
import { type CheckReport } from "../src/CheckReport.ts"
import { inVirtualTime, virtualStart } from "@public-records/testing/virtualTime"
import { type Fetch } from "./faultyServices.ts"

type Announced = Extract<ClientEvent, { readonly _tag: "Retry" | "Wait" }>

interface CheckSetup {
  readonly server?: ReferenceServerOptions
  readonly check?: Partial<CheckOptions>
  /** Wraps the fetch of the reference server. */
  readonly wrapFetch?: (fetch: Fetch) => Fetch
  /** Receives the announced waits. */
  readonly waits?: Array<Announced>
}

/** Checks the reference server with its sample data. */
const runCheck = ({ server = {}, check = {}, wrapFetch = (fetch) => fetch, waits = [] }: CheckSetup) =>
  ReferenceServer.use(({ fetch, url }) =>
    checkService({ baseUrl: url, apiKey: Redacted.make(canaryKey), ...check }).pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, wrapFetch(fetch)),
      Effect.provideService(CallListener, (event) =>
        Effect.sync(() => {
          if (event._tag === "Retry" || event._tag === "Wait") waits.push(event)
        })
      )
    )
  ).pipe(Effect.provide(ReferenceServer.layerInProcess({ apiKeys: [canaryKey], ...server })))

/** Checks the reference server in virtual time, so waits finish immediately. */
const runCheckInVirtualTime = (setup: CheckSetup) =>
  Effect.promise(() => inVirtualTime(runCheck(setup))).pipe(
    Effect.flatMap(({ exit }) => exit ?? Effect.die(new Error("The check never ends.")))
  )

const namesWith = ({ statements }: CheckReport, verdict: string): ReadonlyArray<string> =>
  statements.filter((one) => one.verdict === verdict).map(({ family, name }) => `${family}: ${name}`)

const differences = ({ statements }: CheckReport): ReadonlyArray<string> =>
  statements.flatMap((one) => (one.verdict === "differs" ? [`${one.statement} ${one.family}: ${one.name}`] : []))

describe("the check of the reference server", () => {
  it.effect("conforms in every statement in the profile documented", () =>
    Effect.gen(function* () {
      const report = yield* runCheck({})
      assert.strictEqual(report.conforms, report.statements.length)
      assert.isAtLeast(report.statements.length, 60)
      assert.strictEqual(report.requests, plannedRequests)
      assert.isAtMost(plannedRequests, maxRequests)
      assert.isAtMost(maxRequests, 40)
    })
  )

  it.effect("finds exactly the known differences in the profile live", () =>
    Effect.gen(function* () {
      const report = yield* runCheck({ server: { profile: "live" } })
      assert.deepStrictEqual(namesWith(report, "breaks"), [])
      assert.deepStrictEqual(differences(report), [
        "5 complaints: pages: it reports the page size and the total as numbers",
        "7 complaints: pages: it links to itself without the key",
        "19 complaints: combination rules: it rejects half a range",
        "19 complaints: combination rules: it rejects a city without a state",
        "19 complaints: combination rules: it rejects a state together with an area code",
        "1 notices: pages: it responds with JSON",
        "12 notices: pages: it returns the metadata of each notice",
        "5 notices: pages: it reports the page size as a string",
        "7 notices: pages: it links to itself without the key",
        "25 notices: pages: it sorts in descending order by default"
      ])
      // The live profile reports no total.
      assert.deepStrictEqual(namesWith(report, "notShown"), ["complaints: pages: it reports the correct total"])
    })
  )

  it.effect("reports statements as not shown if the data does not allow a verdict", () =>
    Effect.gen(function* () {
      const report = yield* runCheck({ server: { synthetic: 3 } })
      assert.deepStrictEqual([...namesWith(report, "breaks"), ...differences(report)], [])
      assert.include(namesWith(report, "notShown"), "notices: filters: it filters by date")
      assert.include(
        namesWith(report, "notShown"),
        "complaints: pages: it returns at most 50 complaints if more are requested"
      )
      assert.isBelow(report.requests, plannedRequests)
    })
  )
})

describe("the check of a service below a path", () => {
  it.effect("expects links to the same origin", () =>
    Effect.gen(function* () {
      const baseUrl = "https://reference-server.invalid/open/data"
      const below =
        (fetch: Fetch): Fetch =>
        (input, init) => {
          const request = new Request(input, init)
          return fetch(new Request(request.url.replace(baseUrl, new URL(baseUrl).origin), request))
        }
      const report = yield* runCheck({ check: { baseUrl }, wrapFetch: below })
      assert.deepStrictEqual([report.conforms, report.baseUrl], [report.statements.length, baseUrl])
    })
  )
})

describe("the statements that a check cites", () => {
  it.effect("exist in docs/api.md", () =>
    Effect.gen(function* () {
      const document = readFileSync(new URL("../../../docs/api.md", import.meta.url), "utf8")
      const numbers = [...document.matchAll(/^(\d+)\. /gm)].map(([, number]) => number)
      const { statements } = yield* runCheck({ server: { profile: "live" } })
      const cited = statements.flatMap((one) =>
        one.verdict === "differs" ? [one.rule, `docs/api.md, statement ${one.statement}`] : [one.rule]
      )
      const existing = new Set(numbers.map((number) => `docs/api.md, statement ${number}`))
      assert.deepStrictEqual(
        cited.filter((citation) => !existing.has(citation)),
        []
      )
    })
  )
})

/** Returns server options that respond to these requests for complaints (from 1) with an error status. */
const failing = (status: number, requests: ReadonlyArray<number>, retryAfter?: number): ReferenceServerOptions => ({
  faults: {
    seed: 1,
    faults: [
      {
        on: { path: "/v0/dnc-complaints", requests },
        do: "status",
        status,
        ...(retryAfter === undefined ? {} : { retryAfter })
      }
    ]
  }
})

describe("the check of an unreliable service", () => {
  it.effect("retries after each of several outages, but leaves a request for each remaining statement", () =>
    Effect.gen(function* () {
      const report = yield* runCheckInVirtualTime({ server: failing(503, [2, 5, 8, 11]) })
      assert.deepStrictEqual([report.conforms, report.requests], [report.statements.length, maxRequests])
      // The fifth outage uses up its one attempt.
      const error = yield* Effect.flip(runCheckInVirtualTime({ server: failing(503, [2, 5, 8, 11, 14]) }))
      assert.strictEqual(error._tag === "PublicRecordsError" ? error.reason._tag : error._tag, "Unavailable")
    })
  )

  it.effect("retries an HTML response, and reports it if every attempt returns HTML", () =>
    Effect.gen(function* () {
      const pages = (requests: ReadonlyArray<number>): ReferenceServerOptions => ({
        faults: { faults: [{ on: { path: "/v0/dnc-complaints", requests }, do: "html", status: 200 }] }
      })
      const report = yield* runCheckInVirtualTime({ server: pages([2, 5]) })
      assert.deepStrictEqual([report.conforms, report.requests], [report.statements.length, plannedRequests + 2])
      const { statements } = yield* runCheckInVirtualTime({ server: pages([2, 3, 4]) })
      const broken = statements.filter(({ verdict }) => verdict === "breaks")
      assert.include(
        broken.map((one) => (one.verdict === "breaks" ? one.actual : "")),
        "status 200 with an HTML page"
      )
    })
  )

  it.effect("never sends more than 40 requests, and reports what kept failing", () =>
    Effect.gen(function* () {
      const report = yield* runCheckInVirtualTime({
        server: failing(
          500,
          Array.from({ length: 100 }, (_, n) => n + 2)
        )
      })
      assert.isAtMost(report.requests, maxRequests)
      assert.include(namesWith(report, "breaks"), "complaints: pages: it lists the oldest complaints first on request")
      assert.notInclude(
        namesWith(report, "breaks"),
        "complaints: pages: it lists the newest complaints first by default"
      )
    })
  )

  it.effect("counts requests without a response, and sends at most 40 with these", () =>
    Effect.gen(function* () {
      let sent = 0
      const fails =
        (requests: ReadonlyArray<number>) =>
        (fetch: Fetch): Fetch =>
        (input, init) => {
          sent += 1
          return requests.includes(sent) ? Promise.reject(new TypeError("no connection")) : fetch(input, init)
        }
      const report = yield* runCheckInVirtualTime({ wrapFetch: fails([2, 5, 8, 11]) })
      assert.deepStrictEqual(
        [report.conforms, report.requests, sent],
        [report.statements.length, maxRequests, maxRequests]
      )
      sent = 0
      const error = yield* Effect.flip(runCheckInVirtualTime({ wrapFetch: fails([2, 5, 8, 11, 14]) }))
      assert.strictEqual(error._tag === "PublicRecordsError" ? error.reason._tag : error._tag, "Unavailable")
    })
  )

  it.effect("waits for its own budget and announces the wait", () =>
    Effect.gen(function* () {
      const waits: Array<Announced> = []
      const report = yield* runCheckInVirtualTime({ check: { requestsPerHour: 20 }, waits })
      assert.strictEqual(report.conforms, report.statements.length)
      assert.deepStrictEqual(
        waits.map((wait) => (wait._tag === "Wait" ? wait.for : wait._tag)),
        ["budget"]
      )
    })
  )

  const refusals = [
    ["RateLimited", { server: failing(429, [1], 600) }],
    ["Unavailable", { server: failing(503, [1, 2, 3]) }],
    ["Unavailable", { server: failing(503, [7, 8, 9]) }],
    // The first request about keys.
    ["Unavailable", { server: failing(503, [17, 18, 19]) }],
    ["Unavailable", { server: failing(502, [7, 8, 9]) }],
    ["Unavailable", { server: failing(504, [7, 8, 9]) }],
    ["Unavailable", { server: failing(408, [7, 8, 9]) }],
    ["RateLimited", { server: failing(429, [7, 8, 9], 1) }],
    ["KeyRejected", { check: { apiKey: Redacted.make("unknown") } }],
    ["BadRequest", { check: { baseUrl: "https://reference-server.invalid/elsewhere" } }]
  ] as const
  for (const [index, [reason, setup]] of refusals.entries()) {
    it.effect(`fails with ${reason} if nothing can be checked (${index + 1})`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(runCheckInVirtualTime(setup))
        assert.strictEqual(error._tag === "PublicRecordsError" ? error.reason._tag : error._tag, reason)
      })
    )
  }

  it.effect.each([400, 422])("evaluates the status %i, also of the first response", (status) =>
    Effect.gen(function* () {
      const report = yield* runCheckInVirtualTime({ server: failing(status, [1]) })
      assert.include(namesWith(report, "breaks"), "complaints: pages: it lists the newest complaints first by default")
      assert.notInclude(namesWith(report, "breaks"), "complaints: filters: it finds robocalls")
    })
  )

  it.effect("names the service if it cannot run", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(runCheckInVirtualTime({ server: failing(503, [1, 2, 3]) }))
      assert.match(error.message, /^The check of https:\/\/reference-server\.invalid\b/)
    })
  )

  it.effect("gives up an attempt after the timeout, and makes another one", () =>
    Effect.gen(function* () {
      const stalls: ReferenceServerOptions = { faults: { faults: [{ on: { requests: [2] }, do: "stall" }] } }
      const check = { timeout: Duration.seconds(2) }
      const { endedAt, exit } = yield* Effect.promise(() => inVirtualTime(runCheck({ server: stalls, check })))
      assert.isTrue(exit !== undefined && Exit.isSuccess(exit))
      assert.isBelow(endedAt - virtualStart, 20_000)
    })
  )

  it.effect("announces the pause before a retry with the status of the response", () =>
    Effect.gen(function* () {
      const waits: Array<Announced> = []
      yield* runCheckInVirtualTime({ server: failing(429, [3], 60), waits })
      assert.deepStrictEqual(
        waits.map((wait) => (wait._tag === "Retry" ? [wait.retry, wait.maxRetries] : wait._tag)),
        [[1, 2]]
      )
      assert.include(JSON.stringify(waits), "the service returned 429")
    })
  )

  const tooLong: ReadonlyArray<readonly [string, Parameters<typeof runCheckInVirtualTime>[0]]> = [
    ["a pause of a 429", { server: failing(429, [2], 60), check: { maxWait: Duration.seconds(59) } }],
    ["a pause of a 503", { server: failing(503, [2], 60), check: { maxWait: Duration.seconds(59) } }],
    ["its own budget", { check: { requestsPerHour: 20, maxWait: Duration.zero } }]
  ]
  for (const [what, setup] of tooLong) {
    it.effect(`fails immediately with the time of the next attempt if ${what} takes longer than maxWait`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(runCheckInVirtualTime(setup))
        const { reason } = error._tag === "PublicRecordsError" ? error : { reason: error }
        assert.isTrue(reason._tag === "RateLimited" && reason.nextTryAt !== undefined)
      })
    )
  }

  const unset = { maxRetryAfter: undefined, maxWait: undefined, requestsPerHour: undefined, timeout: undefined }
  const defaults: ReadonlyArray<readonly [string, Partial<CheckOptions>]> = [
    ["missing", {}],
    ["undefined", unset]
  ]
  it.effect.each(defaults)(
    "waits up to two minutes for the service, and as long as it takes for its budget: %s",
    ([, check]) =>
      Effect.gen(function* () {
        const report = yield* runCheckInVirtualTime({ server: failing(429, [3], 120), check })
        assert.strictEqual(report.conforms, report.statements.length)
        const error = yield* Effect.flip(runCheckInVirtualTime({ server: failing(429, [3], 121), check }))
        assert.strictEqual(error._tag === "PublicRecordsError" ? error.reason._tag : error._tag, "RateLimited")
        const slow = yield* runCheckInVirtualTime({ check: { ...check, requestsPerHour: 20 } })
        assert.strictEqual(slow.requests, plannedRequests)
      })
  )

  it.effect("fails if Retry-After is longer than maxRetryAfter", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        runCheckInVirtualTime({ server: failing(429, [2], 60), check: { maxRetryAfter: Duration.seconds(59) } })
      )
      assert.isTrue(Exit.isFailure(exit))
    })
  )
})

describe("the key of a check", () => {
  const echo =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const response = await fetch(input, init)
      const text = (await response.text()).replaceAll(/"(Ohio|count|code|type|title|self)"/g, `"$1 ${canaryKey}"`)
      const headers = {
        ...Object.fromEntries(response.headers),
        "x-ratelimit-limit": canaryKey,
        "content-type": canaryKey
      }
      return new Response(response.status === 204 ? null : text, { status: response.status, headers })
    }

  it.effect("is not in the report even if the service repeats it", () =>
    Effect.gen(function* () {
      const report = yield* runCheck({ wrapFetch: echo })
      assert.isAtLeast(report.breaks, 1)
      assert.deepStrictEqual(findCanary(JSON.stringify(report)), [])
    })
  )

  it.effect("is in no URL", () =>
    Effect.gen(function* () {
      const urls: Array<string> = []
      yield* runCheck({
        wrapFetch: (fetch) => (input, init) => {
          urls.push(new Request(input, init).url)
          return fetch(input, init)
        }
      })
      assert.strictEqual(urls.length, plannedRequests)
      assert.deepStrictEqual(findCanary(urls.join("\n")), [])
    })
  )
})
