import { Dispatcher, layerUndiciNoDispatcher } from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer } from "effect"
import { type HttpClient } from "effect/http"
import { readFile } from "node:fs/promises"
import { getCACertificates } from "node:tls"
import { EnvHttpProxyAgent } from "undici"
import { type CommandFailure, usageFailure } from "./CommandFailure.ts"
import { type Environment } from "./Host.ts"
import { type Setting } from "./Settings.ts"

const variable = (environment: Environment, name: string): string =>
  environment[name.toLowerCase()] ?? environment[name] ?? ""

const readCertificate = ({ value, from }: Setting<string>): Effect.Effect<string, CommandFailure> =>
  Effect.tryPromise({
    try: () => readFile(value, "utf8"),
    catch: () => usageFailure(`The certificate file ${value} (${from}) cannot be read. Check that it is there.`)
  }).pipe(
    Effect.filterOrFail(
      (pem) => pem.includes("-----BEGIN CERTIFICATE-----"),
      () => usageFailure(`The certificate file ${value} (${from}) holds no certificate in PEM form. Name another.`)
    )
  )

/**
 * The way to a service over the network: through the proxy that `HTTPS_PROXY` and `NO_PROXY` name, and trusting one
 * certificate more where `ca` names it.
 *
 * **Gotchas** redirects come back as answers, for core to judge. `NODE_EXTRA_CA_CERTS` is Node.js's own, and stays in force.
 *
 * **Fails with** a usage failure for a certificate file that cannot be used.
 */
export const serviceTransport = Effect.fnUntraced(function* (
  environment: Environment,
  ca: Setting<string> | undefined
): Effect.fn.Return<Layer.Layer<HttpClient.HttpClient>, CommandFailure> {
  const trusted = ca === undefined ? {} : { ca: [...getCACertificates("default"), yield* readCertificate(ca)] }
  const dispatcher = Effect.acquireRelease(
    Effect.sync(
      () =>
        new EnvHttpProxyAgent({
          httpProxy: variable(environment, "HTTP_PROXY"),
          httpsProxy: variable(environment, "HTTPS_PROXY"),
          noProxy: variable(environment, "NO_PROXY"),
          connect: trusted,
          requestTls: trusted,
          proxyTls: trusted
        })
    ),
    (agent) => Effect.promise(() => agent.destroy())
  )
  return layerUndiciNoDispatcher.pipe(Layer.provide(Layer.effect(Dispatcher, dispatcher)))
})
