import { Dispatcher, layerUndiciNoDispatcher } from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer } from "effect"
import { type HttpClient } from "effect/http"
import { EnvHttpProxyAgent } from "undici"
import { type Proxies } from "./proxies.ts"

/** Connects through a proxy. Loaded only if there is one: its library takes as long to load as the rest of the program. */
export const proxiedNetwork = (
  proxies: Proxies,
  trusted: { readonly ca?: Array<string> }
): Layer.Layer<HttpClient.HttpClient> => {
  const dispatcher = Effect.acquireRelease(
    Effect.sync(() => new EnvHttpProxyAgent({ ...proxies, connect: trusted, requestTls: trusted, proxyTls: trusted })),
    (agent) => Effect.promise(() => agent.destroy())
  )
  return layerUndiciNoDispatcher.pipe(Layer.provide(Layer.effect(Dispatcher, dispatcher)))
}
