/** Returns the link of a decoded record: a URL of the configured service, or `null`. */
export type RewriteLink = (link: string) => string | null

/** Returns a link unchanged, or `null` if it is empty. */
export const keepLink: RewriteLink = (link) => (link === "" ? null : link)

const keyParameter = "api_key"

const isKey = (parameter: string): boolean =>
  [...new URLSearchParams(parameter).keys()].some((name) => name.toLowerCase() === keyParameter)

/** Returns the query of a URL without the key. */
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

/** The common beginning of the links of a page, before and after rewriting. Most links differ only in their endings. */
interface KnownStart {
  readonly before: string
  readonly after: string
}

/** A URL or path up to its last slash. A plain suffix does not change how it is rewritten. */
const start = /^(https?:\/\/|\/)[^/\\\s?#][^?#]*\//

/** An id and at most one parameter, in characters that URLs never escape. The parameter cannot be the key. */
const plainSuffix = /^[\w-]+(\?[A-Za-z]+=[\w%.-]*)?$/

/**
 * Returns a function that rewrites the links of records. Links to other hosts than `linkHosts` get the origin of `baseUrl`.
 * Relative links become absolute. Links that are not web addresses become `null`. The function removes the parameter `api_key`,
 * fragments and user names.
 *
 * **Gotchas** `linkHosts` are hosts as `URL` prints them: in lower case, with a port unless it is the default. Links to them
 * without HTTPS are rewritten too, unless the base URL has no HTTPS.
 *
 * **Source** docs/api.md, statement 7.
 */
export const linkRewriter = (baseUrl: URL, linkHosts: ReadonlyArray<string> = []): RewriteLink => {
  const rewrite = rewriteWhole(baseUrl, linkHosts)
  let known: KnownStart | undefined

  // Stryker disable BlockStatement,ConditionalExpression,EqualityOperator,LogicalOperator,MethodExpression: only saves time
  const learn = (link: string): KnownStart | undefined => {
    const [before] = start.exec(link) ?? []
    const after = before === undefined ? null : rewrite(before)
    return before === undefined || after === null ? undefined : { before, after }
  }

  return (link) => {
    if (known === undefined || !link.startsWith(known.before)) known = learn(link)
    // Stryker restore all
    if (known === undefined) return rewrite(link)
    const ending = link.slice(known.before.length)
    return plainSuffix.test(ending) ? known.after + ending : rewrite(link)
  }
}
