import { assert, describe, expect, it } from "@effect/vitest"
import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { checkService, plannedRequests } from "../src/checkService.ts"
import { wrongKey } from "../src/Row.ts"
import { shortRequest } from "./faultyServices.ts"

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

const keyNames: Readonly<Record<string, string>> = { DEMO_KEY: "", [wrongKey]: ", with a wrong key" }

describe("the requests of a check", () => {
  it("are about the complaints, the notices and the gateway of the service, and show its statements", async () => {
    const { progress, report, requests } = await Effect.runPromise(
      Effect.provide(requestsOf(), ReferenceServer.layerInProcess({}))
    )
    const sent = requests.map(
      ({ key, method, path }) =>
        shortRequest(method, `https://one.invalid${path}`) + (keyNames[key ?? ""] ?? ", without a key")
    )
    const statements = report.statements.map(
      ({ family, name, request, rule }) => `${family}: ${name}\n  ${rule}\n  ${request}`
    )
    await expect(`${[...sent, "", ...statements].join("\n")}\n`).toMatchFileSnapshot("requests.txt")
    assert.strictEqual(report.requests, requests.length)
    assert.deepStrictEqual(
      progress,
      requests.map((_, done) => [done, plannedRequests])
    )
  })

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
