import { layerNodeHttpOptions } from "@effect/platform-node/NodeHttpClient"
import { Effect, type Layer } from "effect"
import { type HttpClient } from "effect/http"
import { X509Certificate } from "node:crypto"
import { createSecureContext, getCACertificates } from "node:tls"
import { type CommandFailure, usageFailure } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { readProxies } from "./proxies.ts"
import { readTextFile } from "@public-records/text/readTextFile"
import { type Setting } from "./settings.ts"

/** A connection that has been idle for longer may be gone without a word. */
const longestIdleMillis = 5000

const readCertificate = ({ value, from }: Setting<string>): Effect.Effect<string, CommandFailure> =>
  readTextFile(value, { acceptsPipes: true }).pipe(
    Effect.mapBoth({
      onFailure: ({ reason }) =>
        usageFailure(`The certificate file ${value} (${from}) cannot be used: ${reason}. Check that it is there.`),
      onSuccess: ({ text }) => text
    }),
    Effect.filterOrFail(
      (pem) => pem.includes("-----BEGIN CERTIFICATE-----"),
      () => usageFailure(`The certificate file ${value} (${from}) contains no certificate in PEM form. Name another.`)
    )
  )

/** The usual certificates and one more, also as Node.js wants them for a connection. */
const trustedWith = Effect.fnUntraced(function* (ca: Setting<string>) {
  const own = yield* readCertificate(ca)
  const certificates = [...getCACertificates("default"), own]
  const garbled = usageFailure(
    `The certificate in ${ca.value} (${ca.from}) cannot be read: it is cut short or garbled. Copy it again.`
  )
  // OpenSSL leaves out what it cannot read, without an error.
  yield* Effect.try({ try: () => new X509Certificate(own), catch: () => garbled })
  const context = yield* Effect.try({ try: () => createSecureContext({ ca: certificates }), catch: () => garbled })
  return { certificates, context }
})

/**
 * The way to a service over the network: through the proxy that `HTTPS_PROXY` and `NO_PROXY` name, and trusting one
 * certificate more where `ca` names it.
 *
 * **Gotchas** redirects come back as answers, for core to judge. `NODE_EXTRA_CA_CERTS` is Node.js's own, and stays in force.
 *
 * **Fails with** a usage failure for a certificate file that cannot be used, and for a text that names no proxy.
 */
export const serviceTransport = Effect.fnUntraced(function* (
  environment: Environment,
  ca: Setting<string> | undefined
): Effect.fn.Return<Layer.Layer<HttpClient.HttpClient>, CommandFailure> {
  const trusted = ca === undefined ? undefined : yield* trustedWith(ca)
  const proxies = yield* readProxies(environment)
  if (proxies.httpProxy === "" && proxies.httpsProxy === "") {
    const idle = { keepAlive: true, timeout: longestIdleMillis }
    // Given as `ca`, they would become a part of the name by which the agent looks for a connection at each request.
    return layerNodeHttpOptions(trusted === undefined ? idle : { ...idle, secureContext: trusted.context })
  }
  const { proxiedTransport } = yield* Effect.promise(() => import("./proxiedNetwork.ts"))
  return proxiedTransport(proxies, trusted === undefined ? {} : { ca: trusted.certificates })
})
