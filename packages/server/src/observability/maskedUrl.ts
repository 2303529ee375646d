import { decodedSegment, RequestParameters } from "../requests/RequestParameters.ts"

/** The replacement for a key. */
const mask = "••••"

/** A real key has 40 letters and digits. No record id has that many without a break. */
const looksLikeKey = /[a-z0-9]{40}/i

/** Returns a text as it is, and percent-decoded once and twice. */
const decodings = (text: string): ReadonlyArray<string> => [
  text,
  decodedSegment(text),
  decodedSegment(decodedSegment(text))
]

/** Whether a text contains a key of the server, percent-encoded up to twice. */
export const containsKey = (text: string, keys: ReadonlySet<string>): boolean =>
  decodings(text).some((decoded) => Array.from(keys).some((key) => decoded.includes(key)))

/**
 * Returns the URL of a request for the log, without the parameter `api_key`. `••••` replaces each segment, name and value that
 * contains a key of the server, percent-encoded up to twice, or anything that looks like a real key.
 */
export const maskedUrl = (url: string, keys: ReadonlySet<string>): string => {
  const parameters = new RequestParameters(url)
  const shown = (text: string): string =>
    containsKey(text, keys) || decodings(text).some((decoded) => looksLikeKey.test(decoded)) ? mask : text
  const path = parameters.path.split("/").map(shown).join("/")
  const query = parameters
    .allWithoutKey()
    .map(([name, value]) => `${shown(encodeURIComponent(name))}=${shown(encodeURIComponent(value))}`)
  return query.length === 0 ? path : `${path}?${query.join("&")}`
}
