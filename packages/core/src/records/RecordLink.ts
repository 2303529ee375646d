/**
 * Makes of the link in a record what callers get: an address of the configured service, or `null`.
 *
 * **Source** decisions 23 and 25.
 */
export type RewriteLink = (link: string) => string | null

/** Leaves a link as it came; an empty one says nothing. */
export const keepLink: RewriteLink = (link) => (link === "" ? null : link)

const keyParameter = "api_key"

const isKey = (parameter: string): boolean =>
  [...new URLSearchParams(parameter).keys()].some((name) => name.toLowerCase() === keyParameter)

/** A URL's query without the key; the other parameters stay spelled as they are. */
const keylessQuery = (search: string): string => {
  const kept = search
    .slice(1)
    .split("&")
    .filter((parameter) => parameter !== "" && !isKey(parameter))
  return kept.length === 0 ? "" : `?${kept.join("&")}`
}

const rewriteWhole = (baseUrl: URL, linkHosts: ReadonlyArray<string>): RewriteLink => {
  const prefix = baseUrl.pathname.replace(/\/+$/, "")
  const folder = `${baseUrl.origin}${prefix}/`
  const withPrefix = (path: string): string => (path.startsWith(`${prefix}/`) ? path : `${prefix}${path}`)
  const stays = ({ host, origin, protocol }: URL): boolean =>
    origin === baseUrl.origin || (linkHosts.includes(host) && (protocol === "https:" || protocol === baseUrl.protocol))

  return (link) => {
    if (link === "") return null
    const absolute = URL.parse(link)
    const url = absolute ?? URL.parse(link, folder)
    if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null
    const query = keylessQuery(url.search)
    return absolute !== null && stays(absolute)
      ? `${url.origin}${url.pathname}${query}`
      : `${baseUrl.origin}${withPrefix(url.pathname)}${query}`
  }
}

/** What the links of a page have in common, and what becomes of it: most differ in their endings only. */
interface KnownStart {
  readonly before: string
  readonly after: string
}

/** An address, or a path, up to its last slash: what reads the same whatever plain text follows. */
const start = /^(https?:\/\/|\/)[^/\\\s?#][^?#]*\//

/** An id, and at most one parameter that cannot be the key, in letters that no URL spells otherwise. */
const plainEnding = /^[\w-]+(\?[A-Za-z]+=[\w%.-]*)?$/

/**
 * Builds the rewriting of record links for a client.
 *
 * A link to another host leads to `baseUrl` instead, with its own path and query; one to a host of `linkHosts` stays, and so
 * does one to the base URL itself. A relative link is completed. What is no address of the web becomes `null`. A parameter
 * `api_key`, a fragment, and a user's name are dropped.
 *
 * **Gotchas** `linkHosts` are hosts as `URL` spells them: in lower case, with the port unless it is the usual one. A listed
 * host's link without HTTPS is rewritten, unless the base URL has none either.
 *
 * **Source** decisions 23 and 25; observed, "Complaints" and "Notices": links name `www.ftc.gov`.
 */
export const linkRewriter = (baseUrl: URL, linkHosts: ReadonlyArray<string> = []): RewriteLink => {
  const rewrite = rewriteWhole(baseUrl, linkHosts)
  let known: KnownStart | undefined

  const learn = (link: string): KnownStart | undefined => {
    const [before] = start.exec(link) ?? []
    const after = before === undefined ? null : rewrite(before)
    return before === undefined || after === null ? undefined : { before, after }
  }

  return (link) => {
    if (known === undefined || !link.startsWith(known.before)) known = learn(link)
    if (known === undefined) return rewrite(link)
    const ending = link.slice(known.before.length)
    return plainEnding.test(ending) ? known.after + ending : rewrite(link)
  }
}
