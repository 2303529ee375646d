import { layerUndici } from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Deferred, Effect, Fiber, Layer, Random } from "effect"
import { type ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import { loopbackService } from "../../core/test/LoopbackService.ts"
import { complaintRecord, sampleComplaints } from "../src/Samples.ts"

const body = JSON.stringify({ data: sampleComplaints.slice(0, 50).map(complaintRecord) })

const pageFrom = (baseUrl: string) =>
  PublicRecords.use((records) => records.complaints.page(ComplaintQuery.default)).pipe(
    Effect.provide(
      PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl, allowHttp: true }).pipe(Layer.provide(layerUndici))
    ),
    // Makes every backoff zero.
    Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0, nextIntUnsafe: () => 0 })
  )

/** Sends spaces until the client closes the connection. */
const sendEndlessly = (response: ServerResponse): void => {
  const write = (): void => {
    while (!response.destroyed && response.write(" ".repeat(100_000)));
  }
  response.on("drain", write)
  write()
}

// Core's tests have the same rules for the fetch of each runtime.
describe("a real socket, over undici", () => {
  it.live("is read again if it is closed within a body, which may be compressed and come in any parts", () =>
    Effect.gen(function* () {
      const compressed = gzipSync(body)
      const service = yield* loopbackService((response, n) => {
        response.writeHead(200, { "content-encoding": "gzip" })
        if (n === 0) {
          response.write(compressed.subarray(0, 100), () => response.socket?.destroy())
          return
        }
        for (let at = 0; at < compressed.length; at += 100) response.write(compressed.subarray(at, at + 100))
        response.end()
      })
      assert.strictEqual((yield* pageFrom(service.url)).records.length, 50)
      assert.strictEqual(service.arrivals.length, 2)
    })
  )

  it.live("is closed if a body of records or of an error never ends", () =>
    Effect.gen(function* () {
      for (const status of [200, 403]) {
        const closed = yield* Deferred.make<void>()
        const service = yield* loopbackService((response) => {
          response.once("close", () => Deferred.doneUnsafe(closed, Effect.void))
          response.writeHead(status)
          sendEndlessly(response)
        })
        yield* Effect.flip(pageFrom(service.url))
        yield* Effect.timeout(Deferred.await(closed), "1 minute")
      }
    })
  )

  it.live("is closed if a call is interrupted", () =>
    Effect.gen(function* () {
      const [arrived, closed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const service = yield* loopbackService((response) => {
        response.once("close", () => Deferred.doneUnsafe(closed, Effect.void))
        response.writeHead(200).write('{"data":[', () => Deferred.doneUnsafe(arrived, Effect.void))
      })
      const call = yield* Effect.forkChild(pageFrom(service.url))
      yield* Deferred.await(arrived)
      yield* Effect.timeout(Fiber.interrupt(call), "1 minute")
      yield* Effect.timeout(Deferred.await(closed), "1 minute")
      assert.strictEqual(service.arrivals.length, 1)
    })
  )
})
