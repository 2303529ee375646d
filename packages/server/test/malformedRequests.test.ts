import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ReferenceServer } from "../src/index.ts"
import { firstRequest, lastRequest, parseResponses, raw } from "./rawSocket.ts"
import { sendRequest } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const page = `${complaints}?items_per_page=1`
const served = Effect.provide(ReferenceServer.layerSocket({ port: 0, tls: "off", allowHttp: true, rateLimit: "off" }))

/** Sends raw text and returns the responses until the server closes the connection. */
const responsesTo = (text: string) =>
  Effect.flatMap(ReferenceServer, ({ url }) => Effect.map(raw(url, text), (received) => parseResponses(received)))

const statusesOf = (text: string) => Effect.map(responsesTo(text), (all) => all.map(({ status }) => status))

/** Headers with which two programs could find different requests in the same bytes. **Source** RFC 9112, sections 3.2 and 6.3. */
const ambiguous = [
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
]

describe("a request that could hide another one", () => {
  for (const headers of ambiguous) {
    it.live(`with ${JSON.stringify(headers)} gets one 400, and the connection is closed`, () =>
      Effect.gen(function* () {
        const body = headers.some((header) => header.startsWith("Transfer-Encoding")) ? "0\r\n\r\n" : ""
        const hidden = lastRequest("GET", complaints)
        assert.deepStrictEqual(yield* statusesOf(firstRequest("GET", complaints, ...headers) + body + hidden), [400])
      }).pipe(served)
    )
  }

  it.live("after an upgrade gets one 400, which browsers may read, and the connection is closed", () =>
    Effect.gen(function* () {
      const upgrade = firstRequest("GET", complaints, "Connection: Upgrade", "Upgrade: websocket")
      const responses = yield* responsesTo(upgrade + firstRequest("GET", complaints))
      const [{ body, headers, status } = assert.fail("no response")] = responses
      assert.deepStrictEqual([responses.length, status, JSON.parse(body).error.code], [1, 400, "MALFORMED_REQUEST"])
      const sent = ["content-type", "access-control-allow-origin", "connection"].map((name) => headers.get(name))
      assert.deepStrictEqual(sent, ["application/json", "*", "close"])
    }).pipe(served)
  )

  it.live("is none with one Host and one chunked transfer coding, in any case", () =>
    Effect.gen(function* () {
      const chunked = lastRequest("GET", complaints, "Transfer-Encoding: Chunked")
      assert.deepStrictEqual(yield* statusesOf(`${chunked}0\r\n\r\n`), [200])
    }).pipe(served)
  )
})

describe("bytes that are not a request", () => {
  it.live("get a 400, and the server continues", () =>
    Effect.gen(function* () {
      for (const text of [
        `GET ${complaints} HTTP/1.1\r\n\r\n`,
        "nonsense\r\n\r\n",
        "\u0000\u0001\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        lastRequest("BREW", complaints)
      ]) {
        assert.strictEqual((yield* statusesOf(text))[0], 400, text)
      }
      assert.strictEqual((yield* sendRequest("/health")).status, 200)
    }).pipe(served)
  )
})

describe("a long request", () => {
  it.live("gets 414 above 8,192 characters of URL, and 431 above 16 KB of URL and headers", () =>
    Effect.gen(function* () {
      const urlOf = (length: number) => lastRequest("GET", `${page}&x=`.padEnd(length, "y"))
      const headerOf = (length: number) => lastRequest("GET", page, `X-Large: ${"x".repeat(length)}`)
      for (const [text, status] of [
        [urlOf(8_192), 200],
        [urlOf(8_193), 414],
        [urlOf(15_000), 414],
        [urlOf(300_000), 431],
        [headerOf(16_000), 200],
        [headerOf(16_500), 431],
        [headerOf(300_000), 431]
      ] as const) {
        assert.deepStrictEqual(yield* statusesOf(text), [status], `${text.length}`)
      }
    }).pipe(served)
  )
})
