import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { ReferenceServer, startReferenceServer } from "../src/index.ts"
import { clientInProcess } from "../src/InProcess.ts"
import { ComplaintStore } from "../src/store/ComplaintStore.ts"
import { sendRequest, at, key } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const numbers = Array.from({ length: 20 }, (_, n) => n)
const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

/** Writes a file with `rows` complaints into a temporary folder, removed with the scope. */
const fileWith = (rows: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "reference-server-"))),
      (folder) => Effect.promise(() => rm(folder, { recursive: true }))
    ),
    (folder) => ({
      path: join(folder, "complaints.csv"),
      write: (count: number) => {
        const lines = Array.from(
          { length: count },
          (_, n) => `2025550${100 + n},2021-07-07 00:01:15,2021-07-06 11:48:00,Columbus,Ohio,614,Other,Y`
        )
        return writeFile(join(folder, "complaints.csv"), [header, ...lines, ""].join("\r\n"))
      }
    })
  ).pipe(Effect.tap(({ write }) => Effect.promise(() => write(rows))))

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
    openRecords: () => recordsOf(n),
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
  it.live("have their own data, keys, limits and faults, in process", () =>
    Effect.gen(function* () {
      const servers = yield* Effect.forEach(numbers, (n) =>
        Effect.map(Layer.build(ReferenceServer.layerInProcess(optionsOf(n))), Context.get(ReferenceServer))
      )
      const seen = yield* Effect.promise(() => Promise.all(servers.map(({ fetch, url }, n) => behavior(fetch, url, n))))
      assert.deepStrictEqual(seen, numbers.map(expected))
      const history = yield* Effect.forEach(servers, ({ faults }) => faults.history)
      assert.deepStrictEqual(
        history.map((requests) => requests.map(({ applied }) => applied.length)),
        numbers.map((n) => [...Array.from({ length: n }, () => 0), 1])
      )
    }).pipe(Effect.scoped)
  )

  it("have their own data, keys, limits and faults, on sockets", async () => {
    const servers = await Promise.all(numbers.map((n) => startReferenceServer(optionsOf(n))))
    const seen = await Promise.all(servers.map(({ fetch, url }, n) => behavior(fetch, url, n)))
    assert.deepStrictEqual(seen, numbers.map(expected))
    assert.strictEqual(new Set(servers.map(({ url }) => url)).size, 20)
    await Promise.all(servers.map(({ close }) => close()))
  })
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
          ReferenceServer.layerSocket({ port: 0, openRecords: () => recordsOf(1) })
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
      // Not one over its fetch, which would need more time.
      assert.strictEqual(client, clientInProcess(fetch))
    }).pipe(
      Effect.provide(
        Layer.provideMerge(
          ReferenceServer.httpClient,
          ReferenceServer.layerInProcess({ openRecords: () => recordsOf(0), rateLimit: "off" })
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
          ReferenceServer.layerInProcess({ openRecords: () => recordsOf(200), rateLimit: "off" })
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
          ReferenceServer.layerInProcess({ openRecords: () => recordsOf(0), rateLimit: "off" })
        )
      )
    )
  )
})

describe("the fetch of a server in this process", () => {
  const failureOf = (request: Promise<unknown>) =>
    Effect.promise(() =>
      request.then(
        () => undefined,
        (cause: unknown) => cause
      )
    )

  it.effect("fails like that of Node.js if a fault resets the connection or truncates the body", () =>
    Effect.gen(function* () {
      const { fetch, url } = yield* ReferenceServer
      const reset = yield* failureOf(fetch(url + complaints, { headers: key }))
      assert.instanceOf(reset, TypeError)
      assert.strictEqual(reset.message, "fetch failed")
      assert.deepStrictEqual(reset.cause, new Error("read ECONNRESET"))
      const truncated = yield* Effect.promise(() => fetch(url + complaints, { headers: key }))
      assert.deepStrictEqual(yield* failureOf(truncated.text()), new TypeError("terminated"))
    }).pipe(
      Effect.provide(
        ReferenceServer.layerInProcess({
          openRecords: () => recordsOf(0),
          faults: {
            faults: [
              { on: { requests: [1] }, do: "reset" },
              { on: { requests: [2] }, do: "truncate" }
            ]
          }
        })
      )
    )
  )

  it.effect("fails to read a stalled body with the reason of the client that gives up", () =>
    Effect.gen(function* () {
      const { faults, fetch, url } = yield* ReferenceServer
      yield* faults.next({ do: "stall" })
      const controller = new AbortController()
      const init = { headers: key, signal: controller.signal }
      const stalled = yield* Effect.promise(() => fetch(url + complaints, init))
      const reason = new Error("never mind")
      const failed = failureOf(stalled.text())
      controller.abort(reason)
      assert.strictEqual(yield* failed, reason)
    }).pipe(Effect.provide(ReferenceServer.layerInProcess({ openRecords: () => recordsOf(0) })))
  )

  it.effect("does not send a request that was aborted before", () =>
    Effect.gen(function* () {
      const { faults, fetch, url } = yield* ReferenceServer
      const reason = new Error("never mind")
      const signal = AbortSignal.abort(reason)
      assert.strictEqual(yield* failureOf(fetch(url + complaints, { headers: key, signal })), reason)
      assert.deepStrictEqual(yield* faults.history, [])
    }).pipe(Effect.provide(ReferenceServer.layerInProcess({ openRecords: () => recordsOf(0) })))
  )
})

describe("a reload", () => {
  it.live("changes the ETag with the data, so that clients receive the new data", () =>
    Effect.gen(function* () {
      const file = yield* fileWith(3)
      yield* Effect.gen(function* () {
        const server = yield* ReferenceServer
        const tagged = (tag: string) => sendRequest(complaints, { headers: { ...key, "If-None-Match": tag } })
        const tag = (yield* sendRequest(complaints)).headers.get("etag") ?? ""
        assert.strictEqual((yield* tagged(tag)).status, 304)
        yield* server.reload
        assert.strictEqual((yield* tagged(tag)).status, 304)
        yield* Effect.promise(() => file.write(4))
        yield* server.reload
        const changed = yield* tagged(tag)
        assert.strictEqual(changed.status, 200)
        assert.strictEqual(at(changed.json, "meta", "records-total"), 4)
        assert.notStrictEqual(changed.headers.get("etag"), tag)
      }).pipe(Effect.provide(ReferenceServer.layerInProcess({ data: [file.path] })))
    }).pipe(Effect.scoped)
  )
})
