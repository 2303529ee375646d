import { layerNodeHttpOptions } from "@effect/platform-node/NodeHttpClient"
import { readTextFile } from "@public-records/text/readTextFile"
import { Effect } from "effect"
import { X509Certificate } from "node:crypto"
import { createSecureContext, getCACertificates } from "node:tls"
import { usageFailure } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { readProxies } from "./proxies.ts"
import { type Setting } from "../settings/userSettings.ts"

/** The service may close a connection that has been idle for longer. */
const maxIdleMillis = 5000

/** Returns the default certificates and an additional one, as a list and as a secure context. */
const trustedWith = Effect.fnUntraced(function* ({ value, from }: Setting<string>) {
  const file = `The certificate file ${value} (${from})`
  const { text } = yield* readTextFile(value, { acceptsPipes: true }).pipe(
    Effect.mapError(({ reason }) => usageFailure(`${file} cannot be used: ${reason}.`, "Check that it exists."))
  )
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    return yield* usageFailure(`${file} contains no certificate in PEM format.`, "Choose another file.")
  }
  const corrupt = `The certificate in ${value} (${from}) cannot be read: it is truncated or corrupt.`
  const ca = [...getCACertificates("default"), text]
  return yield* Effect.try({
    try: () => {
      // Fails for a corrupt certificate, which a secure context would silently ignore.
      void new X509Certificate(text)
      return { ca, secureContext: createSecureContext({ ca }) }
    },
    catch: () => usageFailure(corrupt, "Copy it again.")
  })
})

/**
 * Connects to a service over the network, through the proxy of the environment. Trusts the certificate in the file `ca` in addition
 * to the default ones.
 *
 * **Gotchas** does not follow redirects; the client handles them. Node.js handles `NODE_EXTRA_CA_CERTS`.
 */
export const network = Effect.fnUntraced(function* (environment: Environment, ca: Setting<string> | undefined) {
  const trusted = ca === undefined ? undefined : yield* trustedWith(ca)
  const proxies = yield* readProxies(environment)
  if (!proxies.isSet) {
    const idle = { keepAlive: true, timeout: maxIdleMillis }
    // Passed as a secure context, because the agent would include `ca` in the key by which it looks up connections.
    return layerNodeHttpOptions(trusted === undefined ? idle : { ...idle, secureContext: trusted.secureContext })
  }
  const { proxiedNetwork } = yield* Effect.promise(() => import("./proxiedNetwork.ts"))
  return proxiedNetwork(proxies, trusted === undefined ? {} : { ca: trusted.ca })
})
