import { Effect, Option } from "effect"
import { usageFailure } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"

/** Returns the name under which a variable is set. Like in other programs, lowercase takes precedence over uppercase. */
export const nameSet = (environment: Environment, name: string): string =>
  environment[name.toLowerCase()] === undefined ? name : name.toLowerCase()

const valueOf = (environment: Environment, name: string): string => environment[nameSet(environment, name)] ?? ""

const isDecodable = (text: string): boolean => Option.isSome(Option.liftThrowable(decodeURIComponent)(text))

/**
 * Parses the URL of an HTTP or HTTPS proxy. Returns `undefined` if it is invalid. Without a scheme, as in `proxy.example:3128`, it is
 * an HTTP proxy.
 *
 * **Gotchas** the URL may contain a password, so never quote it.
 */
export const proxyUrl = (text: string): URL | undefined => {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`)
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
    "Write it as HOST:PORT or http://HOST:PORT, with USER:PASSWORD@ before the host if required."
  )
})

export const proxyVariable = (environment: Environment): string | undefined => {
  const name = ["HTTPS_PROXY", "HTTP_PROXY"].find((name) => valueOf(environment, name) !== "")
  return name === undefined ? undefined : nameSet(environment, name)
}

/** Reads the proxies of the environment, or empty strings. **Fails with** a usage failure if one is invalid. */
export const readProxies = (environment: Environment) =>
  Effect.all({
    httpProxy: readProxy(environment, "HTTP_PROXY"),
    httpsProxy: readProxy(environment, "HTTPS_PROXY"),
    noProxy: Effect.succeed(valueOf(environment, "NO_PROXY"))
  })
