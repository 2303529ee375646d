import { Effect, Option } from "effect"
import { type CommandFailure, usageFailure } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"

/** The proxies of the environment, and the hosts that need none; empty if not set. */
export interface Proxies {
  readonly httpProxy: string
  readonly httpsProxy: string
  readonly noProxy: string
}

/** The name under which a variable is set, in small letters or in capitals, as other programs read it. */
export const nameSet = (environment: Environment, name: string): string =>
  environment[name.toLowerCase()] === undefined ? name : name.toLowerCase()

const valueOf = (environment: Environment, name: string): string => environment[nameSet(environment, name)] ?? ""

const isDecodable = (text: string): boolean => Option.isSome(Option.liftThrowable(decodeURIComponent)(text))

/**
 * Reads the URL of a proxy. Without a scheme it is an HTTP proxy, as in `proxy.example:3128`. Returns `undefined` if the text
 * does not name an HTTP or HTTPS proxy.
 *
 * **Gotchas** the text may hold a password; it is never quoted.
 */
export const proxyUrl = (text: string): URL | undefined => {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (url === null || !["http:", "https:"].includes(url.protocol)) return undefined
  const isMore = url.pathname !== "/" || url.search !== "" || url.hash !== ""
  return isMore || !isDecodable(url.username) || !isDecodable(url.password) ? undefined : url
}

const checked = (environment: Environment, name: string): Effect.Effect<string, CommandFailure> => {
  const text = valueOf(environment, name)
  const url = proxyUrl(text)
  if (text === "" || url !== undefined) return Effect.succeed(url?.href ?? "")
  return Effect.fail(
    usageFailure(
      `${nameSet(environment, name)} does not name an HTTP proxy.`,
      "Write it as HOST:PORT or http://HOST:PORT, with USER:PASSWORD@ before the host where one is needed."
    )
  )
}

/** Returns the variable that names a proxy, if there is one. */
export const proxyVariable = (environment: Environment): string | undefined => {
  const name = ["HTTPS_PROXY", "HTTP_PROXY"].find((name) => valueOf(environment, name) !== "")
  return name === undefined ? undefined : nameSet(environment, name)
}

/** Reads the proxies of the environment. **Fails with** a usage failure for a text that does not name a proxy. */
export const readProxies = Effect.fnUntraced(function* (
  environment: Environment
): Effect.fn.Return<Proxies, CommandFailure> {
  return {
    httpProxy: yield* checked(environment, "HTTP_PROXY"),
    httpsProxy: yield* checked(environment, "HTTPS_PROXY"),
    noProxy: valueOf(environment, "NO_PROXY")
  }
})
