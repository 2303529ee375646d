import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Effect, Layer, Stream } from "effect"

/** Reads the newest hundred complaints from a state. Each is returned once, even if pages overlap or are short. */
export const newest = Effect.gen(function* () {
  const records = yield* PublicRecords
  const query = yield* ComplaintQuery.fromInput({ state: "NY", createdFrom: "2021-07-07", createdTo: "2021-07-07" })
  return yield* records.complaints.stream(query).pipe(Stream.take(100), Stream.runCollect)
})

/** A client of the in-process reference server. For the real service, provide `FetchHttpClient.layer` and your API key. */
export const sample = PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl: "https://reference-server.invalid" }).pipe(
  Layer.provide(ReferenceServer.httpClient),
  Layer.provide(ReferenceServer.layerInProcess({ rateLimit: "off" }))
)
