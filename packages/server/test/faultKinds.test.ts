import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { type NextFault, ReferenceServer } from "../src/index.ts"
import { type Asked, ask, at, data, ids, key } from "./asking.ts"

const complaints = "/v0/dnc-complaints"
const scheduled = '{"error":{"code":"SCHEDULED_FAULT","message":"This failure was scheduled."}}'

const unlimited = { rateLimit: "off" } as const
const drivers = {
  "in process": ReferenceServer.layerInProcess(unlimited),
  "on a socket": ReferenceServer.layerSocket({ ...unlimited, port: 0, tls: "off", allowHttp: true }),
  "on a socket with TLS": ReferenceServer.layerSocket({ ...unlimited, port: 0 })
} as const

/** Asks once for a page under one fault. */
const under = (fault: NextFault, path = complaints, init: RequestInit = { headers: key }) =>
  Effect.gen(function* () {
    yield* (yield* ReferenceServer).faults.next(fault)
    return yield* ask(path, init)
  })

const isEmpty = ({ headers, text }: Asked): boolean => text === "" && (headers.get("content-length") ?? "0") === "0"

for (const [driver, server] of Object.entries(drivers)) {
  layer(server, { excludeTestServices: true })(`each kind of fault, ${driver}`, (it) => {
    it.effect("status: any from 200 to 599, without a body where the status has none", () =>
      Effect.gen(function* () {
        for (const status of [200, 201, 400, 404, 418, 429, 451, 500, 503, 599]) {
          const asked = yield* under({ do: "status", status, retryAfter: 2 })
          assert.strictEqual(asked.status, status)
          assert.strictEqual(asked.text, scheduled)
          assert.strictEqual(asked.headers.get("retry-after"), "2")
          assert.strictEqual(asked.headers.get("content-length"), String(scheduled.length))
        }
        for (const status of [204, 205, 304]) {
          const asked = yield* under({ do: "status", status, headers: { "X-Extra": "1" } })
          assert.strictEqual(asked.status, status)
          assert.isTrue(isEmpty(asked), `${status}`)
          assert.strictEqual(asked.headers.get("x-extra"), "1")
        }
        assert.strictEqual((yield* ask(complaints)).status, 200)
      })
    )

    it.effect("status: its headers stand over the server's own, in whatever case", () =>
      Effect.gen(function* () {
        const headers = {
          "content-type": "text/plain",
          "x-ratelimit-remaining": "0",
          "access-control-allow-origin": "https://one.example",
          "RETRY-AFTER": "soon"
        }
        const asked = yield* under({ do: "status", status: 429, retryAfter: 9, headers, body: "Straße" })
        assert.strictEqual(asked.text, "Straße")
        for (const [name, value] of Object.entries(headers)) assert.strictEqual(asked.headers.get(name), value)
      })
    )

    it.effect("html and malformed: no JSON", () =>
      Effect.gen(function* () {
        const html = yield* under({ do: "html" })
        assert.strictEqual(html.status, 502)
        assert.match(html.text, /^<!DOCTYPE html>/)
        const said = yield* under({ do: "html", status: 503, retryAfter: 3, body: "<p>Later" })
        assert.deepStrictEqual([said.status, said.headers.get("retry-after"), said.text], [503, "3", "<p>Later"])
        const malformed = yield* under({ do: "malformed" })
        assert.strictEqual(malformed.status, 200)
        assert.match(malformed.headers.get("content-type") ?? "", /^application\/json/)
        assert.isUndefined(malformed.json)
      })
    )

    it.effect("reset and truncate: no answer, and half of one", () =>
      Effect.gen(function* () {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(under({ do: "reset" }))))
        const { faults, fetch, url } = yield* ReferenceServer
        const whole = (yield* ask(complaints)).text
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
        assert.isDefined(received.cause)
        assert.strictEqual(received.bytes, Math.floor(new TextEncoder().encode(whole).length / 2))
        assert.strictEqual((yield* ask(complaints)).text, whole)
      })
    )

    it.effect("stall: headers, then nothing until the client gives up", () =>
      Effect.gen(function* () {
        const { faults, fetch, url } = yield* ReferenceServer
        yield* faults.next({ do: "stall" })
        const controller = new AbortController()
        const read = yield* Effect.promise(async () => {
          const response = await fetch(url + complaints, { headers: key, signal: controller.signal })
          const reading = response.text().then(
            () => "read",
            () => "given up"
          )
          controller.abort()
          return [response.status, await reading] as const
        })
        assert.deepStrictEqual(read, [200, "given up"])
      })
    )

    it.effect("stall and truncate: nothing to hold back where there is no body", () =>
      Effect.gen(function* () {
        const tag = (yield* ask(complaints)).headers.get("etag") ?? ""
        for (const kind of ["stall", "truncate"] as const) {
          const head = yield* under({ do: kind }, complaints, { method: "HEAD", headers: key })
          assert.strictEqual(head.status, 200)
          const known = yield* under({ do: kind }, complaints, { headers: { ...key, "If-None-Match": tag } })
          assert.strictEqual(known.status, 304)
        }
      })
    )

    it.effect("delay: on the clock, then the answer", () =>
      Effect.gen(function* () {
        const asked = yield* under({ do: "delay", ms: 20 })
        assert.strictEqual(data(asked).length, 50)
        assert.deepStrictEqual((yield* (yield* ReferenceServer).faults.history).at(-1)?.delayMillis, 20)
      })
    )

    it.effect("overlap, duplicate and mutate: pages that are not what they should be", () =>
      Effect.gen(function* () {
        for (const path of [complaints, "/v0/hsr-early-termination-notices"]) {
          const [limit, offset] = path === complaints ? ["items_per_page", "offset"] : ["page[limit]", "page[offset]"]
          const page = (from: number) => `${path}?${limit}=3&${offset}=${from}`
          const straight = ids(yield* ask(page(9)))
          assert.deepStrictEqual(ids(yield* under({ do: "overlap" }, page(10))), straight)
          const doubled = ids(yield* under({ do: "duplicate" }, page(9)))
          assert.deepStrictEqual(doubled, [...straight.slice(0, 1), ...straight])
          const before = ids(yield* ask(page(0)))
          const arrived = yield* under({ do: "mutate" }, page(0))
          assert.deepStrictEqual(ids(arrived).slice(1), before.slice(0, 2))
          assert.deepStrictEqual(ids(yield* ask(page(0))), ids(arrived))
          assert.isString(at(arrived.json, "data", 0, "id"))
        }
      })
    )
  })
}
