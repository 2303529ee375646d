import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { ComplaintQuery, PublicRecords, type PublicRecordsOptions } from "../src/index.ts"
import { complaintRecord } from "./FakeService.ts"
import { respondJson, loopbackService } from "./LoopbackService.ts"

const canary = "canary-key-0123456789"

/** The runtime under test. It is part of the test names, so that reports show it. */
const runtime = "Bun" in globalThis ? "Bun" : "Deno" in globalThis ? "Deno" : "Node.js"

/** Creates a client with the fetch of the runtime. */
const clientAt = (baseUrl: string, options: PublicRecordsOptions = {}) =>
  Effect.provide(
    PublicRecords.layer({ apiKey: canary, baseUrl, allowHttp: true, ...options }).pipe(
      Layer.provide(FetchHttpClient.layer)
    )
  )

const firstPage = PublicRecords.use((records) => records.complaints.page(ComplaintQuery.default))
const idsFrom = (offset: number, count: number) =>
  Array.from({ length: count }, (_, n) => complaintRecord(`id-${offset + n}`))

describe(`the client over the fetch of ${runtime}`, () => {
  it.live("sends the key in the header, and nowhere else", () =>
    Effect.gen(function* () {
      const service = yield* loopbackService((response) => respondJson(response, 200, { data: idsFrom(0, 2) }))
      const page = yield* firstPage.pipe(clientAt(service.url))
      assert.strictEqual(page.records.length, 2)
      const [arrival] = service.arrivals
      assert.strictEqual(arrival?.headers["x-api-key"], canary)
      assert.match(arrival?.headers["user-agent"] ?? "", /^public-records\//)
      assert.notInclude(arrival?.url, "canary")
    })
  )

  it.live("walks every page", () =>
    Effect.gen(function* () {
      const service = yield* loopbackService((response, n) =>
        respondJson(response, 200, { data: idsFrom(n * 49, n === 2 ? 32 : 50), meta: { "records-total": 130 } })
      )
      const ids = yield* PublicRecords.use((records) =>
        records.complaints.stream(ComplaintQuery.default).pipe(
          Stream.map(({ id }) => id),
          Stream.runCollect
        )
      ).pipe(clientAt(service.url))
      assert.strictEqual(new Set(ids).size, 130)
      assert.strictEqual(ids.length, 130)
      assert.strictEqual(service.arrivals.length, 3)
    })
  )

  it.live("reads a compressed body that arrives in chunks", () =>
    Effect.gen(function* () {
      const body = gzipSync(JSON.stringify({ data: idsFrom(0, 50) }))
      const service = yield* loopbackService((response) => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
        for (let at = 0; at < body.length; at += 64) response.write(body.subarray(at, at + 64))
        response.end()
      })
      const page = yield* firstPage.pipe(clientAt(service.url))
      assert.strictEqual(page.records.length, 50)
    })
  )

  it.live("does not follow a redirect to another origin", () =>
    Effect.gen(function* () {
      const other = yield* loopbackService((response) => respondJson(response, 200, { data: [] }))
      const service = yield* loopbackService((response) =>
        respondJson(response, 307, {}, { location: `${other.url}/v0/dnc-complaints` })
      )
      const error = yield* Effect.flip(firstPage.pipe(clientAt(service.url)))
      assert.strictEqual(error.reason._tag, "RedirectRefused")
      assert.strictEqual(other.arrivals.length, 0)
    })
  )

  it.live("retries if the connection is closed within the body", () =>
    Effect.gen(function* () {
      const service = yield* loopbackService((response, n) => {
        if (n > 0) return respondJson(response, 200, { data: idsFrom(0, 1) })
        response.writeHead(200, { "content-length": "1000" })
        response.write('{"data":[', () => response.socket?.destroy())
      })
      const page = yield* firstPage.pipe(clientAt(service.url))
      assert.strictEqual(page.records.length, 1)
      assert.strictEqual(service.arrivals.length, 2)
    })
  )

  it.live("closes the socket when the call is interrupted", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const closed = yield* Deferred.make<void>()
      const service = yield* loopbackService((response) => {
        response.once("close", () => Deferred.doneUnsafe(closed, Effect.void))
        Deferred.doneUnsafe(asked, Effect.void)
      })
      const call = yield* Effect.forkChild(firstPage.pipe(clientAt(service.url)))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(call)
      assert.isTrue(Option.isSome(yield* Effect.timeoutOption(Deferred.await(closed), "1 minute")))
    })
  )
})
