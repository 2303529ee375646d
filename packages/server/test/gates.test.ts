import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { makeCore } from "../src/ServerCore.ts"
import { sendRequest, at, data, key } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const served = (options: ReferenceServerOptions) =>
  Effect.provide(ReferenceServer.layerInProcess({ apiKeys: ["one", "two", "DEMO_KEY"], ...options }))

describe("the gates", () => {
  it.effect("respond with 404 to an unknown route before all other checks", () =>
    Effect.gen(function* () {
      for (const path of [
        "/v0",
        "/v1/dnc-complaints",
        "/v1/dnc-complaints/x",
        `${complaints}/`,
        `${complaints}/a/b`,
        "/v0/DNC-complaints"
      ]) {
        const response = yield* sendRequest(path, { method: "POST" })
        assert.strictEqual(response.status, 404, path)
        assert.strictEqual(at(response.json, "error", "code"), "NOT_FOUND")
        assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
      }
    }).pipe(served({}))
  )

  it.effect("respond to OPTIONS for the entire server, but not for an unknown route", () =>
    Effect.gen(function* () {
      const { handle } = yield* makeCore({})
      for (const [method, url, expected] of [
        ["OPTIONS", "*", 204],
        ["OPTIONS", "/nowhere", 404],
        ["GET", "*", 404]
      ] as const) {
        const { status } = yield* Effect.promise(() => handle({ method, url, headers: {}, isSecure: true }))
        assert.strictEqual(status, expected, `${method} ${url}`)
      }
    })
  )

  it.effect("redirect / to /docs, without a key and over plain HTTP too", () =>
    Effect.gen(function* () {
      const { fetch } = yield* ReferenceServer
      for (const method of ["GET", "HEAD"]) {
        const init = { method, redirect: "manual" } as const
        const response = yield* Effect.promise(() => fetch("http://reference-server.invalid/", init))
        assert.deepStrictEqual([response.status, response.headers.get("location")], [302, "/docs"])
      }
      assert.strictEqual((yield* sendRequest("/", { method: "POST" })).status, 405)
    }).pipe(served({}))
  )

  it.effect("respond with 500 to an unexpected exception, and write its stack without keys to standard error", () => {
    const write = vi.spyOn(process.stderr, "write").mockImplementation(() => true)
    const bugs: Array<unknown> = ["no error, with SECRET_KEY", new Error("a bug, with SECRET_KEY and SECRET")]
    const page = (): never => {
      throw bugs.pop()
    }
    const complaintsWithBug = { page, get: page, newest: undefined, size: 0, [Symbol.iterator]: page }
    const openRecords = () => ({ source: "a bug", complaints: complaintsWithBug, notices: [] })
    return Effect.gen(function* () {
      for (const expected of [/^Error: a bug, with •••• and ••••\n +at [^]+\n$/, /^no error, with ••••\n$/]) {
        const { json, status } = yield* sendRequest(complaints, { headers: { "X-Api-Key": "SECRET_KEY" } })
        assert.deepStrictEqual([status, at(json, "error", "code")], [500, "INTERNAL_SERVER_ERROR"])
        assert.match(String(write.mock.lastCall?.[0]), expected)
      }
      write.mockImplementation(page)
      assert.strictEqual((yield* sendRequest(complaints, { headers: { "X-Api-Key": "SECRET" } })).status, 500)
      assert.strictEqual((yield* sendRequest("/health", {})).status, 200)
    }).pipe(
      served({ apiKeys: ["SECRET", "SECRET_KEY"], openRecords }),
      Effect.ensuring(Effect.sync(() => write.mockRestore()))
    )
  })

  it.effect("allow browsers to send every header, to read those of the limits and to remember that for a day", () =>
    Effect.gen(function* () {
      const { headers } = yield* sendRequest(complaints, { method: "OPTIONS" })
      assert.deepStrictEqual(
        ["allow-headers", "allow-methods", "allow-origin", "expose-headers", "max-age"].map((name) =>
          headers.get(`access-control-${name}`)
        ),
        [
          "X-Api-Key, Accept, If-None-Match, User-Agent",
          "GET, HEAD, OPTIONS",
          "*",
          "X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After, ETag",
          "86400"
        ]
      )
    }).pipe(served({}))
  )

  it.effect("respond to OPTIONS without a key and allow the header of the key", () =>
    Effect.gen(function* () {
      for (const path of [complaints, `${notices}/x`]) {
        const response = yield* sendRequest(path, { method: "OPTIONS" })
        assert.strictEqual(response.status, 204)
        assert.include(response.headers.get("access-control-allow-headers"), "X-Api-Key")
        assert.strictEqual(response.headers.get("allow"), "GET, HEAD, OPTIONS")
      }
    }).pipe(served({}))
  )

  it.effect("respond with 405 to other methods before they check the key", () =>
    Effect.gen(function* () {
      for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
        const response = yield* sendRequest(complaints, { method })
        assert.strictEqual(response.status, 405)
        assert.strictEqual(at(response.json, "error", "code"), "METHOD_NOT_ALLOWED")
        assert.strictEqual(response.headers.get("allow"), "GET, HEAD, OPTIONS")
      }
    }).pipe(served({}))
  )

  it.effect("respond to HEAD like to GET, without a body", () =>
    Effect.gen(function* () {
      const get = yield* sendRequest(complaints)
      const head = yield* sendRequest(complaints, { method: "HEAD", headers: key })
      assert.strictEqual(head.status, 200)
      assert.strictEqual(head.text, "")
      assert.strictEqual(head.headers.get("content-length"), String(new TextEncoder().encode(get.text).length))
    }).pipe(served({}))
  )

  it.effect("respond with 400 without HTTPS before they check the key", () =>
    Effect.gen(function* () {
      const { fetch } = yield* ReferenceServer
      const response = yield* Effect.promise(() => fetch(`http://reference-server.invalid${complaints}`))
      assert.strictEqual(response.status, 400)
      const body = yield* Effect.promise(() => response.json())
      assert.strictEqual(at(body, "error", "code"), "HTTPS_REQUIRED")
      const health = yield* Effect.promise(() => fetch("http://reference-server.invalid/health"))
      assert.strictEqual(health.status, 200)
    }).pipe(served({}))
  )

  it.effect("respond with 403 in the gateway's words if the key is missing", () =>
    Effect.gen(function* () {
      for (const init of [{}, { headers: { "X-Api-Key": "" } }]) {
        for (const path of [complaints, `${complaints}?api_key=`, notices, `${notices}/x`]) {
          const response = yield* sendRequest(path, init)
          assert.strictEqual(response.status, 403)
          assert.strictEqual(response.headers.get("content-type"), "application/json")
          assert.strictEqual(
            response.text,
            '{"error":{"code":"API_KEY_MISSING","message":"No api_key was supplied. Get one at https://api.ftc.gov:443"}}'
          )
        }
      }
    }).pipe(served({}))
  )

  it.effect("respond with 403 to an unknown key, and prefer the key in the header to the one in the query", () =>
    Effect.gen(function* () {
      const wrong = { headers: { "X-Api-Key": "wrong" } }
      const response = yield* sendRequest(`${complaints}?api_key=one`, wrong)
      assert.strictEqual(response.status, 403)
      assert.strictEqual(at(response.json, "error", "code"), "API_KEY_INVALID")
      assert.strictEqual((yield* sendRequest(`${complaints}?api_key=wrong`, {})).status, 403)
      assert.strictEqual(
        (yield* sendRequest(`${complaints}?api_key=wrong`, { headers: { "X-Api-Key": "one" } })).status,
        200
      )
      assert.strictEqual(
        (yield* sendRequest(`${complaints}?api_key=two`, { headers: { "X-Api-Key": "" } })).status,
        200
      )
    }).pipe(served({}))
  )

  it.effect("respond with 429 while a key's sliding window is full", () =>
    Effect.gen(function* () {
      const remaining: Array<string | null> = []
      for (let request = 0; request < 3; request++) {
        const response = yield* sendRequest(`${complaints}?city=x`)
        assert.strictEqual(response.status, 400)
        assert.strictEqual(response.headers.get("x-ratelimit-limit"), "3")
        assert.isNull(response.headers.get("retry-after"))
        remaining.push(response.headers.get("x-ratelimit-remaining"))
        yield* TestClock.adjust("10 seconds")
      }
      assert.deepStrictEqual(remaining, ["2", "1", "0"])
      const over = yield* sendRequest(complaints)
      assert.strictEqual(over.status, 429)
      assert.strictEqual(at(over.json, "error", "code"), "OVER_RATE_LIMIT")
      assert.strictEqual(over.headers.get("retry-after"), "30")
      assert.strictEqual(over.headers.get("x-ratelimit-remaining"), "0")
      yield* TestClock.adjust("28500 millis")
      assert.strictEqual((yield* sendRequest(complaints)).headers.get("retry-after"), "2")
      yield* TestClock.adjust("1499 millis")
      assert.strictEqual((yield* sendRequest(complaints)).headers.get("retry-after"), "1")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* sendRequest(complaints)).status, 200)
      // The window slides: only the oldest of the three has left it.
      assert.strictEqual((yield* sendRequest(complaints)).headers.get("retry-after"), "10")
    }).pipe(served({ rateLimit: { limit: 3, window: "1 minute" } }))
  )

  it.effect("count each key separately, and no requests rejected by other gates", () =>
    Effect.gen(function* () {
      yield* sendRequest(complaints, {})
      yield* sendRequest("/nowhere")
      yield* sendRequest(complaints, { method: "OPTIONS" })
      yield* sendRequest(complaints, { method: "POST", headers: key })
      yield* sendRequest("/health")
      assert.strictEqual((yield* sendRequest(complaints)).headers.get("x-ratelimit-remaining"), "1")
      assert.strictEqual((yield* sendRequest(`${notices}/unknown`)).headers.get("x-ratelimit-remaining"), "0")
      assert.strictEqual((yield* sendRequest(complaints)).status, 429)
      assert.strictEqual((yield* sendRequest(complaints, { headers: { "X-Api-Key": "one" } })).status, 200)
    }).pipe(served({ rateLimit: { limit: 2, window: "1 hour" } }))
  )

  it.effect("send no rate limit headers if the limit is off", () =>
    Effect.gen(function* () {
      assert.isNull((yield* sendRequest(complaints)).headers.get("x-ratelimit-limit"))
    }).pipe(served({ rateLimit: "off" }))
  )

  it.effect("allow /health without a key", () =>
    Effect.gen(function* () {
      const response = yield* sendRequest("/health", {})
      assert.deepStrictEqual(response.json, {
        status: "ok",
        dataSet: "sample of 7 July 2021",
        isSample: true,
        complaints: 14_034,
        notices: 3_002
      })
    }).pipe(served({}))
  )
})

describe("caching and compression", () => {
  it.effect("respond with 304 to a client with the current version, and count the request", () =>
    Effect.gen(function* () {
      const first = yield* sendRequest(complaints)
      const tag = first.headers.get("etag") ?? ""
      assert.match(tag, /^W\/"/)
      const again = yield* sendRequest(complaints, { headers: { ...key, "If-None-Match": `"other", ${tag}` } })
      assert.strictEqual(again.status, 304)
      assert.strictEqual(again.text, "")
      assert.strictEqual(again.headers.get("x-ratelimit-remaining"), "998")
      assert.strictEqual(
        (yield* sendRequest(complaints, { headers: { ...key, "If-None-Match": '"other"' } })).status,
        200
      )
      assert.isNull((yield* sendRequest(`${complaints}?city=x`)).headers.get("etag"))
    }).pipe(served({}))
  )
})

describe("a server in process", () => {
  it.effect("rejects other origins and aborted requests", () =>
    Effect.gen(function* () {
      const { fetch, url } = yield* ReferenceServer
      const elsewhere = yield* Effect.flip(Effect.tryPromise(() => fetch("https://api.ftc.gov/v0/dnc-complaints")))
      assert.include(String(elsewhere.cause), "has the URL https://reference-server.invalid")
      const signal = AbortSignal.abort(new Error("changed my mind"))
      const aborted = yield* Effect.flip(Effect.tryPromise(() => fetch(url + complaints, { signal })))
      assert.include(String(aborted.cause), "changed my mind")
    }).pipe(served({}))
  )

  it.effect("logs each request without the key", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      yield* sendRequest(`${complaints}?api_key=one&state=Ohio`, {})
      yield* sendRequest(`${complaints}?api_key=secret`, {})
      assert.deepStrictEqual(lines, ["GET /v0/dnc-complaints?state=Ohio 200", "GET /v0/dnc-complaints 403"])
    }).pipe(served({ log: ({ method, status, url }) => lines.push(`${method} ${url} ${status}`) }))
  })

  it.effect("is independent of other servers", () =>
    Effect.gen(function* () {
      const strict = yield* Layer.build(ReferenceServer.layerInProcess({ rateLimit: { limit: 1, window: "1 hour" } }))
      const loose = yield* Layer.build(ReferenceServer.layerInProcess({ rateLimit: "off", profile: "live" }))
      yield* Effect.provide(sendRequest(complaints), strict)
      assert.strictEqual((yield* Effect.provide(sendRequest(complaints), strict)).status, 429)
      const response = yield* Effect.provide(sendRequest(notices), loose)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(data(response).length, 50)
    }).pipe(Effect.scoped)
  )
})
