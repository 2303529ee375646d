import { type PublicRecordsOptions } from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { HttpClient } from "effect/http"
import { type WriteStream } from "node:tty"
import { usageFailure } from "../CommandFailure.ts"
import { LoadingLine } from "../output/LoadingLine.ts"

const embeddedKey = Redacted.make("DEMO_KEY")

/** The data of the embedded server, and the limits of its client. */
interface EmbeddedOptions {
  readonly bundledData: URL
  /** Files that replace the bundled data; empty for the bundled data. */
  readonly data: ReadonlyArray<string>
  readonly limits: Pick<PublicRecordsOptions, "maxRetryAfter" | "maxWait" | "requestsPerHour">
  /** Where a terminal shows how much of the files is read. */
  readonly progressOn: WriteStream | undefined
}

/** Connects to a reference server in this process, without a socket, for the time of a scope. */
export const embeddedServer = Effect.fnUntraced(function* ({ bundledData, data, limits, progressOn }: EmbeddedOptions) {
  const clock = yield* Clock.clockWith(Effect.succeed)
  const loading = progressOn === undefined ? undefined : new LoadingLine(progressOn, clock)
  const server = ReferenceServer.layerInProcess({
    bundledData,
    rateLimit: "off",
    apiKeys: [Redacted.value(embeddedKey)],
    data: data.length === 0 ? undefined : data,
    onLoadProgress: loading?.tell
  })
  const context = yield* Layer.build(Layer.provideMerge(ReferenceServer.httpClient, server)).pipe(
    Effect.mapError(({ message }) => usageFailure(message)),
    Effect.ensuring(Effect.sync(() => loading?.stop()))
  )
  const { url } = Context.get(context, ReferenceServer)
  return {
    http: Context.get(context, HttpClient.HttpClient),
    options: { ...limits, apiKey: embeddedKey, baseUrl: url, allowHttp: true }
  }
})
