import { assert, describe, it } from "@effect/vitest"
import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { checkService, plannedRequests } from "../src/checkService.ts"
import { wrongKey } from "../src/Probe.ts"

interface SentRequest {
  readonly method: string
  readonly path: string
  readonly key: string | null
}

/** Checks a reference server. Returns the report, the requests in their order, and the announced progress. */
const requestsOf = Effect.fnUntraced(function* (end = "", scheme = "https:") {
  const requests: Array<SentRequest> = []
  const progress: Array<readonly [done: number, of: number]> = []
  const { fetch, url } = yield* ReferenceServer
  const recorded: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    const path = request.url.slice(new URL(request.url).origin.length)
    requests.push({ method: request.method, path, key: request.headers.get("x-api-key") })
    return fetch(new Request(request.url.replace(/^http:/, "https:"), request))
  }
  const report = yield* checkService({
    baseUrl: url.replace(/^https:/, scheme) + end,
    apiKey: Redacted.make("DEMO_KEY"),
    onProgress: (done, of) => Effect.sync(() => void progress.push([done, of]))
  }).pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, recorded))
  return { report, requests, progress }
})

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"

describe("the requests of a check", () => {
  it.effect("are about the complaints, the notices and the gateway of the service, in this order", () =>
    Effect.gen(function* () {
      const { progress, report, requests } = yield* requestsOf()
      const paths = requests.map(({ path }) => decodeURIComponent(path).replace(complaints, "C").replace(notices, "N"))
      assert.deepStrictEqual(paths, [
        "C",
        "C?sort_order=ASC&items_per_page=100",
        "C?sort_order=DESC&items_per_page=5&offset=3",
        'C?created_date="2021-07-07"',
        'C?created_date_from="2021-07-07 23:38:07"&created_date_to="2021-07-07 23:59:51"',
        "C?state=Texas",
        'C?state=California&city="San Francisco"&created_date_from="2021-07-07"&created_date_to="2021-07-07"',
        'C?area_code=214&created_date_from="2021-07-07"&created_date_to="2021-07-07"',
        "C?is_robocall=true",
        'C?is_robocall=false&created_date_from="2021-07-07"&created_date_to="2021-07-07"',
        'C?violation_date="2021-07-07"',
        'C?violation_date_from="2021-07-07 20:01:00"&violation_date_to="2021-07-07 20:01:00"',
        'C?created_date_from="2021-07-01"',
        "C?city=Columbus",
        "C?state=Ohio&area_code=614",
        'C?created_date="1900-01-01"',
        "C/948305afcc22e798af0263980cfc6291",
        "C/00000000000000000000000000000000",
        "N?sort[newest][path]=created&sort[newest][direction]=DESC",
        "N?sort[oldest][path]=created&sort[oldest][direction]=ASC&page[limit]=100",
        "N?sort[update][path]=changed",
        "N?sort[newest][path]=created&sort[newest][direction]=DESC&page[limit]=5&page[offset]=3",
        "N?filter[title][value]=imaginary",
        'N?filter[title][value]="Imaginary Kestrel"',
        "N?filter[title][operator]=CONTAINS&filter[title][value]=maginar",
        "N?filter[transaction-number][value]=20215034",
        "N?filter[date][condition][value]=2021-02-01&filter[date][condition][path]=date&filter[date][condition][operator]==",
        "N?filter[id][value]=199af0e8-2f96-4a89-a50a-a5658ffc32b0",
        "N/199af0e8-2f96-4a89-a50a-a5658ffc32b0",
        "N/00000000-0000-4000-8000-000000000000",
        "C?items_per_page=1",
        "C?items_per_page=1",
        "C?items_per_page=1&api_key=public-records-check-a-key-of-nobody-000",
        "/v0/public-records-check-nothing-is-here",
        "C?items_per_page=1",
        "C"
      ])
      assert.strictEqual(report.requests, requests.length)
      assert.deepStrictEqual(
        [...new Set(report.statements.map(({ family }) => family))],
        [
          "complaints: pages",
          "complaints: filters",
          "complaints: combination rules",
          "complaints: single records",
          "notices: pages",
          "notices: filters",
          "notices: single records",
          "keys, paths and methods"
        ]
      )
      const sent = new Set(requests.map(({ method, path }) => `${method} ${path}`))
      assert.deepStrictEqual(new Set(report.statements.map(({ request }) => request)), sent)
      assert.deepStrictEqual(
        progress,
        requests.map((_, done) => [done, plannedRequests])
      )
    }).pipe(Effect.provide(ReferenceServer.layerInProcess({})))
  )

  it.effect("have the key in the header only, and a key of nobody where a wrong one is wanted", () =>
    Effect.gen(function* () {
      const { requests } = yield* requestsOf()
      const others = requests.filter(({ key }) => key !== "DEMO_KEY")
      assert.deepStrictEqual(others, [
        { method: "GET", path: `${complaints}?items_per_page=1`, key: null },
        { method: "GET", path: `${complaints}?items_per_page=1`, key: wrongKey },
        { method: "GET", path: `${complaints}?items_per_page=1&api_key=${wrongKey}`, key: null },
        { method: "OPTIONS", path: complaints, key: null }
      ])
      assert.deepStrictEqual(
        requests.filter(({ method }) => method === "HEAD").map(({ path }) => path),
        [`${complaints}?items_per_page=1`]
      )
    }).pipe(Effect.provide(ReferenceServer.layerInProcess({})))
  )

  it.effect("skip those that need a record which the service lacks, and only those", () =>
    Effect.gen(function* () {
      const { progress, report, requests } = yield* requestsOf()
      assert.deepStrictEqual(
        progress.map(([done]) => done),
        Array.from({ length: plannedRequests }, (_, done) => done)
      )
      assert.deepStrictEqual([report.requests, requests.at(-1)?.method], [requests.length, "OPTIONS"])
      const left = report.statements.flatMap((one) =>
        one.verdict === "notShown" && one.request === "" ? [`${one.name}: ${one.reason}`] : []
      )
      assert.strictEqual(requests.length + left.length, plannedRequests)
      assert.include(left, "it filters by date: the newest page does not have a notice with a date")
      assert.include(
        left,
        "it returns a notice by id with the attributes of the list: the newest page does not have a notice"
      )
      const gateway = report.statements.filter(({ family }) => family === "keys, paths and methods")
      assert.deepStrictEqual(new Set(gateway.map(({ verdict }) => verdict)), new Set(["conforms"]))
    }).pipe(Effect.provide(ReferenceServer.layerInProcess({ synthetic: 3 })))
  )

  it.effect("do not use the values of an earlier check", () =>
    Effect.gen(function* () {
      const check = (options: ReferenceServerOptions) =>
        Effect.provide(requestsOf(), ReferenceServer.layerInProcess(options))
      const few = yield* check({ synthetic: 3 })
      yield* check({})
      assert.deepStrictEqual(yield* check({ synthetic: 3 }), few)
    })
  )

  it.effect("go to the same paths if the base URL ends with a slash, or begins with http", () =>
    Effect.gen(function* () {
      const [plain, slashed] = [yield* requestsOf(), yield* requestsOf("/")]
      assert.deepStrictEqual(slashed.requests, plain.requests)
      assert.deepStrictEqual(slashed.report, plain.report)
      const insecure = yield* requestsOf("", "http:")
      assert.deepStrictEqual(insecure.requests, plain.requests)
    }).pipe(Effect.provide(ReferenceServer.layerInProcess({})))
  )
})
