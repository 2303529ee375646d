import { type PublicRecords, type PublicRecordsOptions } from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Effect, Layer } from "effect"
import { type CommandFailure, usageFailure } from "./CommandFailure.ts"
import { recordsLayer } from "./recordsLayer.ts"

const embeddedKey = "DEMO_KEY"

/** What the embedded server serves, and how fast it is asked. */
export interface EmbeddedOptions {
  readonly bundledData: URL
  /** Files that replace the bundled set; none for the bundled set. */
  readonly data: ReadonlyArray<string>
  readonly limits: Pick<PublicRecordsOptions, "maxRetryAfter" | "requestsPerHour">
}

/** The records of the reference server, in this process and without a socket. */
export const embeddedRecords = ({
  bundledData,
  data,
  limits
}: EmbeddedOptions): Layer.Layer<PublicRecords, CommandFailure> => {
  const server = ReferenceServer.layerInProcess({
    bundledData,
    rateLimit: "off",
    apiKeys: [embeddedKey],
    data: data.length === 0 ? undefined : data
  }).pipe(Layer.catch(({ message }) => Layer.effect(ReferenceServer, Effect.fail(usageFailure(message)))))
  const records = Layer.unwrap(
    ReferenceServer.use(({ url }) =>
      Effect.succeed(recordsLayer({ ...limits, apiKey: embeddedKey, baseUrl: url, allowHttp: true }))
    )
  )
  return records.pipe(Layer.provide(ReferenceServer.httpClient), Layer.provide(server))
}
