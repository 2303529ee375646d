import { Effect, Option, type Scope } from "effect"
import { checkPort } from "../OptionRules.ts"
import type { ReferenceServerError } from "../ReferenceServerError.ts"
import type { SocketOptions } from "../ReferenceServerOptions.ts"
import { makeCore, type ReferenceServerShape, shape } from "../ServerCore.ts"
import { type CertificateWithKey, makeCertificate, readCertificate } from "./Certificate.ts"
import { socketFetch } from "./socketFetch.ts"
import { openSocket } from "./SocketServer.ts"

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
  const core = yield* makeCore(options)
  const url = yield* openSocket({
    host,
    port,
    certificate,
    isHttps: certificate !== undefined || allowHttp,
    trustProxy,
    handle: core.handle,
    clock: core.clock
  })
  core.state.baseUrl = url
  const trusted = certificate && { pem: certificate.pem, fingerprint256: certificate.fingerprint256 }
  return shape(core, { url, fetch: socketFetch(trusted), certificate: Option.fromUndefinedOr(trusted) })
})
