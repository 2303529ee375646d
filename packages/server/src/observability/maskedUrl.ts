import type { ServiceRequest } from "../requests/Response.ts"
import { RequestParameters } from "../requests/RequestParameters.ts"

/** The replacement for a key. */
const mask = "••••"

/** Parameter names that look like a misspelled `api_key`. */
const keyNames: ReadonlySet<string> = new Set(["apikey", "xapikey", "key", "token", "secret"])

/** A real key has 40 letters and digits. No record id has that many without a break. */
const looksLikeKey = /[a-z0-9]{40}/i

/** The minimum length of a key in the request to mask. A shorter one could be part of any word. */
const minSentLength = 8

const isKeyName = (name: string): boolean => keyNames.has(name.toLowerCase().replaceAll(/[^a-z]/g, ""))

const decodeOnce = (text: string): string =>
  new URLSearchParams(`_=${text.replaceAll("+", "%2B").replaceAll("&", "%26")}`).get("_") ?? text

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

/**
 * Returns the URL of a request for the log, without the parameter `api_key`. `••••` replaces the values of misspellings of it,
 * every key that the server knows, the key of the request itself, and anything that looks like a real key.
 */
export const maskedUrl = ({ headers, url }: ServiceRequest, keys: ReadonlySet<string>): string => {
  const parameters = new RequestParameters(url)
  const inQuery = parameters.all().filter(([name]) => isKeyName(name))
  const sent = [headers["x-api-key"] ?? "", ...inQuery.map(([, value]) => value)]
  const secrets = [...keys, ...sent.filter((key) => key.length >= minSentLength)]
  const shown = (text: string): string => {
    // Percent-encoding may be applied twice.
    const layers = [text, decodeOnce(text), decodeOnce(decodeOnce(text))]
    const isSecret = layers.some((layer) => looksLikeKey.test(layer) || secrets.some((key) => layer.includes(key)))
    return isSecret ? mask : text
  }
  const path = parameters.path.split("/").map(shown).join("/")
  const query = parameters
    .all()
    .filter(([name]) => name !== "api_key")
    .map(([name, value]) => `${shown(encode(name))}=${isKeyName(name) ? mask : shown(encode(value))}`)
  return query.length === 0 ? path : `${path}?${query.join("&")}`
}
