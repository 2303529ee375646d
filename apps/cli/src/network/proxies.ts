import { Effect, Option } from "effect"
import { BlockList, isIP, isIPv6 } from "node:net"
import { type Sentences, usageFailure } from "../CommandFailure.ts"
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

/** A proxy, and the variable that names it. */
export interface Proxy {
  readonly url: URL
  readonly variable: string
}

/** The proxies of the environment. */
export interface Proxies {
  readonly isSet: boolean
  /** Returns the proxy for a URL, or `undefined` to connect directly. */
  readonly proxyFor: (url: URL) => Proxy | undefined
}

const readProxy = Effect.fnUntraced(function* (environment: Environment, name: string) {
  const text = valueOf(environment, name)
  if (text === "") return undefined
  const variable = nameSet(environment, name)
  const url = proxyUrl(text)
  if (url !== undefined) return { url, variable }
  return yield* usageFailure(
    `${variable} does not name an HTTP proxy.`,
    "Write it as HOST:PORT or http://HOST:PORT, with USER:PASSWORD@ before the host if required."
  )
})

/** Whether an entry of `NO_PROXY` names this host. IPv6 addresses have no brackets. */
type NamesHost = (host: string) => boolean

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv6(address) ? "ipv6" : "ipv4")

/** Returns a condition for the addresses of a range: `10.0.0.0/8`, `fd00::/8` or a single address. */
const inRange = (text: string): NamesHost | undefined => {
  const [address = "", bits, ...others] = text.split("/")
  const maxBits = isIPv6(address) ? 128 : 32
  const prefix = bits === undefined ? maxBits : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  if (isIP(address) === 0 || others.length > 0 || !(prefix <= maxBits)) return undefined
  const range = new BlockList()
  range.addSubnet(address, prefix, familyOf(address))
  return (host) => isIP(host) !== 0 && range.check(host, familyOf(host))
}

/** Returns a condition for a domain and its subdomains, or only for the latter with `*.`. */
const inDomain = (text: string): NamesHost | undefined => {
  const name = text.replace(/^\*?\./, "").replace(/\.$/, "")
  // The end of an address, such as `192.168`, is not a domain.
  const isName = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u.test(name) && !/(?:^|\.)\d+$/.test(name)
  const domain = isName ? URL.parse(`http://${name}`)?.hostname : undefined
  if (domain === undefined) return undefined
  return (host) => host.endsWith(`.${domain}`) || (host === domain && !text.startsWith("*"))
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" }

/** Parses an entry of `NO_PROXY`. Returns `undefined` if it is not understood. */
const parseDirect = (entry: string): ((url: URL) => boolean) | undefined => {
  const hasNoPort = isIPv6(entry) || entry.includes("/")
  const [, named = entry, port] = (hasNoPort ? null : /^(.+?)(?::(\d{1,5}))?$/.exec(entry)) ?? []
  const text = named.replace(/^\[(.+)\]$/, "$1")
  const namesHost = text === "*" ? () => true : (inRange(text) ?? inDomain(text))
  if (namesHost === undefined) return undefined
  return (url) => {
    const host = url.hostname.replace(/^\[(.+)\]$/, "$1").replace(/(.)\.$/, "$1")
    return (port === undefined || port === (url.port || defaultPorts[url.protocol])) && namesHost(host)
  }
}

const directEntries = (environment: Environment) =>
  valueOf(environment, "NO_PROXY")
    .split(/[,\s]+/)
    .filter((entry) => entry !== "")
    .map((entry) => ({ entry, isDirect: parseDirect(entry) }))

/** Returns the problem with the first entry of `NO_PROXY` that is not understood, if any. */
export const noProxyProblem = (environment: Environment): Sentences | undefined => {
  const unknown = directEntries(environment).find(({ isDirect }) => isDirect === undefined)
  if (unknown === undefined) return undefined
  const what = `${nameSet(environment, "NO_PROXY")} contains ${JSON.stringify(unknown.entry)}, which is ignored.`
  return [what, "Write hosts, addresses and ranges such as 10.0.0.0/8, with commas between them."]
}

/** Reads the proxies of the environment. **Fails with** a usage failure if one is invalid. */
export const readProxies = Effect.fnUntraced(function* (environment: Environment) {
  const http = yield* readProxy(environment, "HTTP_PROXY")
  const https = (yield* readProxy(environment, "HTTPS_PROXY")) ?? http
  const direct = directEntries(environment).flatMap(({ isDirect }) => isDirect ?? [])
  const proxyFor = (url: URL): Proxy | undefined =>
    direct.some((isDirect) => isDirect(url)) ? undefined : url.protocol === "https:" ? https : http
  return { isSet: https !== undefined, proxyFor } satisfies Proxies
})
