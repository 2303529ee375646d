import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { isAmbiguous, toServiceRequest, type Trust } from "../src/socket/socketRequest.ts"

const message = (headers: Readonly<Record<string, string>>, url?: string): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { method: "GET", headers, url })

const http: Trust = { isHttps: false, trustProxy: true }
const https: Trust = { isHttps: true, trustProxy: true }

describe("a request on a socket", () => {
  it.each([
    ["https", http, true],
    ["HTTPS", http, true],
    [" https , http", http, true],
    ["http, https", https, false],
    ["ftp", https, false],
    ["", http, false],
    ["", https, true],
    ["http", { isHttps: true, trustProxy: false }, true],
    ["https", { isHttps: false, trustProxy: false }, false]
  ] as const)(
    "with the X-Forwarded-Proto %j, where the server has %j, counts as HTTPS: %s",
    (proto, trust, isSecure) => {
      assert.strictEqual(toServiceRequest(message({ "x-forwarded-proto": proto }), trust).isSecure, isSecure)
    }
  )

  it("without X-Forwarded-Proto is as secure as its connection", () => {
    assert.deepStrictEqual(
      [http, https].map((trust) => toServiceRequest(message({}), trust).isSecure),
      [false, true]
    )
  })

  it.each([
    ["/v0?x=http://y/z", "/v0?x=http://y/z"],
    ["http://host/v0/x?y=1", "/v0/x?y=1"],
    ["HTTPS://host:1//v0", "//v0"],
    ["http://host", "/"],
    ["http://host?y=1", "/?y=1"],
    ["ftp://host/v0", "ftp://host/v0"],
    ["*", "*"]
  ])("for %s has the path and query %s", (url, expected) => {
    assert.strictEqual(toServiceRequest(message({}, url), http).url, expected)
  })

  it.each([
    [{}, false],
    [{ "content-length": "5" }, false],
    [{ "transfer-encoding": " Chunked " }, false],
    [{ "transfer-encoding": "gzip, chunked" }, true],
    [{ "transfer-encoding": "" }, true],
    [{ "transfer-encoding": "chunked", "content-length": "5" }, true]
  ])("with %j is ambiguous: %s", (headers, expected) => {
    assert.strictEqual(isAmbiguous(message(headers)), expected)
  })
})
