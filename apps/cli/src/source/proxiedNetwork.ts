import { Dispatcher, layerUndiciNoDispatcher } from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer } from "effect"
import { EnvHttpProxyAgent } from "undici"

/** Connects through a proxy. A separate module, because undici takes as long to load as the rest of the program. */
export const proxiedNetwork = (options: EnvHttpProxyAgent.Options) => {
  const dispatcher = Effect.acquireRelease(
    Effect.sync(() => new EnvHttpProxyAgent(options)),
    (agent) => Effect.promise(() => agent.destroy())
  )
  return layerUndiciNoDispatcher.pipe(Layer.provide(Layer.effect(Dispatcher, dispatcher)))
}
