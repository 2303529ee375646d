import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { ReferenceServer } from "../src/index.ts"
import { ComplaintStore } from "../src/store/ComplaintStore.ts"
import { at, key } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const numbers = Array.from({ length: 20 }, (_, n) => n)

const complaint = (n: number): PlainComplaint => ({
  id: `id-${n}`,
  companyPhoneNumber: "2025550100",
  createdDate: "2021-07-07 00:01:15",
  violationDate: "2021-07-06 11:48:00",
  consumerCity: "Columbus",
  consumerState: "Ohio",
  consumerAreaCode: "614",
  subject: "Other",
  recordedMessageOrRobocall: "Y"
})

const recordsOf = (n: number) => ({
  source: `the records of server ${n}`,
  complaints: new ComplaintStore(Array.from({ length: 100 + n }, (_, index) => complaint(index))),
  notices: []
})

const optionsOf = (n: number) =>
  ({
    openRecords: Effect.sync(() => recordsOf(n)),
    apiKeys: [`key-${n}`],
    rateLimit: { limit: n + 1, window: "1 hour" },
    faults: { faults: [{ on: { requests: [n + 1] }, do: "status", status: 500 + n }] }
  }) as const

/** Sends one request more than the limit allows, and one with another key. Returns the totals and statuses. */
const behavior = async (fetch: typeof globalThis.fetch, url: string, n: number) => {
  const totals = new Set<unknown>()
  const statuses: Array<number> = []
  for (let request = 0; request < n + 2; request++) {
    const response = await fetch(`${url}${complaints}?items_per_page=1`, { headers: { "X-Api-Key": `key-${n}` } })
    statuses.push(response.status)
    const body = await response.json()
    if (response.status === 200) totals.add(at(body, "meta", "records-total"))
  }
  const stranger = await fetch(`${url}${complaints}`, { headers: { "X-Api-Key": `key-${n + 1}` } })
  return { totals: [...totals], statuses, stranger: stranger.status }
}

const expected = (n: number) => ({
  totals: n === 0 ? [] : [100 + n],
  statuses: [...Array.from({ length: n }, () => 200), 500 + n, 429],
  stranger: 403
})

describe("many servers in one process", () => {
  it.live("have their own data, keys, limits and faults", () =>
    Effect.gen(function* () {
      const servers = yield* Effect.forEach(numbers, (n) =>
        Effect.map(Layer.build(ReferenceServer.layerInProcess(optionsOf(n))), Context.get(ReferenceServer))
      )
      const seen = yield* Effect.promise(() => Promise.all(servers.map(({ fetch, url }, n) => behavior(fetch, url, n))))
      assert.deepStrictEqual(seen, numbers.map(expected))
      const history = yield* Effect.forEach(servers, ({ faults }) => faults.history)
      assert.deepStrictEqual(
        history.map((requests) => requests.findIndex(({ applied }) => applied.length > 0)),
        numbers
      )
    }).pipe(Effect.scoped)
  )
})

describe("the HTTP client of a server on a socket", () => {
  it.live("reaches it", () =>
    Effect.gen(function* () {
      const server = yield* ReferenceServer
      const http = yield* HttpClient.HttpClient
      const response = yield* http.get(`${server.url}${complaints}`, { headers: key })
      assert.strictEqual(response.status, 200)
      const body = yield* response.json
      assert.strictEqual(at(body, "meta", "records-total"), 101)
    }).pipe(
      Effect.provide(
        Layer.provideMerge(
          ReferenceServer.httpClient,
          ReferenceServer.layerSocket({ port: 0, openRecords: Effect.sync(() => recordsOf(1)) })
        )
      )
    )
  )
})

describe("the HTTP client of a server in this process", () => {
  const request = HttpClientRequest.get("https://reference-server.invalid/v0/dnc-complaints?items_per_page=1", {
    headers: { "x-api-key": "DEMO_KEY" }
  })

  it.effect("returns the same response as its fetch", () =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const response = yield* client.execute(request)
      const { fetch } = yield* ReferenceServer
      const fetched = yield* Effect.promise(() => fetch(response.url, { headers: key }))
      const text = yield* Effect.promise(() => fetched.text())
      assert.strictEqual(response.status, 200)
      assert.deepStrictEqual({ ...response.headers }, Object.fromEntries(fetched.headers))
      assert.strictEqual(yield* response.text, text)
    }).pipe(
      Effect.provide(
        Layer.provideMerge(
          ReferenceServer.httpClient,
          ReferenceServer.layerInProcess({ openRecords: Effect.sync(() => recordsOf(0)), rateLimit: "off" })
        )
      )
    )
  )

  it.effect("receives uncompressed bodies, like its fetch, because nothing would decompress them", () =>
    Effect.gen(function* () {
      const headers = { ...key, "accept-encoding": "gzip" }
      const client = yield* HttpClient.HttpClient
      const { fetch, url } = yield* ReferenceServer
      const response = yield* client.get(url + complaints, { headers })
      const fetched = yield* Effect.promise(() => fetch(url + complaints, { headers }))
      assert.strictEqual(at(yield* response.json, "meta", "records-total"), 300)
      assert.strictEqual(at(yield* Effect.promise(() => fetched.json()), "meta", "records-total"), 300)
    }).pipe(
      Effect.provide(
        Layer.provideMerge(
          ReferenceServer.httpClient,
          ReferenceServer.layerInProcess({ openRecords: Effect.sync(() => recordsOf(200)), rateLimit: "off" })
        )
      )
    )
  )

  it.effect("returns no body for HEAD and fails for another origin, like its fetch", () =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const head = yield* client.execute(HttpClientRequest.setMethod(request, "HEAD"))
      assert.strictEqual(yield* head.text, "")
      const elsewhere = yield* Effect.flip(client.get("https://example.test/"))
      assert.strictEqual(elsewhere.reason._tag, "TransportError")
      assert.include(String(elsewhere.cause), "has the URL https://reference-server.invalid, not https://example.test")
      const otherPort = yield* Effect.flip(client.get("https://reference-server.invalid:8443/health"))
      assert.include(String(otherPort.cause), "not https://reference-server.invalid:8443")
    }).pipe(
      Effect.provide(
        Layer.provideMerge(
          ReferenceServer.httpClient,
          ReferenceServer.layerInProcess({ openRecords: Effect.sync(() => recordsOf(0)), rateLimit: "off" })
        )
      )
    )
  )
})
