import { assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { lastRequest, parseResponses, raw } from "./rawSocket.ts"
import { at, sendRequest } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const known = { "X-Api-Key": "one" }
const server = { apiKeys: ["one", "two", "SECRET", "SECRET_KEY"], rateLimit: { limit: 3, window: "1 hour" } } as const
const served = (options: ReferenceServerOptions = {}) =>
  Effect.provide(ReferenceServer.layerInProcess({ ...server, ...options }))

const notFound = ["NOT_FOUND", "The requested URL was not found on this server."] as const
const wrongMethod = ["METHOD_NOT_ALLOWED", "This method is not allowed here. Use GET, HEAD or OPTIONS."] as const
const plainHttp = [
  "HTTPS_REQUIRED",
  "Requests must be made over HTTPS. Try accessing the API at: https://api.ftc.gov:443"
]
const missing = ["API_KEY_MISSING", "No api_key was supplied. Get one at https://api.ftc.gov:443"] as const
const unknown = ["API_KEY_INVALID", "An invalid api_key was supplied. Get one at https://api.ftc.gov:443"] as const

/** Requests that fail several checks, and the status, code and message of the first one that counts. */
const rejections: ReadonlyArray<
  readonly [method: string, url: string, headers: Record<string, string>, status: number, error: ReadonlyArray<string>]
> = [
  ["POST", "http:/v0", {}, 404, notFound],
  ["GET", "https:/v1/dnc-complaints", {}, 404, notFound],
  ["GET", `https:${complaints}/`, {}, 404, notFound],
  ["GET", `https:${complaints}/a/b`, {}, 404, notFound],
  ["GET", "https:/v0/DNC-complaints", {}, 404, notFound],
  ["OPTIONS", "https:/nowhere", {}, 404, notFound],
  ["POST", `http:${complaints}`, {}, 405, wrongMethod],
  ["DELETE", `https:${notices}/x`, known, 405, wrongMethod],
  ["PATCH", "http:/", {}, 405, wrongMethod],
  ["GET", `http:${complaints}`, { "X-Api-Key": "wrong" }, 400, plainHttp],
  ["GET", `https:${complaints}?city=x`, {}, 403, missing],
  ["GET", `https:${notices}/x?api_key=`, { "X-Api-Key": "" }, 403, missing],
  ["GET", `https:${notices}?api_key=wrong`, {}, 403, unknown],
  [
    "GET",
    `https:${complaints}?city=x`,
    known,
    400,
    ["INVALID_PARAMETERS", "city may be used only together with state."]
  ],
  ["GET", `https:${complaints}/none`, known, 404, ["NOT_FOUND", "There is no complaint with this id."]]
]

const send = (method: string, url: string, headers: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const { fetch } = yield* ReferenceServer
    const init = { method, headers, redirect: "manual" } as const
    const response = yield* Effect.promise(() => fetch(url.replace(":", "://reference-server.invalid"), init))
    return { response, text: yield* Effect.promise(() => response.text()) }
  })

describe("the first check that fails", () => {
  for (const [method, url, headers, status, [code, message]] of rejections) {
    it.effect(`rejects ${method} ${url} with ${status} in the gateway's words, and HEAD without a body`, () =>
      Effect.gen(function* () {
        const { response, text } = yield* send(method, url, headers)
        const body = JSON.stringify({ error: { code, message } })
        assert.deepStrictEqual([response.status, text], [status, body])
        assert.strictEqual(response.headers.get("content-type"), "application/json")
        assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
        assert.strictEqual(response.headers.get("allow"), status === 405 ? "GET, HEAD, OPTIONS" : null)
        assert.isNull(response.headers.get("etag"))
        const isCounted = headers === known && status !== 405
        assert.strictEqual(response.headers.get("x-ratelimit-remaining"), isCounted ? "2" : null)
        if (method !== "GET") return
        const head = yield* send("HEAD", url, headers)
        assert.deepStrictEqual([head.response.status, head.text], [status, ""])
        assert.strictEqual(head.response.headers.get("content-length"), String(body.length))
      }).pipe(served())
    )
  }

  it.effect("is the limit, with a Retry-After for GET and HEAD", () =>
    Effect.gen(function* () {
      for (let request = 0; request < 3; request++) yield* sendRequest(complaints, { headers: known })
      for (const method of ["GET", "HEAD"]) {
        const over = yield* sendRequest(`${notices}?filter[nope]=1`, { headers: known, method })
        assert.strictEqual(over.status, 429)
        assert.strictEqual(at(over.json, "error", "code"), method === "GET" ? "OVER_RATE_LIMIT" : undefined)
        const sent = ["retry-after", "x-ratelimit-limit", "x-ratelimit-remaining"].map((name) => over.headers.get(name))
        assert.deepStrictEqual(sent, ["3600", "3", "0"])
      }
    }).pipe(served())
  )
})

describe("a route of this server", () => {
  it.effect("needs no key and no HTTPS, counts against no limit, and / leads to /docs", () =>
    Effect.gen(function* () {
      for (const method of ["GET", "HEAD"]) {
        const root = yield* send(method, "http:/")
        assert.deepStrictEqual([root.response.status, root.response.headers.get("location")], [302, "/docs"])
      }
      const health = yield* send("GET", "http:/health", known)
      assert.deepStrictEqual(JSON.parse(health.text), {
        status: "ok",
        dataSet: "sample of 7 July 2021",
        isSample: true,
        complaints: 14_034,
        notices: 3_002
      })
      assert.isNull(health.response.headers.get("x-ratelimit-remaining"))
    }).pipe(served())
  )
})

describe("a preflight request", () => {
  it.live("needs no key for a route and for `*`, and allows browsers to send the key and to read the limits", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      for (const target of [complaints, `${notices}/x`, "*"]) {
        const text = `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\nConnection: close\r\n\r\n`
        const [preflight] = parseResponses(yield* raw(url, text))
        assert.deepStrictEqual([preflight?.status, preflight?.body], [204, ""])
        assert.isFalse(preflight?.headers.has("content-length"))
        const sent = ["allow", "allow-headers", "allow-methods", "allow-origin", "expose-headers", "max-age"].map(
          (name) => preflight?.headers.get(name === "allow" ? name : `access-control-${name}`)
        )
        assert.deepStrictEqual(sent, [
          "GET, HEAD, OPTIONS",
          "X-Api-Key, Accept, If-None-Match, User-Agent",
          "GET, HEAD, OPTIONS",
          "*",
          "X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After, ETag",
          "86400"
        ])
      }
    }).pipe(Effect.provide(ReferenceServer.layerSocket({ port: 0, tls: "off" })))
  )
})

/** Requests with several keys, and the key whose limit must count the request, or the status of the rejection. */
const keys: ReadonlyArray<
  readonly [what: string, query: string, headers: Readonly<Record<string, string>>, counts: "one" | "two" | number]
> = [
  ["the key in the query", "?api_key=two", {}, "two"],
  ["the key in the header instead of the one in the query", "?api_key=two", { "X-Api-Key": "one" }, "one"],
  ["the key in the query if the header is empty", "?api_key=two", { "X-Api-Key": "" }, "two"],
  ["the key in the query if the header is blank", "?api_key=two", { "X-Api-Key": "  " }, "two"],
  ["the key in the header if the query is empty", "?api_key=", { "X-Api-Key": "one" }, "one"],
  ["the first non-empty key in the query", "?api_key=&api_key=two&api_key=one", {}, "two"],
  ["the key in a header with any case", "", { "x-API-kEY": "one" }, "one"],
  ["the key in a percent-encoded query", "?api_key=%74wo", {}, "two"],
  ["no key if the one in the header is unknown", "?api_key=two", { "X-Api-Key": "wrong" }, 403],
  ["no key if one header contains two", "", { "X-Api-Key": "one, two" }, 403],
  ["no key if the case differs", "?api_key=ONE", {}, 403],
  ["no key if the parameter has another name", "?API_KEY=one", {}, 403],
  ["no key if other characters follow it", "?api_key=one%20", {}, 403],
  ["no key if it is a member of every object", "?api_key=__proto__", {}, 403]
]

describe("the key of a request", () => {
  for (const [what, query, headers, counts] of keys) {
    it.effect(`is ${what}`, () =>
      Effect.gen(function* () {
        const response = yield* sendRequest(complaints + query, { headers })
        assert.strictEqual(response.status, typeof counts === "number" ? counts : 200)
        for (const key of ["one", "two"]) {
          const next = yield* sendRequest(complaints, { headers: { "X-Api-Key": key } })
          assert.strictEqual(next.headers.get("x-ratelimit-remaining"), key === counts ? "1" : "2")
        }
      }).pipe(served())
    )
  }

  it.live("is invalid if a socket receives two headers", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const [response] = parseResponses(yield* raw(url, lastRequest("GET", complaints, "X-Api-Key: DEMO_KEY")))
      assert.strictEqual(response?.status, 403)
      assert.include(response?.body, "API_KEY_INVALID")
    }).pipe(Effect.provide(ReferenceServer.layerSocket({ port: 0, tls: "off", allowHttp: true })))
  )
})

describe("an unexpected exception", () => {
  it.effect("is a 500, and its stack is written without keys to standard error", () => {
    const write = vi.spyOn(process.stderr, "write").mockImplementation(() => true)
    const bugs: Array<unknown> = ["no error, with SECRET_KEY", new Error("a bug, with SECRET_KEY and SECRET")]
    const bug = (): never => {
      throw bugs.pop()
    }
    let pages = 0
    // The first page is read when the records are opened.
    const page = () => Effect.sync(() => (pages++ === 0 ? { records: [], total: 0 } : bug()))
    const complaintsWithBug = { page, get: () => Effect.sync(bug), all: Effect.sync(bug) }
    const openRecords = Effect.succeed({ source: "a bug", complaints: complaintsWithBug, notices: [] })
    return Effect.gen(function* () {
      for (const expected of [/^Error: a bug, with •••• and ••••\n +at [^]+\n$/, /^no error, with ••••\n$/]) {
        const { json, status } = yield* sendRequest(complaints, { headers: { "X-Api-Key": "SECRET_KEY" } })
        assert.deepStrictEqual([status, at(json, "error", "code")], [500, "INTERNAL_SERVER_ERROR"])
        assert.match(String(write.mock.lastCall?.[0]), expected)
      }
      write.mockImplementation(bug)
      assert.strictEqual((yield* sendRequest(complaints, { headers: { "X-Api-Key": "SECRET" } })).status, 500)
      assert.strictEqual((yield* sendRequest("/health", {})).status, 200)
    }).pipe(served({ openRecords }), Effect.ensuring(Effect.sync(() => write.mockRestore())))
  })
})
