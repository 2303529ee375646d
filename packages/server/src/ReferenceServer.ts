import { Context, Effect, Layer, Option } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { clientInProcess, inProcess, inProcessUrl } from "./InProcess.ts"
import type { ReferenceServerError } from "./ReferenceServerError.ts"
import type { ReferenceServerOptions, SocketOptions } from "./ReferenceServerOptions.ts"
import { makeCore, type ReferenceServerShape, shape } from "./ServerCore.ts"

/**
 * The public records service in memory.
 *
 * **Fails with** `ReferenceServerError` if data, faults, a certificate or a port cannot be used.
 */
export class ReferenceServer extends Context.Service<ReferenceServer, ReferenceServerShape>()(
  "@public-records/server/ReferenceServer"
) {
  /** Creates a server without a socket, which only its own `fetch` reaches. The server closes with its scope. */
  static readonly layerInProcess = (
    options: ReferenceServerOptions = {}
  ): Layer.Layer<ReferenceServer, ReferenceServerError> => Layer.effect(ReferenceServer, makeInProcess(options))

  /** Starts a server on a socket. Closing its scope refuses connections and completes requests in flight within ten seconds. */
  static readonly layerSocket = (options: SocketOptions = {}): Layer.Layer<ReferenceServer, ReferenceServerError> =>
    Layer.effect(
      ReferenceServer,
      // Loaded on demand, because servers in process need neither HTTP nor TLS.
      Effect.flatMap(
        Effect.promise(() => import("./socket/makeSocketServer.ts")),
        ({ makeSocketServer }) => makeSocketServer(options)
      )
    )

  /** An HTTP client that reaches this server. */
  static readonly httpClient: Layer.Layer<HttpClient.HttpClient, never, ReferenceServer> = Layer.unwrap(
    ReferenceServer.useSync(({ fetch }) => {
      const client = clientInProcess(fetch)
      return client === undefined
        ? Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
        : Layer.succeed(HttpClient.HttpClient, client)
    })
  )
}

const makeInProcess = Effect.fnUntraced(function* (options: ReferenceServerOptions) {
  const core = yield* makeCore(options)
  const { close, fetch } = inProcess(core.handle, core.clock)
  yield* Effect.addFinalizer(() => Effect.sync(close))
  return shape(core, { url: inProcessUrl, fetch, certificate: Option.none() })
})
