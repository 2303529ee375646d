import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Effect, Layer } from "effect"

/** What your code does when the service is away for a moment: here, a client that asks again. */
export const askedAgain = Effect.gen(function* () {
  const { faults } = yield* ReferenceServer
  const { complaints } = yield* PublicRecords
  yield* faults.next({ do: "status", status: 503, retryAfter: 1 })
  yield* faults.next({ do: "truncate" })
  const page = yield* complaints.page(yield* ComplaintQuery.fromInput({ state: "Ohio", limit: "3" }))
  const applied = (yield* faults.history).map((request) => request.applied)
  return { records: page.records.length, applied }
})

/** A server of this test alone, and a client that reaches it; with a `TestClock`, waiting costs nothing. */
export const ownServer = PublicRecords.layer({
  apiKey: "DEMO_KEY",
  baseUrl: "https://reference-server.invalid"
}).pipe(
  Layer.provide(ReferenceServer.httpClient),
  Layer.provideMerge(ReferenceServer.layerInProcess({ synthetic: 1_000, rateLimit: "off" }))
)
