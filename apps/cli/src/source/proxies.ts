import { Effect, Option } from "effect"
import { usageFailure } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"

/** The name under which a variable is set, in small letters or in capitals, as other programs read it. */
export const nameSet = (environment: Environment, name: string): string =>
  environment[name.toLowerCase()] === undefined ? name : name.toLowerCase()

const valueOf = (environment: Environment, name: string): string => environment[nameSet(environment, name)] ?? ""

const isDecodable = (text: string): boolean => Option.isSome(Option.liftThrowable(decodeURIComponent)(text))

/**
 * Reads the URL of a proxy. Without a scheme it is an HTTP proxy, as in `proxy.example:3128`. Returns `undefined` if the text
 * does not name an HTTP or HTTPS proxy.
 *
 * **Gotchas** the text may contain a password; never quote it.
 */
export const proxyUrl = (text: string): URL | undefined => {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (url === null || !["http:", "https:"].includes(url.protocol)) return undefined
  const isMore = url.pathname !== "/" || url.search !== "" || url.hash !== ""
  return isMore || !isDecodable(url.username) || !isDecodable(url.password) ? undefined : url
}

const readProxy = Effect.fnUntraced(function* (environment: Environment, name: string) {
  const text = valueOf(environment, name)
  const url = proxyUrl(text)
  if (text === "" || url !== undefined) return url?.href ?? ""
  return yield* usageFailure(
    `${nameSet(environment, name)} does not name an HTTP proxy.`,
    "Write it as HOST:PORT or http://HOST:PORT, with USER:PASSWORD@ before the host where one is needed."
  )
})

export const proxyVariable = (environment: Environment): string | undefined => {
  const name = ["HTTPS_PROXY", "HTTP_PROXY"].find((name) => valueOf(environment, name) !== "")
  return name === undefined ? undefined : nameSet(environment, name)
}

/** Reads the proxies of the environment, empty if not set. **Fails with** a usage failure for a text that names no proxy. */
export const readProxies = (environment: Environment) =>
  Effect.all({
    httpProxy: readProxy(environment, "HTTP_PROXY"),
    httpsProxy: readProxy(environment, "HTTPS_PROXY"),
    noProxy: Effect.succeed(valueOf(environment, "NO_PROXY"))
  })
