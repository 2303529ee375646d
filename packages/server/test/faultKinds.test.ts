import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { type NextFault, ReferenceServer } from "../src/index.ts"
import { patiently } from "./rawSocket.ts"
import { type TestResponse, sendRequest, at, attribute, ids, key } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const scheduled = '{"error":{"code":"SCHEDULED_FAULT","message":"This failure was scheduled."}}'

const unlimited = { rateLimit: "off" } as const
const drivers = {
  "a server in process": ReferenceServer.layerInProcess(unlimited),
  "a server on a socket": ReferenceServer.layerSocket({ ...unlimited, port: 0, tls: "off", allowHttp: true }),
  "a server on a socket with TLS": ReferenceServer.layerSocket({ ...unlimited, port: 0 })
} as const

/** Sends a request under one fault. */
const under = (fault: NextFault, path = complaints, init: RequestInit = { headers: key }) =>
  Effect.gen(function* () {
    yield* (yield* ReferenceServer).faults.next(fault)
    return yield* sendRequest(path, init)
  })

const isEmpty = ({ headers, text }: TestResponse): boolean =>
  text === "" && (headers.get("content-length") ?? "0") === "0"

for (const [driver, server] of Object.entries(drivers)) {
  layer(server, { excludeTestServices: true })(`faults of ${driver}`, (it) => {
    it.effect("status sends any status from 200 to 599, and a body only if the status allows one", () =>
      Effect.gen(function* () {
        for (const status of [200, 201, 400, 404, 418, 429, 451, 500, 503, 599]) {
          const response = yield* under({ do: "status", status, retryAfter: 2 })
          assert.strictEqual(response.status, status)
          assert.strictEqual(response.text, scheduled)
          assert.strictEqual(response.headers.get("retry-after"), "2")
          assert.strictEqual(response.headers.get("content-type"), "application/json")
          assert.strictEqual(response.headers.get("content-length"), String(scheduled.length))
        }
        for (const status of [204, 205, 304]) {
          const response = yield* under({ do: "status", status, headers: { "X-Extra": "1" } })
          assert.strictEqual(response.status, status)
          assert.isTrue(isEmpty(response), `${status}`)
          assert.strictEqual(response.headers.get("x-extra"), "1")
        }
        assert.isNull((yield* under({ do: "status", status: 500 })).headers.get("retry-after"))
        assert.strictEqual((yield* under({ do: "malformed" })).headers.get("content-type"), "application/json")
        assert.strictEqual((yield* sendRequest(complaints)).status, 200)
      })
    )

    it.effect("status overrides the server's headers, in any case", () =>
      Effect.gen(function* () {
        const headers = {
          "content-type": "text/plain",
          "x-ratelimit-remaining": "0",
          "access-control-allow-origin": "https://one.example",
          "RETRY-AFTER": "soon"
        }
        const response = yield* under({ do: "status", status: 429, retryAfter: 9, headers, body: "Straße" })
        assert.strictEqual(response.text, "Straße")
        for (const [name, value] of Object.entries(headers)) assert.strictEqual(response.headers.get(name), value)
      })
    )

    it.effect("html and malformed send bodies that are not JSON", () =>
      Effect.gen(function* () {
        const html = yield* under({ do: "html" })
        assert.strictEqual(html.status, 502)
        assert.match(html.text, /^<!DOCTYPE html>/)
        const custom = yield* under({ do: "html", status: 503, retryAfter: 0, body: "" })
        assert.deepStrictEqual([custom.status, custom.headers.get("retry-after"), custom.text], [503, "0", ""])
        const malformed = yield* under({ do: "malformed" })
        assert.strictEqual(malformed.status, 200)
        assert.match(malformed.headers.get("content-type") ?? "", /^application\/json/)
        assert.isUndefined(malformed.json)
      })
    )

    it.effect("reset sends no response, truncate half of one", () =>
      Effect.gen(function* () {
        const { faults, fetch, url } = yield* ReferenceServer
        yield* faults.next({ do: "reset" })
        const { cause: reset } = yield* Effect.flip(Effect.tryPromise(() => fetch(url + complaints, { headers: key })))
        assert.instanceOf(reset, TypeError)
        assert.strictEqual(reset.message, "fetch failed")
        assert.instanceOf(reset.cause, Error)
        const head = under({ do: "reset" }, complaints, { method: "HEAD", headers: key })
        assert.isTrue(Exit.isFailure(yield* Effect.exit(head)))
        const whole = (yield* sendRequest(complaints)).text
        yield* faults.next({ do: "truncate" })
        const received = yield* Effect.promise(async () => {
          const response = await fetch(url + complaints, { headers: { ...key, "Accept-Encoding": "identity" } })
          let bytes = 0
          try {
            for await (const chunk of response.body ?? []) bytes += chunk.length
          } catch (cause) {
            return { status: response.status, bytes, cause }
          }
          return { status: response.status, bytes, cause: undefined }
        })
        assert.strictEqual(received.status, 200)
        assert.deepStrictEqual(received.cause, new TypeError("terminated"))
        assert.strictEqual(received.bytes, Math.floor(new TextEncoder().encode(whole).length / 2))
        assert.strictEqual((yield* sendRequest(complaints)).text, whole)
      })
    )

    it.effect("stall sends headers and nothing else until the client gives up", () =>
      Effect.gen(function* () {
        const { faults, fetch, url } = yield* ReferenceServer
        yield* faults.next({ do: "stall" })
        const controller = new AbortController()
        const read = yield* Effect.promise(async () => {
          const response = await fetch(url + complaints, { headers: key, signal: controller.signal })
          const outcomes: Array<string> = []
          const reading = response.text().then(
            () => void outcomes.push("read"),
            () => void outcomes.push("given up")
          )
          const next = await fetch(url + complaints, { headers: key })
          await next.text()
          outcomes.push("next response")
          controller.abort()
          await patiently(reading, () => "the stalled body is still read")
          return [response.status, outcomes] as const
        })
        assert.deepStrictEqual(read, [200, ["next response", "given up"]])
      })
    )

    it.effect("none affects a request that the client has aborted, and its reason is reported", () =>
      Effect.gen(function* () {
        const { faults, fetch, url } = yield* ReferenceServer
        const before = yield* faults.history
        const reason = new Error("never mind")
        const early = AbortSignal.abort(reason)
        const { cause } = yield* Effect.flip(
          Effect.tryPromise(() => fetch(url + complaints, { headers: key, signal: early }))
        )
        assert.strictEqual(cause, reason)
        assert.deepStrictEqual(yield* faults.history, before)
        yield* faults.next({ do: "delay", ms: 60_000 })
        const controller = new AbortController()
        const late = yield* Effect.forkChild(
          Effect.flip(Effect.tryPromise(() => fetch(url + complaints, { headers: key, signal: controller.signal }))),
          { startImmediately: true }
        )
        controller.abort(reason)
        assert.strictEqual((yield* Fiber.join(late)).cause, reason)
        yield* faults.clear
      })
    )

    it.effect("stall and truncate have no effect without a body", () =>
      Effect.gen(function* () {
        const tag = (yield* sendRequest(complaints)).headers.get("etag") ?? ""
        for (const kind of ["stall", "truncate"] as const) {
          const head = yield* under({ do: kind }, complaints, { method: "HEAD", headers: key })
          assert.strictEqual(head.status, 200)
          const known = yield* under({ do: kind }, complaints, { headers: { ...key, "If-None-Match": tag } })
          assert.strictEqual(known.status, 304)
        }
      })
    )

    it.effect("overlap, duplicate and mutate change the page", () =>
      Effect.gen(function* () {
        for (const path of [complaints, "/v0/hsr-early-termination-notices"]) {
          const [limit, offset] = path === complaints ? ["items_per_page", "offset"] : ["page[limit]", "page[offset]"]
          const page = (from: number) => `${path}?${limit}=3&${offset}=${from}`
          const unchanged = ids(yield* sendRequest(page(9)))
          assert.deepStrictEqual(ids(yield* under({ do: "overlap" }, page(10))), unchanged)
          assert.deepStrictEqual(ids(yield* under({ do: "overlap" }, page(0))), ids(yield* sendRequest(page(0))))
          const doubled = yield* under({ do: "duplicate" }, page(9))
          assert.deepStrictEqual(ids(doubled), [...unchanged.slice(0, 1), ...unchanged])
          assert.match(JSON.stringify(at(doubled.json, "meta")), /"records-this-page":4|"count":"4"/)
          assert.isNull(doubled.headers.get("etag"))
          const before = ids(yield* sendRequest(page(0)))
          const arrived = yield* under({ do: "mutate" }, page(0))
          assert.deepStrictEqual(ids(arrived).slice(1), before.slice(0, 2))
          const name = path === complaints ? "created-date" : "created"
          const [newest = "", known = ""] = attribute(arrived, name).map(String)
          assert.isTrue(newest > known)
          assert.deepStrictEqual(ids(yield* sendRequest(page(0))), ids(arrived))
        }
      })
    )
  })
}
