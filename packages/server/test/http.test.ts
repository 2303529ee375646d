import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ReferenceServer } from "../src/index.ts"
import { firstRequest, lastRequest, parseResponses, raw, type RawResponse, rawConnection } from "./rawSocket.ts"
import { at } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const page = `${complaints}?items_per_page=1`
const served = Effect.provide(ReferenceServer.layerSocket({ port: 0, tls: "off", allowHttp: true, rateLimit: "off" }))

const none: RawResponse = { status: 0, headers: new Map(), body: "" }

/** Sends raw text and returns the first response. */
const first = (text: string, method = "GET") =>
  Effect.gen(function* () {
    const { url } = yield* ReferenceServer
    return parseResponses(yield* raw(url, text), method)[0] ?? none
  })

describe("a method", () => {
  it.live("is HEAD with the headers of GET, or gets 405 with Allow", () =>
    Effect.gen(function* () {
      const got = yield* first(lastRequest("GET", complaints))
      const headed = yield* first(lastRequest("HEAD", complaints), "HEAD")
      assert.strictEqual(headed.status, 200)
      for (const name of ["content-length", "etag"]) assert.strictEqual(headed.headers.get(name), got.headers.get(name))
      assert.strictEqual(headed.headers.get("content-length"), String(got.body.length))
      const texts = ["POST", "PUT", "TRACE", "PROPFIND", "PURGE", "QUERY"].map((method) =>
        lastRequest(method, complaints)
      )
      for (const text of [...texts, "CONNECT api.ftc.gov:443 HTTP/1.1\r\nHost: x\r\n\r\n"]) {
        const refused = yield* first(text)
        assert.deepStrictEqual([refused.status, refused.headers.get("allow")], [405, "GET, HEAD, OPTIONS"], text)
        assert.notInclude(refused.body, "DEMO_KEY")
      }
    }).pipe(served)
  )

  it.live("may come with an unknown upgrade, which is ignored", () =>
    Effect.gen(function* () {
      for (const protocol of ["websocket", "h2c"]) {
        const upgrade = firstRequest("GET", complaints, "Connection: Upgrade", `Upgrade: ${protocol}`)
        const { headers, status } = yield* first(upgrade)
        assert.deepStrictEqual([status, headers.get("connection")], [200, "close"], protocol)
      }
    }).pipe(served)
  )
})

describe("Accept-Encoding", () => {
  it.live("with gzip compresses bodies of at least 1,024 bytes", () =>
    Effect.gen(function* () {
      const plain = yield* first(lastRequest("GET", complaints))
      for (const accepting of ["gzip", "GZip", "br;q=1, gzip;q=0.5", "gzip ; Q=1.000", "gzip;iq=0", ", ,;;q=1,gzip"]) {
        const coded = yield* first(lastRequest("GET", complaints, `Accept-Encoding: ${accepting}`))
        assert.strictEqual(coded.headers.get("content-encoding"), "gzip", accepting)
        assert.strictEqual(coded.headers.get("vary"), "Accept-Encoding")
        assert.strictEqual(gunzipSync(Buffer.from(coded.body, "latin1")).toString("latin1"), plain.body)
      }
      for (const refusing of ["", "br", "gzipped", "*", "gzip;q=0", "gzip; Q=0.000", "gzip;q =\t0", "gzip;q=0, *"]) {
        const refused = yield* first(lastRequest("GET", complaints, `Accept-Encoding: ${refusing}`))
        assert.isFalse(refused.headers.has("content-encoding"), refusing)
      }
      // The body contains the URL of the request, so that each character more is a byte more.
      const shortest = Number((yield* first(lastRequest("GET", `${page}&x=`))).headers.get("content-length"))
      for (const [length, coding] of [
        [1_023, undefined],
        [1_024, "gzip"]
      ] as const) {
        const url = `${page}&x=${"y".repeat(length - shortest)}`
        const { headers } = yield* first(lastRequest("GET", url, "Accept-Encoding: gzip"))
        assert.strictEqual(headers.get("content-encoding"), coding)
      }
    }).pipe(served)
  )
})

describe("If-None-Match", () => {
  it.live("with the current tag, weak or strong, in a list or as *, gets 304", () =>
    Effect.gen(function* () {
      const tag = (yield* first(lastRequest("GET", page))).headers.get("etag") ?? ""
      for (const known of [tag, tag.replace("W/", ""), `"a", ${tag} ,"b"`, "*", `W/"a",${tag}`]) {
        const response = yield* first(lastRequest("GET", page, `If-None-Match: ${known}`))
        assert.deepStrictEqual([response.status, response.headers.get("etag")], [304, tag], known)
        assert.isFalse(response.headers.has("content-length"))
        assert.strictEqual((yield* first(lastRequest("HEAD", page, `If-None-Match: ${known}`), "HEAD")).status, 304)
      }
      for (const other of ['"a"', "", tag.replaceAll('"', ""), `${tag}x`, "W/*", tag.replace('W/"', '"W/')]) {
        assert.strictEqual((yield* first(lastRequest("GET", page, `If-None-Match: ${other}`))).status, 200, other)
      }
      const unknown = yield* first(lastRequest("GET", `${complaints}/unknown`, "If-None-Match: *"))
      assert.deepStrictEqual([unknown.status, unknown.headers.has("etag")], [404, false])
    }).pipe(served)
  )
})

describe("a connection", () => {
  it.live("continues after the body of a GET, which is discarded", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const sized = `${firstRequest("GET", page, "Content-Length: 9")}ignore me`
      const chunked = `${firstRequest("GET", page, "Transfer-Encoding: chunked")}3\r\nabc\r\n0\r\n\r\n`
      const responses = parseResponses(yield* raw(url, sized + chunked + lastRequest("GET", "/health")))
      assert.deepStrictEqual(
        responses.map(({ status }) => status),
        [200, 200, 200]
      )
    }).pipe(served)
  )

  it.live("gets responses to pipelined requests in their order, also after a delayed one", () =>
    Effect.gen(function* () {
      const { faults, url } = yield* ReferenceServer
      yield* faults.next({ do: "delay", ms: 50 })
      const paths = Array.from({ length: 60 }, (_, offset) => `${page}&offset=${offset}`)
      const requests = paths.map((path) => firstRequest("GET", path)).join("")
      const responses = parseResponses(yield* raw(url, requests + lastRequest("GET", "/nowhere")))
      assert.deepStrictEqual(
        responses.map(({ body }) => at(JSON.parse(body), "links", "self")),
        [...paths.map((path) => url + path), undefined]
      )
    }).pipe(served)
  )

  it.live("may use the absolute form or HTTP/1.0, after which it is closed", () =>
    Effect.gen(function* () {
      for (const [target, status] of [
        [`http://other${complaints}`, 200],
        [`HTTPS://other:1${page}`, 200],
        ["http://other", 302],
        ["http://other?x=1", 302],
        [`${page}&x=http://y/z`, 200],
        [`ftp://other${complaints}`, 404],
        [`http://other/${complaints}`, 404]
      ] as const) {
        assert.strictEqual((yield* first(lastRequest("GET", target))).status, status, target)
      }
      const old = yield* first(`GET ${page} HTTP/1.0\r\nX-Api-Key: DEMO_KEY\r\n\r\n`)
      assert.deepStrictEqual([old.status, old.headers.get("connection")], [200, "close"])
    }).pipe(served)
  )

  it.live("gets the response although the client has closed its side", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const { end, send, socket } = yield* rawConnection(url)
      send(firstRequest("GET", complaints))
      socket.end()
      const [response = none] = parseResponses(yield* end)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.body.length, Number(response.headers.get("content-length")))
    }).pipe(Effect.scoped, served)
  )
})
