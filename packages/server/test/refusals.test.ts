import { request } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { sendRequest, at } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const known = { "X-Api-Key": "one" }
const server = { apiKeys: ["one", "two"], rateLimit: { limit: 3, window: "1 hour" } } as const
const served = (options: ReferenceServerOptions = {}) =>
  Effect.provide(ReferenceServer.layerInProcess({ ...server, ...options }))

const gatewayBody = (code: string, message: string): string => JSON.stringify({ error: { code, message } })

/** Requests and the expected status and body, in the gateway's words. */
const refused: ReadonlyArray<readonly [path: string, init: RequestInit, status: number, body: string]> = [
  ["/v0/none", { headers: known }, 404, gatewayBody("NOT_FOUND", "The requested URL was not found on this server.")],
  [complaints, {}, 403, gatewayBody("API_KEY_MISSING", "No api_key was supplied. Get one at https://api.ftc.gov:443")],
  [
    `${notices}?api_key=wrong`,
    {},
    403,
    gatewayBody("API_KEY_INVALID", "An invalid api_key was supplied. Get one at https://api.ftc.gov:443")
  ],
  [
    notices,
    { method: "DELETE" },
    405,
    gatewayBody("METHOD_NOT_ALLOWED", "This method is not allowed here. Use GET, HEAD or OPTIONS.")
  ],
  [
    `${complaints}?city=Akron`,
    { headers: known },
    400,
    gatewayBody("INVALID_PARAMETERS", "city may be used only together with state.")
  ],
  [`${complaints}/none`, { headers: known }, 404, gatewayBody("NOT_FOUND", "There is no complaint with this id.")]
]

/** Requests with several keys, and the key whose limit must count the request, or the status of the rejection. */
const keys: ReadonlyArray<
  readonly [what: string, query: string, headers: Readonly<Record<string, string>>, counts: "one" | "two" | number]
> = [
  ["the key in the header", "", { "X-Api-Key": "one" }, "one"],
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

describe("a rejection", () => {
  for (const [path, init, status, body] of refused) {
    it.effect(`uses the gateway's words for ${init.method ?? "GET"} ${path}, and HEAD differs only in the body`, () =>
      Effect.gen(function* () {
        const response = yield* sendRequest(path, init)
        assert.strictEqual(response.status, status)
        assert.strictEqual(response.text, body)
        assert.strictEqual(response.headers.get("content-type"), "application/json")
        assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
        assert.isNull(response.headers.get("etag"))
        if (init.method !== undefined) return
        const head = yield* sendRequest(path, { ...init, method: "HEAD" })
        assert.strictEqual(head.status, status)
        assert.strictEqual(head.text, "")
        assert.strictEqual(head.headers.get("content-length"), String(body.length))
        assert.strictEqual(head.headers.get("content-type"), "application/json")
      }).pipe(served())
    )
  }

  it.effect("has an integer Retry-After for GET and HEAD if the limit is used up", () =>
    Effect.gen(function* () {
      for (let request = 0; request < 3; request++) yield* sendRequest(complaints, { headers: known })
      const message =
        "You have exceeded your rate limit. Try again later or contact us at https://api.ftc.gov:443 for assistance"
      for (const method of ["GET", "HEAD"]) {
        const over = yield* sendRequest(`${notices}?filter[nope]=1`, { headers: known, method })
        assert.strictEqual(over.status, 429)
        assert.strictEqual(over.text, method === "GET" ? gatewayBody("OVER_RATE_LIMIT", message) : "")
        assert.strictEqual(over.headers.get("retry-after"), "3600")
        assert.strictEqual(over.headers.get("x-ratelimit-limit"), "3")
        assert.strictEqual(over.headers.get("x-ratelimit-remaining"), "0")
        assert.isNull(over.headers.get("x-ratelimit-reset"))
      }
    }).pipe(served())
  )

  it.effect("checks HTTPS after the method and before the key", () =>
    Effect.gen(function* () {
      const { fetch } = yield* ReferenceServer
      const plain = (path: string, method: string) =>
        Effect.promise(() => fetch(`http://reference-server.invalid${path}`, { method }))
      for (const [path, method, status] of [
        [complaints, "GET", 400],
        [`${notices}/x`, "HEAD", 400],
        [complaints, "POST", 405],
        [complaints, "OPTIONS", 204],
        ["/nowhere", "GET", 404],
        ["/health", "GET", 200],
        ["/metrics", "GET", 200]
      ] as const) {
        const response = yield* plain(path, method)
        assert.strictEqual(response.status, status, `${method} ${path}`)
        assert.isNull(response.headers.get("x-ratelimit-limit"))
      }
    }).pipe(served())
  )
})

describe("the rate limit headers", () => {
  it.effect("are on every counted response, including 304, 404, 400, 500 and HEAD, and on no other", () =>
    Effect.gen(function* () {
      const tag = (yield* sendRequest(complaints, { headers: known })).headers.get("etag") ?? ""
      const remaining: Array<string | null> = []
      for (const [path, init] of [
        [complaints, { headers: { ...known, "If-None-Match": tag } }],
        [`${complaints}/none`, { headers: known }],
        [`${notices}?sort[x][path]=none`, { headers: known }],
        [complaints, { headers: known, method: "HEAD" }],
        [`${notices}/x`, { headers: known }],
        [complaints, { headers: known, method: "OPTIONS" }],
        [complaints, {}],
        ["/health", { headers: known }],
        ["/metrics", { headers: known }]
      ] as const) {
        remaining.push((yield* sendRequest(path, init)).headers.get("x-ratelimit-remaining"))
      }
      assert.deepStrictEqual(remaining, ["8", "7", "6", "5", "4", null, null, null, null])
    }).pipe(
      served({
        rateLimit: { limit: 10, window: "1 hour" },
        faults: { faults: [{ on: { path: `${notices}/*` }, do: "status", status: 500 }] }
      })
    )
  )
})

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

  it.live("is rejected if a socket receives two headers", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const received = yield* Effect.callback<{ readonly status: number | undefined; readonly text: string }>(
        (resume) => {
          const headers = ["X-Api-Key", "one", "X-Api-Key", "two", "Host", "localhost"]
          const sent = request(url + complaints, { headers, agent: false }, (response) => {
            let text = ""
            response.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")))
            response.on("end", () => resume(Effect.succeed({ status: response.statusCode, text })))
          })
          sent.end()
        }
      )
      assert.strictEqual(received.status, 403)
      assert.strictEqual(at(JSON.parse(received.text), "error", "code"), "API_KEY_INVALID")
    }).pipe(Effect.provide(ReferenceServer.layerSocket({ ...server, port: 0, tls: "off", allowHttp: true })))
  )
})
