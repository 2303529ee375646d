import { Context, Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import { makeInProcess } from "./inProcess.ts"
import type { ReferenceServerError } from "./ReferenceServerError.ts"
import type { ReferenceServerShape } from "./ReferenceServerShape.ts"
import type { ReferenceServerOptions, SocketOptions } from "./ReferenceServerOptions.ts"

/**
 * The public records service in memory.
 *
 * **Fails with** `ReferenceServerError` if data, faults, a certificate or a port cannot be used.
 */
export class ReferenceServer extends Context.Service<ReferenceServer, ReferenceServerShape>()(
  "@public-records/server/ReferenceServer"
) {
  /** Creates a server without a socket, which only its own clients reach. The server closes with its scope. */
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
  static readonly httpClient: Layer.Layer<HttpClient.HttpClient, never, ReferenceServer> = Layer.effect(
    HttpClient.HttpClient,
    ReferenceServer.useSync(({ httpClient }) => httpClient)
  )
}
