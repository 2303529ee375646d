/** Returns the link of a decoded record: a URL of the configured service, or `null`. */
export type RewriteLink = (link: string) => string | null

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

/**
 * Returns a function that rewrites the links of records: absolute and relative links get the origin and path of `baseUrl`. Links
 * that are not web addresses become `null`. The function removes the parameter `api_key`, fragments and user names.
 *
 * **Source** docs/api.md, statement 7.
 */
export const linkRewriter = (baseUrl: URL): RewriteLink => {
  const prefix = baseUrl.pathname.replace(/\/+$/, "")
  const folder = `${baseUrl.origin}${prefix}/`
  return (link) => {
    const url = URL.parse(link, folder)
    if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null
    const isComplete = url.pathname.startsWith(`${prefix}/`) || URL.parse(link)?.origin === baseUrl.origin
    return `${baseUrl.origin}${isComplete ? "" : prefix}${url.pathname}${keylessQuery(url.search)}`
  }
}
