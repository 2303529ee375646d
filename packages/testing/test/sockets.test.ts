import { layerUndici } from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, PublicRecords, type PublicRecordsOptions } from "@public-records/core"
import { Effect, Fiber, Layer, Queue, Random, Stream } from "effect"
import { TestClock } from "effect/testing"
import { FetchHttpClient } from "effect/http"
import { type ServerResponse } from "node:http"
import { complaintRecord, sampleComplaints } from "../src/Samples.ts"
import { loopbackService } from "./LoopbackService.ts"

const complaintRecords = sampleComplaints.map(complaintRecord)

const clients = [
  { name: "fetch", layer: FetchHttpClient.layer },
  { name: "undici", layer: layerUndici }
]

const firstPage = PublicRecords.use((records) => records.complaints.page(ComplaintQuery.default))
const body = JSON.stringify({ data: complaintRecords.slice(0, 50) })
const answerWell = (response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "application/json" }).end(body)
}

/** Random source that makes every backoff zero. */
const noBackoff = Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0, nextIntUnsafe: () => 0 })

/** Waits for the event loop without advancing the test clock. */
const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Fails unless an event happens within the time that even a busy machine needs. */
const atOnce = <A>(thing: Effect.Effect<A>) => Effect.timeout(thing, "1 minute")

for (const { name, layer } of clients) {
  const clientAt = (baseUrl: string, options: PublicRecordsOptions = {}) =>
    Effect.provide(
      PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl, allowHttp: true, ...options }).pipe(Layer.provide(layer))
    )

  describe(`a real socket, over ${name}`, () => {
    const stalls: ReadonlyArray<readonly [string, (response: ServerResponse) => void]> = [
      ["before its headers", () => undefined],
      ["after its headers", (response) => response.writeHead(200).flushHeaders()],
      ["within its body", (response) => response.writeHead(200).write('{"data":[')]
    ]

    for (const [where, stall] of stalls) {
      it.live(`is closed immediately if a call is interrupted while the response stalls ${where}`, () =>
        Effect.gen(function* () {
          const service = yield* loopbackService(stall)
          const call = yield* Effect.forkChild(firstPage.pipe(clientAt(service.url)))
          yield* Queue.take(service.received)
          yield* atOnce(Fiber.interrupt(call))
          assert.strictEqual(yield* atOnce(Queue.take(service.closed)), 0)
          assert.strictEqual(service.arrivals(), 1)
        })
      )
    }

    it.live("is closed immediately if a walk is interrupted, and no further page is requested", () =>
      Effect.gen(function* () {
        const service = yield* loopbackService((response, n) => (n === 0 ? answerWell(response) : undefined))
        const walk = PublicRecords.use((records) => Stream.runDrain(records.complaints.stream(ComplaintQuery.default)))
        const walking = yield* Effect.forkChild(walk.pipe(clientAt(service.url)))
        while ((yield* Queue.take(service.received)) === 0) yield* Effect.void
        yield* atOnce(Fiber.interrupt(walking))
        while ((yield* atOnce(Queue.take(service.closed))) === 0) yield* Effect.void
        assert.strictEqual(service.arrivals(), 2)
      })
    )

    it.effect(
      "is closed if the body takes longer than the timeout of an attempt, and the page is requested again",
      () =>
        Effect.gen(function* () {
          const service = yield* loopbackService((response, n) => {
            if (n > 0) return answerWell(response)
            response.writeHead(200)
            const dripping = setInterval(() => response.write(" "), 5)
            response.once("close", () => clearInterval(dripping))
          })
          const call = yield* Effect.forkChild(firstPage.pipe(clientAt(service.url, { timeout: "10 seconds" })))
          assert.strictEqual(yield* Queue.take(service.received), 0)
          yield* TestClock.adjust("9999 millis")
          yield* turn
          assert.strictEqual(yield* Queue.size(service.closed), 0)
          yield* TestClock.adjust("1 millis")
          assert.strictEqual(yield* Queue.take(service.closed), 0)
          while (service.arrivals() === 1) {
            yield* TestClock.adjust("100 millis")
            yield* turn
          }
          assert.strictEqual((yield* Fiber.join(call)).records.length, 50)
          assert.strictEqual(service.arrivals(), 2)
        })
    )

    it.live("decodes a body whose chunks split a character", () =>
      Effect.gen(function* () {
        const record = { ...complaintRecords[0], id: "d\u00e9j\u00e0-\u{1f4de}" }
        const bytes = Buffer.from(JSON.stringify({ data: [record] }))
        const service = yield* loopbackService((response) => {
          response.writeHead(200)
          for (const byte of bytes) response.write(Buffer.of(byte))
          response.end()
        })
        const page = yield* firstPage.pipe(clientAt(service.url))
        assert.deepStrictEqual(
          page.records.map(({ id }) => id),
          ["d\u00e9j\u00e0-\u{1f4de}"]
        )
      })
    )

    const cuts: ReadonlyArray<readonly [string, (response: ServerResponse) => void]> = [
      ["before its headers", (response) => response.socket?.destroy()],
      [
        "within a body with Content-Length",
        (response) => {
          response.writeHead(200, { "content-length": String(body.length) })
          response.write(body.slice(0, 100), () => response.socket?.destroy())
        }
      ],
      [
        "within a chunked body",
        (response) => {
          response.writeHead(200)
          response.write(body.slice(0, 100), () => response.socket?.destroy())
        }
      ]
    ]

    for (const [where, cut] of cuts) {
      it.live(`causes a retry if it is closed ${where}, and the call fails after five attempts`, () =>
        Effect.gen(function* () {
          const mended = yield* loopbackService((response, n) => (n < 2 ? cut(response) : answerWell(response)))
          assert.strictEqual((yield* firstPage.pipe(clientAt(mended.url), noBackoff)).records.length, 50)
          assert.strictEqual(mended.arrivals(), 3)
          const broken = yield* loopbackService(cut)
          const error = yield* Effect.flip(firstPage.pipe(clientAt(broken.url), noBackoff))
          assert.strictEqual(error.reason._tag, "Unavailable")
          assert.strictEqual(broken.arrivals(), 5)
        })
      )
    }
  })
}
