import type { ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option, Stream, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import {
  CallListener,
  type ClientEvent,
  ComplaintQuery,
  makeSendRaw,
  PublicRecords,
  type PublicRecordsOptions
} from "../src/index.ts"
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

  it.live("sends a raw request, whose redirect it does not follow, without trace headers", () =>
    Effect.gen(function* () {
      const other = yield* loopbackService((response) => respondJson(response, 200, { data: [] }))
      for (const elsewhere of [true, false]) {
        const service = yield* loopbackService((response) =>
          respondJson(response, 302, {}, { location: elsewhere ? other.url : "/v1" })
        )
        const sendRaw = yield* makeSendRaw({ apiKey: canary, baseUrl: service.url, allowHttp: true })
        const { status } = yield* sendRaw({ path: "/v0/things" })
        assert.deepStrictEqual([status, service.arrivals.length, other.arrivals.length], [302, 1, 0])
        assert.notProperty(service.arrivals[0]?.headers, "traceparent")
      }
    }).pipe(
      Effect.withSpan("caller"),
      Effect.withTracer(Tracer.make({ span: (options) => new Tracer.NativeSpan(options) })),
      Effect.provide(FetchHttpClient.layer)
    )
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

  it.live("closes the socket of a body that is too large", () =>
    Effect.gen(function* () {
      const headersOfBodies = [{ "content-length": "20000000" }, {}]
      for (const headers of headersOfBodies) {
        const closed = yield* Deferred.make<void>()
        const service = yield* loopbackService((response) => {
          response.once("close", () => Deferred.doneUnsafe(closed, Effect.void))
          response.writeHead(200, headers)
          const write = (): void => {
            while (response.write(" ".repeat(100_000)));
          }
          response.on("drain", write)
          write()
        })
        const error = yield* Effect.flip(firstPage.pipe(clientAt(service.url)))
        assert.match(error.message, /larger than 10 MB/)
        assert.isTrue(Option.isSome(yield* Effect.timeoutOption(Deferred.await(closed), "5 seconds")))
      }
    })
  )

  for (const [when, begin] of [
    ["before its response", () => {}],
    ["within a body with a length", (response) => void response.writeHead(200, { "content-length": "100" }).write("{")],
    ["within a body without a length", (response) => void response.writeHead(200).write("{")]
  ] as const satisfies ReadonlyArray<readonly [string, (response: ServerResponse) => void]>) {
    it.live(`closes the socket when the call is interrupted ${when}, or its attempt takes too long`, () =>
      Effect.gen(function* () {
        for (const timeout of ["1 minute", "50 millis"] as const) {
          const arrived = yield* Deferred.make<void>()
          const closed = yield* Deferred.make<void>()
          const service = yield* loopbackService((response) => {
            response.once("close", () => Deferred.doneUnsafe(closed, Effect.void))
            begin(response)
            if (when === "before its response") Deferred.doneUnsafe(arrived, Effect.void)
          })
          const listen = ({ _tag }: ClientEvent) =>
            _tag === "Response" ? Effect.asVoid(Deferred.succeed(arrived, undefined)) : Effect.void
          const call = yield* firstPage.pipe(
            clientAt(service.url, { timeout, maxRetries: 0 }),
            Effect.provideService(CallListener, listen),
            Effect.result,
            Effect.forkChild
          )
          if (timeout === "1 minute") {
            yield* Deferred.await(arrived)
            yield* Effect.timeout(Fiber.interrupt(call), "5 seconds")
          } else {
            const result = yield* Effect.timeout(Fiber.join(call), "5 seconds")
            assert.match(result._tag === "Failure" ? result.failure.message : "", /no response within 50ms/)
          }
          assert.isTrue(Option.isSome(yield* Effect.timeoutOption(Deferred.await(closed), "5 seconds")))
        }
      })
    )
  }
})
