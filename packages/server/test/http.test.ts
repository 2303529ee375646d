import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { ReferenceServer, type SocketOptions } from "../src/index.ts"
import { sendRequest, at } from "./requests.ts"
import { parseResponses, firstRequest, lastRequest, raw, type RawResponse, rawConnection } from "./rawSocket.ts"

const complaints = "/v0/dnc-complaints"
const served = (options: SocketOptions = {}) =>
  Effect.provide(ReferenceServer.layerSocket({ port: 0, tls: "off", allowHttp: true, rateLimit: "off", ...options }))

const none: RawResponse = { status: 0, headers: new Map(), body: "" }

/** Sends raw text and returns the first response. */
const first = (text: string, method = "GET") =>
  Effect.gen(function* () {
    const { url } = yield* ReferenceServer
    return parseResponses(yield* raw(url, text), method)[0] ?? none
  })

const codeOf = ({ body }: RawResponse): unknown => at(JSON.parse(body), "error", "code")

describe("HTTP on a socket", () => {
  it.live("responds to HEAD with the headers of GET", () =>
    Effect.gen(function* () {
      const got = yield* first(lastRequest("GET", complaints))
      const headed = yield* first(lastRequest("HEAD", complaints), "HEAD")
      assert.strictEqual(headed.status, 200)
      assert.strictEqual(headed.headers.get("content-length"), String(got.body.length))
      assert.strictEqual(headed.headers.get("etag"), got.headers.get("etag"))
    }).pipe(served())
  )

  it.live("responds to a preflight request without a key, for a route and for `*`", () =>
    Effect.gen(function* () {
      for (const target of [complaints, "*"]) {
        const preflight = `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: x-api-key\r\nConnection: close\r\n\r\n`
        const { body, headers, status } = yield* first(preflight)
        assert.strictEqual(status, 204)
        assert.strictEqual(headers.get("access-control-allow-origin"), "*")
        assert.include(headers.get("access-control-allow-methods"), "GET")
        assert.include(headers.get("access-control-allow-headers"), "X-Api-Key")
        assert.isFalse(headers.has("content-length"))
        assert.strictEqual(body, "")
      }
    }).pipe(served())
  )

  it.live("responds with 405 and Allow to every other method, standard or not", () =>
    Effect.gen(function* () {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "PURGE", "SEARCH", "QUERY"]) {
        const refused = yield* first(lastRequest(method, complaints))
        assert.strictEqual(refused.status, 405, method)
        assert.strictEqual(refused.headers.get("allow"), "GET, HEAD, OPTIONS")
        assert.strictEqual(codeOf(refused), "METHOD_NOT_ALLOWED")
        assert.notInclude(refused.body, "DEMO_KEY")
      }
      const tunnel = yield* first("CONNECT api.ftc.gov:443 HTTP/1.1\r\nHost: x\r\n\r\n")
      assert.strictEqual(tunnel.status, 405)
      assert.strictEqual(tunnel.headers.get("allow"), "GET, HEAD, OPTIONS")
      assert.strictEqual((yield* first(lastRequest("BREW", complaints))).status, 400)
    }).pipe(served())
  )

  it.live("ignores an unknown upgrade and handles the request", () =>
    Effect.gen(function* () {
      for (const protocol of ["websocket", "h2c"]) {
        const upgrade = firstRequest("GET", complaints, "Connection: Upgrade", `Upgrade: ${protocol}`)
        const { headers, status } = yield* first(upgrade)
        assert.deepStrictEqual([status, headers.get("connection")], [200, "close"], protocol)
      }
      assert.strictEqual((yield* first("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")).status, 400)
    }).pipe(served())
  )

  it.live("compresses bodies of at least 1,024 bytes if Accept-Encoding names gzip", () =>
    Effect.gen(function* () {
      const plain = yield* first(lastRequest("GET", complaints))
      const coded = yield* first(lastRequest("GET", complaints, "Accept-Encoding: br;q=1, gzip;q=0.5"))
      assert.strictEqual(coded.headers.get("content-encoding"), "gzip")
      assert.strictEqual(coded.headers.get("vary"), "Accept-Encoding")
      assert.strictEqual(gunzipSync(Buffer.from(coded.body, "latin1")).toString("latin1"), plain.body)
      const refused = yield* first(lastRequest("GET", complaints, "Accept-Encoding: gzip;q=0, *"))
      assert.isFalse(refused.headers.has("content-encoding"))
      const short = `${complaints}?items_per_page=1`
      const small = yield* first(lastRequest("GET", short, "Accept-Encoding: gzip"))
      assert.isFalse(small.headers.has("content-encoding"))
    }).pipe(served())
  )

  it.live("responds with 304 to the current tag, weak or strong, in a list or as *", () =>
    Effect.gen(function* () {
      const tag = (yield* first(lastRequest("GET", complaints))).headers.get("etag") ?? ""
      for (const known of [tag, tag.replace("W/", ""), `"a", ${tag} ,"b"`, "*", `W/"a",${tag}`]) {
        const response = yield* first(lastRequest("GET", complaints, `If-None-Match: ${known}`))
        assert.strictEqual(response.status, 304, known)
        assert.strictEqual(response.headers.get("etag"), tag)
        assert.strictEqual(response.headers.get("vary"), "Accept-Encoding")
        assert.isFalse(response.headers.has("content-length"))
        const headed = yield* first(lastRequest("HEAD", complaints, `If-None-Match: ${known}`), "HEAD")
        assert.strictEqual(headed.status, 304, known)
      }
      for (const other of ['"a"', "", tag.replaceAll('"', ""), `${tag}x`, "W/*"]) {
        const response = yield* first(lastRequest("GET", complaints, `If-None-Match: ${other}`))
        assert.strictEqual(response.status, 200, other)
      }
      const unknown = yield* first(lastRequest("GET", `${complaints}/unknown`, "If-None-Match: *"))
      assert.strictEqual(unknown.status, 404)
    }).pipe(served())
  )

  it.live("responds with 414 to a URL above 8,192 characters and with 431 above 16 KB of URL and headers", () =>
    Effect.gen(function* () {
      for (const length of [8_193, 15_000]) {
        const long = yield* first(lastRequest("GET", `${complaints}?x=`.padEnd(length, "y")))
        assert.strictEqual(long.status, 414, `${length}`)
        assert.strictEqual(codeOf(long), "URI_TOO_LONG")
      }
      assert.strictEqual((yield* first(lastRequest("GET", `${complaints}?x=`.padEnd(8_192, "y")))).status, 200)
      assert.strictEqual((yield* first(lastRequest("GET", complaints, `X: ${"x".repeat(16_000)}`))).status, 200)
      for (const length of [16_500, 300_000]) {
        const large = yield* first(lastRequest("GET", complaints, `X-Large: ${"x".repeat(length)}`))
        assert.strictEqual(large.status, 431, `${length}`)
      }
      assert.strictEqual((yield* first(lastRequest("GET", "/".padEnd(300_000, "x")))).status, 431)
    }).pipe(served())
  )

  it.live("discards the body of a GET and reads the next request after it", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const sized = `${firstRequest("GET", `${complaints}?items_per_page=1`, "Content-Length: 9")}ignore me`
      const chunked = `${firstRequest("GET", "/health", "Transfer-Encoding: chunked")}3\r\nabc\r\n0\r\n\r\n`
      const responses = parseResponses(yield* raw(url, sized + chunked + lastRequest("GET", "/nowhere")))
      assert.deepStrictEqual(
        responses.map(({ status }) => status),
        [200, 200, 404]
      )
    }).pipe(served())
  )

  it.live("closes a connection whose request body does not end", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const { end, send, socket, until } = yield* rawConnection(url)
      send(firstRequest("POST", complaints, "Transfer-Encoding: chunked"))
      yield* until(/^HTTP\/1\.1 405/)
      const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`
      yield* Effect.forkChild(
        Effect.repeat(
          Effect.sync(() => socket.write(chunk)),
          Schedule.spaced("10 millis")
        )
      )
      assert.match(yield* end, /METHOD_NOT_ALLOWED/)
    }).pipe(Effect.scoped, served({ limits: { headersMillis: 1_000, requestMillis: 1_000 } }))
  )

  it.live("rejects requests that could hide another request and closes the connection", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      for (const headers of [
        ["Host: y"],
        ["Host: x"],
        ["Transfer-Encoding: gzip"],
        ["Transfer-Encoding: gzip, chunked"],
        ["Transfer-Encoding: chunked, identity"],
        ["Content-Length: 5", "Transfer-Encoding: chunked"],
        ["Content-Length: 5", "Content-Length: 6"],
        ["Content-Length: +5"],
        ["Content-Length : 5"],
        [" folded: 1"],
        ["Bad\u0000Name: 1"]
      ]) {
        const hidden = `0\r\n\r\n${firstRequest("GET", complaints)}`
        const responses = parseResponses(yield* raw(url, firstRequest("GET", complaints, ...headers) + hidden))
        assert.deepStrictEqual(
          responses.map(({ status }) => status),
          [400],
          headers.join()
        )
      }
    }).pipe(served())
  )

  it.live("rejects an upgrade that is followed by a request and closes the connection", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const upgrade = firstRequest("GET", complaints, "Connection: Upgrade", "Upgrade: websocket")
      const responses = parseResponses(yield* raw(url, upgrade + firstRequest("GET", complaints)))
      assert.deepStrictEqual(
        responses.map(({ status }) => status),
        [400]
      )
      const [refused = none] = responses
      assert.strictEqual(codeOf(refused), "MALFORMED_REQUEST")
      assert.deepStrictEqual(
        ["content-type", "access-control-allow-origin", "connection"].map((name) => refused.headers.get(name)),
        ["application/json", "*", "close"]
      )
    }).pipe(served())
  )

  it.live("accepts one Host and one chunked transfer coding, in any case", () =>
    Effect.gen(function* () {
      const chunked = lastRequest("GET", complaints, "Transfer-Encoding: Chunked")
      assert.strictEqual((yield* first(`${chunked}0\r\n\r\n`)).status, 200)
    }).pipe(served())
  )

  it.live("responds to pipelined requests in their order", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const offsets = Array.from({ length: 60 }, (_, n) => n)
      const requests = offsets.map((offset) => firstRequest("GET", `${complaints}?items_per_page=1&offset=${offset}`))
      const responses = parseResponses(yield* raw(url, requests.join("") + lastRequest("GET", "/health")))
      assert.strictEqual(responses.length, 61)
      for (const offset of offsets) {
        const self = at(JSON.parse(responses[offset]?.body ?? ""), "links", "self")
        assert.strictEqual(self, `${url}${complaints}?items_per_page=1&offset=${offset}`)
      }
    }).pipe(served())
  )

  it.live("responds in order after a delayed response", () =>
    Effect.gen(function* () {
      const { faults, url } = yield* ReferenceServer
      yield* faults.next({ do: "delay", ms: 50 })
      const responses = parseResponses(
        yield* raw(url, firstRequest("GET", `${complaints}?items_per_page=1`) + lastRequest("GET", "/nowhere"))
      )
      assert.deepStrictEqual(
        responses.map(({ status }) => status),
        [200, 404]
      )
    }).pipe(served())
  )

  it.live("accepts the absolute form and HTTP/1.0, and closes HTTP/1.0 connections", () =>
    Effect.gen(function* () {
      for (const target of [`http://other${complaints}`, `HTTPS://other:1${complaints}?items_per_page=1`]) {
        assert.strictEqual((yield* first(lastRequest("GET", target))).status, 200, target)
      }
      assert.strictEqual((yield* first(lastRequest("GET", "http://other"))).status, 302)
      const old = yield* first(`GET ${complaints} HTTP/1.0\r\nX-Api-Key: DEMO_KEY\r\n\r\n`)
      assert.strictEqual(old.status, 200)
      assert.strictEqual(old.headers.get("connection"), "close")
    }).pipe(served())
  )

  it.live("responds with 400 if Host is missing or the bytes are not HTTP", () =>
    Effect.gen(function* () {
      for (const text of [`GET ${complaints} HTTP/1.1\r\n\r\n`, "nonsense\r\n\r\n", "\u0000\u0001\r\n\r\n"]) {
        assert.strictEqual((yield* first(text)).status, 400, text)
      }
      assert.strictEqual((yield* sendRequest("/health")).status, 200)
    }).pipe(served())
  )

  it.live("responds to a client that has closed its side of the connection", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const { end, send, socket } = yield* rawConnection(url)
      send(firstRequest("GET", complaints))
      socket.end()
      const [response = none] = parseResponses(yield* end)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.body.length, Number(response.headers.get("content-length")))
    }).pipe(Effect.scoped, served())
  )
})
