import { globSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { type Wait, WaitListener } from "@public-records/core"
import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Duration, Effect, Exit, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { canaryKey, tracesOfCanary } from "@public-records/testing/Canary"
import { type CheckOptions, checkService, mostRequests, plannedRequests } from "../src/checkService.ts"
import { type CheckReport } from "../src/CheckReport.ts"
import { inVirtualTime } from "@public-records/testing/virtualTime"
import { bent, type Fetch, liars } from "./liars.ts"

/** The root of the repository. */
const root = new URL("../../../", import.meta.url)

interface Setting {
  readonly server?: ReferenceServerOptions
  readonly check?: Partial<CheckOptions>
  readonly through?: (honest: Fetch) => Fetch
  /** Receives the waits that are announced. */
  readonly waits?: Array<Wait>
}

/** Checks the reference server with its sample, as it is or as something between bends its answers. */
const checkOf = ({ server = {}, check = {}, through = (honest) => honest, waits = [] }: Setting) =>
  ReferenceServer.use(({ fetch, url }) =>
    checkService({ baseUrl: url, apiKey: Redacted.make(canaryKey), ...check }).pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, through(fetch)),
      Effect.provideService(WaitListener, (wait) => Effect.sync(() => void waits.push(wait)))
    )
  ).pipe(Effect.provide(ReferenceServer.layerInProcess({ apiKeys: [canaryKey], ...server })))

/** The same where waits cost nothing. */
const checkInVirtualTime = (setting: Setting) =>
  Effect.promise(() => inVirtualTime(checkOf(setting))).pipe(
    Effect.flatMap(({ exit }) => exit ?? Effect.die(new Error("The check waits for what never comes.")))
  )

const named = ({ statements }: CheckReport, verdict: string): ReadonlyArray<string> =>
  statements.filter((one) => one.verdict === verdict).map(({ family, name }) => `${family}: ${name}`)

const differences = ({ statements }: CheckReport): ReadonlyArray<string> =>
  statements.flatMap((one) => (one.verdict === "differs" ? [`${one.decision} ${one.family}: ${one.name}`] : []))

describe("the check of the reference server", () => {
  it.effect("conforms in every statement in the profile documented", () =>
    Effect.gen(function* () {
      const report = yield* checkOf({})
      assert.strictEqual(report.conforms, report.statements.length)
      assert.isAtLeast(report.statements.length, 60)
      assert.strictEqual(report.requests, plannedRequests)
      assert.isAtMost(plannedRequests, mostRequests)
      assert.isAtMost(mostRequests, 40)
    })
  )

  it.effect("shows exactly the known differences in the profile live", () =>
    Effect.gen(function* () {
      const report = yield* checkOf({ server: { profile: "live" } })
      assert.deepStrictEqual(named(report, "breaks"), [])
      assert.deepStrictEqual(differences(report), [
        "4 complaints: pages: it counts the page and the total as numbers",
        "23 complaints: pages: it links to itself, without the key",
        "9 complaints: combination rules: it refuses half a range",
        "9 complaints: combination rules: it refuses a city without a state",
        "9 complaints: combination rules: it refuses a state together with an area code",
        "20 notices: pages: it answers in JSON",
        "35 notices: pages: it gives each notice its metadata",
        "4 notices: pages: it counts the page as a text",
        "23 notices: pages: it links to itself, without the key",
        "12 notices: pages: it sorts descending where no direction is named"
      ])
      // There is no total that could be wrong.
      assert.deepStrictEqual(named(report, "notShown"), ["complaints: pages: it claims as total what there is"])
    })
  )

  it.effect("calls no statement kept or broken that the data does not show", () =>
    Effect.gen(function* () {
      const report = yield* checkOf({ server: { synthetic: 3 } })
      assert.deepStrictEqual([...named(report, "breaks"), ...differences(report)], [])
      assert.include(named(report, "notShown"), "notices: filters: it filters by date")
      assert.include(
        named(report, "notShown"),
        "complaints: pages: it gives 50 complaints at most where more are asked for"
      )
      assert.isBelow(report.requests, plannedRequests)
    })
  )
})

describe("the decisions that a check names", () => {
  it("are all explained in docs/executable.md", () => {
    const at = (path: string): string => readFileSync(new URL(path, root), "utf8")
    const [, section = ""] = at("docs/executable.md").split(/^## (?:Is it the documented|Without a) service\??$/m)
    const sources = globSync("packages/check/src/*.ts", { cwd: root }).map(at).join("\n")
    const named = [...sources.matchAll(/(?:differs\(|"decision )(\d+)/g)].map(([, decision]) => Number(decision))
    const rows = new Set([...section.matchAll(/^\| (\d+) +\| [a-z`]/gm)].map(([, decision]) => Number(decision)))
    assert.isAtLeast(named.length, 40)
    assert.deepStrictEqual(
      named.filter((decision) => !rows.has(decision)),
      []
    )
  })
})

describe("the check of a service that lies", () => {
  for (const { lie, name, breaks } of liars) {
    it.effect(`finds that ${name}, and nothing else`, () =>
      Effect.gen(function* () {
        const report = yield* checkOf({ through: bent(lie, canaryKey) })
        assert.deepStrictEqual(named(report, "breaks"), breaks)
      })
    )
  }

  it.effect("says what was asked, expected, and came", () =>
    Effect.gen(function* () {
      const liar = liars.find(({ name }) => name === "the offset is ignored") ?? assert.fail("no such liar")
      const { statements } = yield* checkOf({ through: bent(liar.lie, canaryKey) })
      const broken = statements.find(({ verdict }) => verdict === "breaks")
      assert.deepInclude(broken, {
        asked: "GET /v0/dnc-complaints?sort_order=DESC&items_per_page=5&offset=3",
        expected: "the records from number 4 on",
        came: "the records from number 1 on"
      })
    })
  )
})

/** Every fault at all requests from the second on. */
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

describe("the check of a service in trouble", () => {
  it.effect("asks again where a request fails", () =>
    Effect.gen(function* () {
      const report = yield* checkInVirtualTime({ server: failing(503, [1, 4]) })
      assert.strictEqual(report.conforms, report.statements.length)
      assert.strictEqual(report.requests, plannedRequests + 2)
    })
  )

  it.effect("asks again where a web page comes in place of an answer, and says so where it comes every time", () =>
    Effect.gen(function* () {
      const pages = (requests: ReadonlyArray<number>): ReferenceServerOptions => ({
        faults: { faults: [{ on: { path: "/v0/dnc-complaints", requests }, do: "html", status: 200 }] }
      })
      const report = yield* checkInVirtualTime({ server: pages([2, 5]) })
      assert.deepStrictEqual([report.conforms, report.requests], [report.statements.length, plannedRequests + 2])
      const { statements } = yield* checkInVirtualTime({ server: pages([2, 3, 4]) })
      const broken = statements.filter(({ verdict }) => verdict === "breaks")
      assert.include(
        broken.map((one) => (one.verdict === "breaks" ? one.came : "")),
        "status 200 with a web page"
      )
    })
  )

  it.effect("never sends more than 40 requests, and says what never worked", () =>
    Effect.gen(function* () {
      const report = yield* checkInVirtualTime({
        server: failing(
          500,
          Array.from({ length: 100 }, (_, n) => n + 2)
        )
      })
      assert.isAtMost(report.requests, mostRequests)
      assert.include(named(report, "breaks"), "complaints: pages: it lists the oldest first where asked to")
      assert.notInclude(named(report, "breaks"), "complaints: pages: it lists the newest first")
    })
  )

  it.effect("heeds Retry-After", () =>
    Effect.gen(function* () {
      const report = yield* checkInVirtualTime({ server: failing(429, [3], 60) })
      assert.strictEqual(report.conforms, report.statements.length)
    })
  )

  it.effect("waits for its own budget, and says so", () =>
    Effect.gen(function* () {
      const waits: Array<Wait> = []
      const report = yield* checkInVirtualTime({ check: { requestsPerHour: 20 }, waits })
      assert.strictEqual(report.conforms, report.statements.length)
      assert.deepStrictEqual(
        waits.map(({ cause }) => cause._tag),
        ["Budget"]
      )
    })
  )

  const refusals = [
    ["RateLimited", { server: failing(429, [1], 600) }],
    ["Unavailable", { server: failing(503, [1, 2, 3]) }],
    ["Unavailable", { server: failing(503, [7, 8, 9]) }],
    ["KeyRejected", { check: { apiKey: Redacted.make("unknown") } }],
    ["BadRequest", { check: { baseUrl: "https://reference-server.invalid/elsewhere" } }]
  ] as const
  for (const [index, [reason, setting]] of refusals.entries()) {
    it.effect(`fails with ${reason} where nothing can be checked (${index + 1})`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(checkInVirtualTime(setting))
        assert.strictEqual(error._tag === "PublicRecordsError" ? error.reason._tag : error._tag, reason)
      })
    )
  }

  it.effect("announces the pause before a retry, with what the service answered", () =>
    Effect.gen(function* () {
      const waits: Array<Wait> = []
      yield* checkInVirtualTime({ server: failing(429, [3], 60), waits })
      assert.deepStrictEqual(
        waits.map(({ cause }) => (cause._tag === "Retry" ? [cause.retry, cause.maxRetries] : cause._tag)),
        [[1, 2]]
      )
      assert.include(JSON.stringify(waits), "the service answered 429")
    })
  )

  const tooLong: ReadonlyArray<readonly [string, Parameters<typeof checkInVirtualTime>[0]]> = [
    ["a pause of a 429", { server: failing(429, [2], 60), check: { maxWait: Duration.seconds(59) } }],
    ["a pause of a 503", { server: failing(503, [2], 60), check: { maxWait: Duration.seconds(59) } }],
    ["its own budget", { check: { requestsPerHour: 20, maxWait: Duration.zero } }]
  ]
  for (const [what, setting] of tooLong) {
    it.effect(`fails at once with the time of the next try if ${what} takes longer than maxWait`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(checkInVirtualTime(setting))
        const { reason } = error._tag === "PublicRecordsError" ? error : { reason: error }
        assert.isTrue(reason._tag === "RateLimited" && reason.nextTryAt !== null)
      })
    )
  }

  it.effect("does not wait longer than it may", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        checkInVirtualTime({ server: failing(429, [2], 60), check: { maxRetryAfter: Duration.seconds(59) } })
      )
      assert.isTrue(Exit.isFailure(exit))
    })
  )
})

describe("the key of a check", () => {
  const echo =
    (honest: Fetch): Fetch =>
    async (input, init) => {
      const answer = await honest(input, init)
      const text = (await answer.text()).replaceAll(/"(Ohio|count|code|type|title|self)"/g, `"$1 ${canaryKey}"`)
      const headers = {
        ...Object.fromEntries(answer.headers),
        "x-ratelimit-limit": canaryKey,
        "content-type": canaryKey
      }
      return new Response(answer.status === 204 ? null : text, { status: answer.status, headers })
    }

  it.effect("is not in the report, whatever the service repeats", () =>
    Effect.gen(function* () {
      const report = yield* checkOf({ through: echo })
      assert.isAtLeast(report.breaks, 1)
      assert.deepStrictEqual(tracesOfCanary(JSON.stringify(report)), [])
    })
  )

  it.effect("is in no URL", () =>
    Effect.gen(function* () {
      const urls: Array<string> = []
      yield* checkOf({
        through: (honest) => (input, init) => {
          urls.push(new Request(input, init).url)
          return honest(input, init)
        }
      })
      assert.strictEqual(urls.length, plannedRequests)
      assert.deepStrictEqual(tracesOfCanary(urls.join("\n")), [])
    })
  )
})
