import { layerNodeHttpOptions } from "@effect/platform-node/NodeHttpClient"
import { readTextFile } from "@public-records/text/readTextFile"
import { Effect, type Layer } from "effect"
import { type HttpClient } from "effect/http"
import { X509Certificate } from "node:crypto"
import { createSecureContext, getCACertificates } from "node:tls"
import { type CommandFailure, usageFailure } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { readProxies } from "./proxies.ts"
import { type Setting } from "./settings.ts"

/** A connection that has been idle for longer may be closed without notice. */
const maxIdleMillis = 5000

/** The usual certificates and one more, also as Node.js wants them for a connection. */
const trustedWith = Effect.fnUntraced(function* ({ value, from }: Setting<string>) {
  const file = `The certificate file ${value} (${from})`
  const { text } = yield* readTextFile(value, { acceptsPipes: true }).pipe(
    Effect.mapError(({ reason }) => usageFailure(`${file} cannot be used: ${reason}.`, "Check that it is there."))
  )
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    return yield* usageFailure(`${file} contains no certificate in PEM form.`, "Name another.")
  }
  const certificates = [...getCACertificates("default"), text]
  return yield* Effect.try({
    try: () => {
      // A secure context leaves out what it cannot read, without an error.
      void new X509Certificate(text)
      return { certificates, context: createSecureContext({ ca: certificates }) }
    },
    catch: () =>
      usageFailure(
        `The certificate in ${value} (${from}) cannot be read: it is cut short or garbled.`,
        "Copy it again."
      )
  })
})

/**
 * Connects to a service over the network: through the proxy that `HTTPS_PROXY` and `NO_PROXY` name, and trusting the
 * certificate that `ca` names beside the usual ones.
 *
 * **Gotchas** redirects come back as responses, for core to judge. `NODE_EXTRA_CA_CERTS` is handled by Node.js itself.
 *
 * **Fails with** a usage failure for a certificate file that cannot be used, and for a variable that does not name a proxy.
 */
export const network = Effect.fnUntraced(function* (
  environment: Environment,
  ca: Setting<string> | undefined
): Effect.fn.Return<Layer.Layer<HttpClient.HttpClient>, CommandFailure> {
  const trusted = ca === undefined ? undefined : yield* trustedWith(ca)
  const proxies = yield* readProxies(environment)
  if (proxies.httpProxy === "" && proxies.httpsProxy === "") {
    const idle = { keepAlive: true, timeout: maxIdleMillis }
    // As `ca`, the certificates would become a part of the name by which the agent looks for a connection at each request.
    return layerNodeHttpOptions(trusted === undefined ? idle : { ...idle, secureContext: trusted.context })
  }
  const { proxiedNetwork } = yield* Effect.promise(() => import("./proxiedNetwork.ts"))
  return proxiedNetwork(proxies, trusted === undefined ? {} : { ca: trusted.certificates })
})
