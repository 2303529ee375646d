import { Context, Effect, Layer, type Option } from "effect"
import { HttpClient } from "effect/http"
import type { DataSetSummary } from "./dataset/DataSet.ts"
import type { FaultControl } from "./faults/FaultControl.ts"
import { makeInProcess } from "./inProcess.ts"
import type { ReferenceServerError } from "./ReferenceServerError.ts"
import type { ReferenceServerOptions, SocketOptions } from "./ReferenceServerOptions.ts"
import type { Certificate } from "./socket/Certificate.ts"

/** A running reference server. */
export interface ReferenceServerShape {
  /** The base URL without a trailing slash. In process it is one that no network resolves. */
  readonly url: string
  /** A `fetch` that reaches this server and trusts its certificate. */
  readonly fetch: typeof globalThis.fetch
  /** An HTTP client that reaches this server and trusts its certificate. */
  readonly httpClient: HttpClient.HttpClient
  /** The certificate to trust, or `None` in process and for plain HTTP. */
  readonly certificate: Option.Option<Certificate>
  /** The summary of the current data. A reload changes it. */
  readonly dataSet: DataSetSummary
  /** Reloads the data and serves it from the next request on. If that fails, the server continues with the previous data. */
  readonly reload: Effect.Effect<DataSetSummary, ReferenceServerError>
  /** Injects faults into this server and reports which requests they affected. */
  readonly faults: FaultControl
}

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
