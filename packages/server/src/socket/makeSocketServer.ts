import { Context, Effect, Layer, Option, type Scope } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { checkPort } from "../OptionRules.ts"
import type { ReferenceServerError } from "../ReferenceServerError.ts"
import type { SocketOptions } from "../ReferenceServerOptions.ts"
import type { ReferenceServerShape } from "../ReferenceServerShape.ts"
import { controlsOf, makeServerState } from "../ServerState.ts"
import { type CertificateWithKey, makeCertificate, readCertificate } from "./Certificate.ts"
import { socketFetch } from "./socketFetch.ts"
import { openSocket } from "./openSocket.ts"

export const defaultPort = 8_080

const certificateOf = (
  tls: SocketOptions["tls"],
  host: string
): Effect.Effect<CertificateWithKey | undefined, ReferenceServerError> => {
  if (tls === "off") return Effect.succeed(undefined)
  return tls === undefined || tls === "self-signed" ? makeCertificate(host) : readCertificate(tls.certFile, tls.keyFile)
}

/** Starts a server on a socket. It closes with its scope. */
export const makeSocketServer = Effect.fnUntraced(function* (
  options: SocketOptions
): Effect.fn.Return<ReferenceServerShape, ReferenceServerError, Scope.Scope> {
  const { allowHttp = false, host = "127.0.0.1", port = defaultPort, trustProxy = false } = options
  yield* checkPort(options)
  const certificate = yield* certificateOf(options.tls, host)
  const state = yield* makeServerState(options)
  const isHttps = certificate !== undefined || allowHttp
  const url = yield* openSocket(state, { host, port, certificate, isHttps, trustProxy })
  state.baseUrl = url
  const trusted = certificate && { pem: certificate.pem, fingerprint256: certificate.fingerprint256 }
  const fetch = socketFetch(trusted)
  const client = Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
  const httpClient = Context.get(yield* Layer.build(client), HttpClient.HttpClient)
  return Object.assign(controlsOf(state), { url, fetch, httpClient, certificate: Option.fromUndefinedOr(trusted) })
})
