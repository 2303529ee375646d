import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Effect, Layer, Stream } from "effect"

/** The newest hundred complaints from a state, each once, though pages overlap or come short. */
export const newest = Effect.gen(function* () {
  const records = yield* PublicRecords
  const query = yield* ComplaintQuery.fromInput({ state: "NY", createdFrom: "2021-07-07", createdTo: "2021-07-07" })
  return yield* records.complaints.stream(query).pipe(Stream.take(100), Stream.runCollect)
})

/** The reference server in process. For the service itself, provide `FetchHttpClient.layer` and your own key. */
export const sample = PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl: "https://reference-server.invalid" }).pipe(
  Layer.provide(ReferenceServer.httpClient),
  Layer.provide(ReferenceServer.layerInProcess({ rateLimit: "off" }))
)
