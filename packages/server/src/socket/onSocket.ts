import { Effect, Option, type Scope } from "effect"
import { type CertificateWithKey, selfSigned } from "./Certificate.ts"
import { readCertificate } from "./certificateFiles.ts"
import { checkPort } from "../OptionRules.ts"
import type { SocketOptions } from "../ReferenceServerOptions.ts"
import type { ReferenceServerError } from "../ReferenceServerError.ts"
import { makeCore, type ReferenceServerShape, shape } from "../ServerCore.ts"
import { socketFetch } from "./socketFetch.ts"
import { defaultLimits } from "./SocketLimits.ts"
import { openSocket } from "./SocketServer.ts"

const certificateOf = (
  tls: SocketOptions["tls"],
  host: string
): Effect.Effect<CertificateWithKey | undefined, ReferenceServerError> => {
  if (tls === "off") return Effect.succeed(undefined)
  return tls === undefined || tls === "self-signed" ? selfSigned(host) : readCertificate(tls.certFile, tls.keyFile)
}

/** Opens a server on a socket, for the time of a scope. */
export const makeSocket = Effect.fnUntraced(function* (
  options: SocketOptions
): Effect.fn.Return<ReferenceServerShape, ReferenceServerError, Scope.Scope> {
  const { allowHttp = false, host = "127.0.0.1", port = 8_080, trustProxy = false } = options
  yield* checkPort(options)
  const certificate = yield* certificateOf(options.tls, host)
  const core = yield* makeCore(options)
  const { answer, clock } = core
  const { metrics } = core.state
  const watchConnections = (count: () => number) =>
    metrics.gauge("public_records_open_connections", "Open connections.", {}, count)
  const url = yield* openSocket({
    host,
    port,
    certificate,
    isHttps: certificate !== undefined || allowHttp,
    trustProxy,
    limits: { ...defaultLimits, ...options.limits },
    answer,
    clock,
    onRefused: (status) => metrics.unread(status),
    watchConnections
  })
  core.state.baseUrl = url
  const trusted = certificate && { pem: certificate.pem, fingerprint256: certificate.fingerprint256 }
  return shape(core, { url, fetch: socketFetch(trusted), certificate: Option.fromUndefinedOr(trusted) })
})
