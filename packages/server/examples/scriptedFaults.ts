import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Effect, Layer } from "effect"

/** Requests a page whose first two attempts fail, and returns it with the faults that the server injected. */
export const retriedPage = Effect.gen(function* () {
  const { faults } = yield* ReferenceServer
  const { complaints } = yield* PublicRecords
  yield* faults.next({ do: "status", status: 503, retryAfter: 1 })
  yield* faults.next({ do: "truncate" })
  const page = yield* complaints.page(yield* ComplaintQuery.fromInput({ state: "Ohio", limit: "3" }))
  const applied = (yield* faults.history).map((request) => request.applied)
  return { records: page.records.length, applied }
})

/** A client with its own server. With a `TestClock`, retries take no time. */
export const testServer = PublicRecords.layer({
  apiKey: "DEMO_KEY",
  baseUrl: "https://reference-server.invalid"
}).pipe(
  Layer.provide(ReferenceServer.httpClient),
  Layer.provideMerge(ReferenceServer.layerInProcess({ synthetic: 1_000, rateLimit: "off" }))
)
