import { type PublicRecordsOptions } from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { HttpClient } from "effect/http"
import { type CommandFailure, usageFailure } from "./CommandFailure.ts"
import { type ServiceWay } from "./ServiceWay.ts"

const embeddedKey = Redacted.make("DEMO_KEY")

/** What the embedded server serves, and how fast it is asked. */
export interface EmbeddedOptions {
  readonly bundledData: URL
  /** Files that replace the bundled set; none for the bundled set. */
  readonly data: ReadonlyArray<string>
  readonly limits: Pick<PublicRecordsOptions, "maxRetryAfter" | "requestsPerHour">
}

/** The way to a reference server in this process, without a socket, for the time of a scope. */
export const embeddedServer = ({
  bundledData,
  data,
  limits
}: EmbeddedOptions): Effect.Effect<ServiceWay, CommandFailure, Scope.Scope> => {
  const server = ReferenceServer.layerInProcess({
    bundledData,
    rateLimit: "off",
    apiKeys: [Redacted.value(embeddedKey)],
    data: data.length === 0 ? undefined : data
  })
  return Layer.build(Layer.provideMerge(ReferenceServer.httpClient, server)).pipe(
    Effect.mapError(({ message }) => usageFailure(message)),
    Effect.map((context) => {
      const { url } = Context.get(context, ReferenceServer)
      return {
        http: Context.get(context, HttpClient.HttpClient),
        options: { ...limits, apiKey: embeddedKey, baseUrl: url, allowHttp: true }
      }
    })
  )
}
