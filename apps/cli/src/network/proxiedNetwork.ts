import { Dispatcher, layerUndiciNoDispatcher } from "@effect/platform-node/NodeHttpClient"
import { ConnectionFailure } from "@public-records/core"
import { Effect, Layer, Predicate } from "effect"
import { HttpClient, HttpClientError } from "effect/http"
import { Agent, buildConnector, Pool, ProxyAgent } from "undici"
import { type Proxies, type Proxy } from "./proxies.ts"

/** The name of a proxy in a sentence, without its user name and password. */
const nameOf = ({ url, variable }: Proxy): string => `the proxy ${url.origin} (${variable})`

const codeOf = (error: unknown): string => (Predicate.hasProperty(error, "code") ? String(error.code) : "")

/** Returns the failure of a connection to the proxy. */
const unreachable = (proxy: Proxy, error: Error): ConnectionFailure => {
  const code = codeOf(error)
  if (proxy.url.protocol === "https:" && /^(?:EPROTO|ERR_SSL)/.test(code)) {
    const advice = `If it is a proxy without TLS, begin its URL in ${proxy.variable} with http://.`
    return new ConnectionFailure(`${nameOf(proxy)} does not use TLS on this port`, advice)
  }
  if (/CERT|SELF_SIGNED|LEAF_SIGNATURE/.test(code)) {
    const [reason = code] = error.message.split(";")
    const isUntrusted = /SELF_SIGNED|UNABLE_TO_GET_ISSUER|LEAF_SIGNATURE/.test(code)
    const solution = isUntrusted ? " If it is correct, pass the proxy's certificate with --ca FILE." : ""
    const advice = `Check ${proxy.variable}.${solution}`
    return new ConnectionFailure(`${nameOf(proxy)} has a certificate that is not accepted: ${reason}`, advice)
  }
  return new ConnectionFailure(`${nameOf(proxy)} cannot be reached: ${error.message || code}`)
}

/** Returns the failure for the status with which a proxy refuses a request. Another try may help only from 500 on. */
const refused = (proxy: Proxy, status: number, target: URL): ConnectionFailure => {
  const { username } = proxy.url
  if (status === 407) {
    return username === ""
      ? new ConnectionFailure(
          `${nameOf(proxy)} requires a user name and a password: status 407`,
          `Write USER:PASSWORD@ before the host in ${proxy.variable}.`
        )
      : new ConnectionFailure(
          `${nameOf(proxy)} does not accept the user name and the password: status 407`,
          `Correct them in ${proxy.variable}.`
        )
  }
  const what = `${nameOf(proxy)} refused to connect to ${target.host}: status ${status}`
  if (status >= 500) return new ConnectionFailure(what)
  return new ConnectionFailure(what, "Ask its administrator to allow the host, or add the host to NO_PROXY.")
}

const refusal = /Proxy response \((\d{3})\)|Proxy Authentication Required \((407)\)/

/** Returns the failure of the proxy, or the error itself if the service caused it. */
const failureOfProxy = (proxy: Proxy, error: unknown, target: URL): unknown => {
  if (!Predicate.isError(error) || error instanceof ConnectionFailure) return error
  const [, tunnel, forward] = refusal.exec(error.message) ?? []
  const status = tunnel ?? forward
  if (status !== undefined) return refused(proxy, Number(status), target)
  const isOfProxy = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_PRX_CONN)$/
  return isOfProxy.test(codeOf(error)) ? unreachable(proxy, error) : error
}

/** The certificates to trust. */
interface Trust {
  readonly ca?: Array<string>
}

const agentOf = (proxies: Proxies, tls: Trust): Agent =>
  new Agent({
    factory: (origin) => {
      const proxy = proxies.proxyFor(new URL(origin))
      if (proxy === undefined) return new Pool(origin, { connect: tls })
      const connect = buildConnector(tls)
      return new ProxyAgent({
        uri: proxy.url.href,
        requestTls: tls,
        // Without a tunnel, undici would connect to the proxy in its own way.
        proxyTunnel: proxy.url.protocol === "https:",
        clientFactory: (url) =>
          new Pool(url, {
            // undici sets the server name to an address, about which Node.js prints a warning. It follows from the host.
            connect: ({ servername: _servername, ...options }, callback) =>
              connect(options, (error, socket) =>
                error === null ? callback(null, socket) : callback(unreachable(proxy, error), null)
              )
          })
      })
    }
  })

/** Connects through a proxy. A separate module, because undici takes as long to load as the rest of the program. */
export const proxiedNetwork = (proxies: Proxies, tls: Trust) => {
  const dispatcher = Effect.acquireRelease(
    Effect.sync(() => agentOf(proxies, tls)),
    (agent) => Effect.promise(() => agent.destroy())
  )
  const explaining = (http: HttpClient.HttpClient) =>
    HttpClient.transform(http, (sent, request) => {
      const target = URL.parse(request.url)
      const proxy = target === null ? undefined : proxies.proxyFor(target)
      if (target === null || proxy === undefined) return sent
      return Effect.mapError(sent, (error) => {
        const cause = failureOfProxy(proxy, error.reason.cause, target)
        return new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
      })
    })
  return Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, explaining)).pipe(
    Layer.provide(layerUndiciNoDispatcher),
    Layer.provide(Layer.effect(Dispatcher, dispatcher))
  )
}
