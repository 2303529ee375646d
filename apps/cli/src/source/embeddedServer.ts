import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { HttpClient } from "effect/http"
import { type WriteStream } from "node:tty"
import { fileFailure } from "../CommandFailure.ts"
import { LoadingLine } from "../output/LoadingLine.ts"
import { type Limits } from "./Source.ts"

const embeddedKey = Redacted.make("DEMO_KEY")

/** Connects to a reference server in this process, without a socket. Without records and `data` files it serves the sample. */
export const embeddedServer = Effect.fnUntraced(function* (
  bundledData: URL,
  { data, openRecords }: Pick<ReferenceServerOptions, "data" | "openRecords">,
  limits: Limits,
  progressOn: WriteStream | undefined
) {
  const clock = yield* Clock.clockWith(Effect.succeed)
  const loading = progressOn === undefined ? undefined : new LoadingLine(progressOn, clock)
  const server = ReferenceServer.layerInProcess({
    bundledData,
    rateLimit: "off",
    foldsNames: true,
    apiKeys: [Redacted.value(embeddedKey)],
    data,
    openRecords,
    onLoadProgress: loading?.update
  })
  const context = yield* Layer.build(Layer.provideMerge(ReferenceServer.httpClient, server)).pipe(
    Effect.mapError(fileFailure),
    Effect.ensuring(Effect.sync(() => loading?.stop()))
  )
  const { url } = Context.get(context, ReferenceServer)
  return {
    http: Context.get(context, HttpClient.HttpClient),
    options: { ...limits, apiKey: embeddedKey, baseUrl: url }
  }
})
