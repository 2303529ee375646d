import { layerNodeHttpOptions } from "@effect/platform-node/NodeHttpClient"
import { readTextFile } from "@public-records/text/readTextFile"
import { Effect } from "effect"
import { X509Certificate } from "node:crypto"
import { createSecureContext, getCACertificates } from "node:tls"
import { usageFailure } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { readProxies } from "./proxies.ts"
import { type Setting } from "./settings.ts"

/** A connection that has been idle for longer may be closed without notice. */
const maxIdleMillis = 5000

/** Returns the usual certificates and one more, as a list and as a secure context. */
const trustedWith = Effect.fnUntraced(function* ({ value, from }: Setting<string>) {
  const file = `The certificate file ${value} (${from})`
  const { text } = yield* readTextFile(value, { acceptsPipes: true }).pipe(
    Effect.mapError(({ reason }) => usageFailure(`${file} cannot be used: ${reason}.`, "Check that it is there."))
  )
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    return yield* usageFailure(`${file} contains no certificate in PEM form.`, "Name another.")
  }
  const garbled = `The certificate in ${value} (${from}) cannot be read: it is cut short or garbled.`
  const ca = [...getCACertificates("default"), text]
  return yield* Effect.try({
    try: () => {
      // A secure context leaves out what it cannot read, without an error.
      void new X509Certificate(text)
      return { ca, secureContext: createSecureContext({ ca }) }
    },
    catch: () => usageFailure(garbled, "Copy it again.")
  })
})

/**
 * Connects to a service over the network: through the proxy of the environment, and trusting the certificate that `ca` names
 * beside the usual ones.
 *
 * **Gotchas** redirects come back as responses, for core to judge. Node.js handles `NODE_EXTRA_CA_CERTS` itself.
 */
export const network = Effect.fnUntraced(function* (environment: Environment, ca: Setting<string> | undefined) {
  const trusted = ca === undefined ? undefined : yield* trustedWith(ca)
  const proxies = yield* readProxies(environment)
  if (proxies.httpProxy === "" && proxies.httpsProxy === "") {
    const idle = { keepAlive: true, timeout: maxIdleMillis }
    // As `ca`, the certificates would become a part of the name by which the agent looks for a connection at each request.
    return layerNodeHttpOptions(trusted === undefined ? idle : { ...idle, secureContext: trusted.secureContext })
  }
  const { proxiedNetwork } = yield* Effect.promise(() => import("./proxiedNetwork.ts"))
  const tls = trusted === undefined ? {} : { ca: trusted.ca }
  return proxiedNetwork({ ...proxies, connect: tls, requestTls: tls, proxyTls: tls })
})
