import { gzipSync } from "node:zlib"
import { layerUndici } from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect, Layer, Random } from "effect"
import { FetchHttpClient } from "effect/http"
import { type ServerResponse } from "node:http"
import { complaintRecord, sampleComplaints } from "../src/Samples.ts"
import { loopbackService } from "./LoopbackService.ts"

const complaintRecords = sampleComplaints.map(complaintRecord)

const mebibyte = 1024 * 1024
/** Maximum memory growth: the limit of 10 MB for a body, plus buffers and sockets. A page has some 40 kB. */
const mostMebibytesSent = 24
const body = JSON.stringify({ data: complaintRecords.slice(0, 50) })

const firstPage = PublicRecords.use((records) => records.complaints.page(ComplaintQuery.default))

/** Random source that makes every backoff zero. */
const noBackoff = Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0, nextIntUnsafe: () => 0 })

/** Sends spaces endlessly, as fast as the client reads them. Calls `onPiece` for each mebibyte. */
const sendEndlessly = (response: ServerResponse, start: string, onPiece: () => void): void => {
  const piece = Buffer.alloc(mebibyte, " ")
  // Stops a failing test.
  let left = 64
  const send = (): void => {
    while (left > 0 && !response.destroyed) {
      left--
      onPiece()
      if (!response.write(piece)) {
        response.once("drain", send)
        return
      }
    }
    if (!response.destroyed) response.end()
  }
  response.setHeader("content-type", "application/json").write(start)
  send()
}

for (const { name, layer } of [
  { name: "fetch", layer: FetchHttpClient.layer },
  { name: "undici", layer: layerUndici }
]) {
  const request = (baseUrl: string) =>
    firstPage.pipe(
      Effect.provide(PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl, allowHttp: true }).pipe(Layer.provide(layer))),
      noBackoff
    )

  describe(`reading a body, over ${name}`, () => {
    it.live("decompresses bodies that arrive in chunks of any size", () =>
      Effect.gen(function* () {
        const compressed = gzipSync(body)
        const service = yield* loopbackService((response) => {
          response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
          for (let at = 0; at < compressed.length; at += 100) response.write(compressed.subarray(at, at + 100))
          response.end()
        })
        assert.strictEqual((yield* request(service.url)).records.length, 50)
      })
    )

    for (const [what, status] of [
      ["records", 200],
      ["an error", 403]
    ] as const) {
      it.live(`aborts an endless body of ${what}, and the call fails`, () =>
        Effect.gen(function* () {
          let mebibytes = 0
          const service = yield* loopbackService((response) => {
            response.statusCode = status
            sendEndlessly(response, '{"data":[', () => mebibytes++)
          })
          const { reason } = yield* Effect.flip(request(service.url))
          assert.include(["Unavailable", "UnexpectedAnswer", "KeyRejected"], reason._tag)
          const most = mostMebibytesSent * service.arrivals()
          assert.isAtMost(mebibytes, most)
        })
      )
    }

    it.live("rejects a valid body that is larger than any page", () =>
      Effect.gen(function* () {
        const large = JSON.stringify({ data: [], more: " ".repeat(32 * mebibyte) })
        const service = yield* loopbackService((response) => {
          response.writeHead(200, { "content-type": "application/json", "content-length": large.length }).end(large)
        })
        const { reason } = yield* Effect.flip(request(service.url))
        assert.include(["Unavailable", "UnexpectedAnswer"], reason._tag)
      })
    )

    it.live("rejects a compressed body that is too large when decompressed", () =>
      Effect.gen(function* () {
        const bomb = gzipSync(JSON.stringify({ data: [], more: " ".repeat(32 * mebibyte) }))
        assert.isBelow(bomb.length, 100_000)
        const service = yield* loopbackService((response) => {
          response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb)
        })
        const { reason } = yield* Effect.flip(request(service.url))
        assert.include(["Unavailable", "UnexpectedAnswer"], reason._tag)
      })
    )
  })
}
