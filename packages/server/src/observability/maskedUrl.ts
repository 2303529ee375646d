import { decodedSegment, RequestParameters } from "../requests/RequestParameters.ts"

/** The replacement for a key. */
const mask = "••••"

/** A real key has 40 letters and digits. No record id has that many without a break. */
const looksLikeKey = /[a-z0-9]{40}/i

/**
 * Returns the URL of a request for the log, without the parameter `api_key`. `••••` replaces each segment, name and value that
 * contains a key of the server, percent-encoded up to twice, or anything that looks like a real key.
 */
export const maskedUrl = (url: string, keys: ReadonlySet<string>): string => {
  const parameters = new RequestParameters(url)
  const shown = (text: string): string => {
    const layers = [text, decodedSegment(text), decodedSegment(decodedSegment(text))]
    const isSecret = (layer: string) => looksLikeKey.test(layer) || Array.from(keys).some((key) => layer.includes(key))
    return layers.some(isSecret) ? mask : text
  }
  const path = parameters.path.split("/").map(shown).join("/")
  const query = parameters
    .allWithoutKey()
    .map(([name, value]) => `${shown(encodeURIComponent(name))}=${shown(encodeURIComponent(value))}`)
  return query.length === 0 ? path : `${path}?${query.join("&")}`
}
