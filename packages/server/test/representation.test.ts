import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { acceptsGzip, negotiateResponse } from "../src/requests/representation.ts"
import { jsonResponse, type HeaderValues } from "../src/requests/Response.ts"

const accepting = [
  "gzip",
  "GZip",
  "gzip, deflate, br, zstd",
  "br;q=1, gzip;q=0.5",
  "gzip; q=0.001",
  "gzip ; Q=1.000",
  "gzip;iq=0",
  ", ,;;q=1,gzip"
]

const refusing = [
  undefined,
  "",
  "br",
  "gzipped",
  "*",
  "identity",
  "gzip;q=0",
  "gzip; Q=0.000",
  "gzip;q =\t0",
  "gzip;q=0, *"
]

describe("Accept-Encoding", () => {
  it.each(accepting)("%s accepts gzip", (header) => {
    assert.isTrue(acceptsGzip(header))
  })

  it.each(refusing)("%s does not accept gzip", (header) => {
    assert.isFalse(acceptsGzip(header))
  })
})

const negotiate = (body: string, headers: HeaderValues, etag?: string) =>
  negotiateResponse(jsonResponse(200, body), { method: "GET", url: "/", headers, isSecure: true }, etag)

describe("a representation", () => {
  it("is compressed quickly from 1,024 bytes on", () => {
    const shorter = negotiate("x".repeat(1_023), { "accept-encoding": "gzip" })
    assert.strictEqual(shorter.headers["Content-Encoding"], undefined)
    const body = Array.from({ length: 256 }, (_, n) =>
      String(n * n)
        .padStart(4, "0")
        .slice(-4)
    ).join("")
    const compressed = negotiate(body, { "accept-encoding": "gzip" })
    assert.strictEqual(compressed.headers["Content-Encoding"], "gzip")
    assert.deepStrictEqual(Buffer.from(compressed.body), gzipSync(body, { level: 1 }))
  })

  it("is empty if the client has it, whatever surrounds the tag in its list", () => {
    for (const known of ['W/"tag"', '"tag"', ' "other" , "tag" ', ' "other", * ']) {
      const { body, status } = negotiate("{}", { "if-none-match": known }, 'W/"tag"')
      assert.deepStrictEqual([status, body.length], [304, 0], known)
    }
  })

  it("is sent if the client has another one, or if it has no tag", () => {
    for (const known of ['"other"', '"tW/ag"', '"tag', ""]) {
      assert.strictEqual(negotiate("{}", { "if-none-match": known }, 'W/"tag"').status, 200, known)
    }
    assert.strictEqual(negotiate("{}", { "if-none-match": "*" }).status, 200)
  })
})
