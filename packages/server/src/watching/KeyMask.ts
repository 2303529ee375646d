import type { ServiceRequest } from "../requests/Answer.ts"
import { RequestParameters } from "../requests/RequestParameters.ts"

/** Stands where a key stood. */
const mask = "••••"

/** Names that somebody who misspells `api_key` may use. */
const keyNames: ReadonlySet<string> = new Set(["apikey", "xapikey", "key", "token", "secret"])

/** Real keys have 40 letters and digits, and no id of a record has that many without a break. */
const looksLikeKey = /[a-z0-9]{40}/i

/** A shorter text in the place of a key may be part of any word. */
const shortestSent = 8

/** Percent-encoding may be put on top of percent-encoding. */
const maxLayers = 3

const decodedOnce = (text: string): string =>
  new URLSearchParams(`_=${text.replaceAll("+", "%2B").replaceAll("&", "%26")}`).get("_") ?? text

/** A text as it stands, and what is found by decoding it again and again. */
const layersOf = (text: string): ReadonlyArray<string> => {
  const layers = [text]
  for (let layer = text; layers.length <= maxLayers && layer.includes("%"); layers.push(layer)) {
    layer = decodedOnce(layer)
  }
  return layers
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/**
 * Takes keys out of what a log shows: the parameter `api_key` and its misspellings, every key that the server knows, the
 * key that the request itself carries, and whatever has the form of a real one; in the path and the query, however often
 * it is percent-encoded.
 */
export class KeyMask {
  readonly #keys: ReadonlySet<string>
  readonly #lengths: ReadonlyArray<number>

  constructor(keys: ReadonlySet<string>) {
    this.#keys = keys
    this.#lengths = Array.from(new Set(Array.from(keys, (key) => key.length)))
  }

  /** A method; only a client in process can make one up. */
  method({ method }: ServiceRequest): string {
    return this.#isSecret(method, []) ? mask : method
  }

  /** Path and query. */
  url({ headers, url }: ServiceRequest): string {
    const parameters = new RequestParameters(url)
    const sent = this.#sentWith(headers["x-api-key"], parameters)
    const query = this.#query(url, parameters, sent)
    return this.#path(parameters.path, sent) + (query === "" ? "" : `?${query}`)
  }

  #sentWith(header: string | undefined, parameters: RequestParameters): ReadonlyArray<string> {
    const inQuery = parameters.all().flatMap(([name, value]) => (isKeyName(name) ? [value] : []))
    return [header ?? "", ...inQuery].filter((key) => key.length >= shortestSent)
  }

  #path(path: string, sent: ReadonlyArray<string>): string {
    const masked = path
      .split("/")
      .map((segment) => (this.#isSecret(segment, sent) ? mask : segment))
      .join("/")
    // A key with a slash in it lies in two segments.
    return this.#isSecret(masked, sent) ? `/${mask}` : masked
  }

  #query(url: string, parameters: RequestParameters, sent: ReadonlyArray<string>): string {
    const shown = parameters.all().filter(([name]) => name !== "api_key")
    if (shown.length === 0) return ""
    const raw = url.slice(parameters.path.length + 1)
    return this.#isSplit(raw, parameters) ? mask : shown.map((pair) => this.#parameter(pair, sent)).join("&")
  }

  // A key with an ampersand in it that is not encoded lies in two parameters.
  #isSplit(raw: string, parameters: RequestParameters): boolean {
    const without = raw.replaceAll(/(?<=^|&)api_key=[^&]*/g, "")
    const isWhole = parameters.all().some(([name, value]) => name === "api_key" && this.#holds(value, [], isDivisible))
    return this.#holds(isWhole ? without : raw, [], isDivisible)
  }

  #parameter([name, value]: readonly [string, string], sent: ReadonlyArray<string>): string {
    const shownName = this.#isSecret(name, sent) ? mask : encoded(name)
    return `${shownName}=${isKeyName(name) || this.#isSecret(value, sent) ? mask : encoded(value)}`
  }

  #isSecret(text: string, sent: ReadonlyArray<string>): boolean {
    return layersOf(text).some((layer) => looksLikeKey.test(layer)) || this.#holds(text, sent, () => true)
  }

  /** Whether a text holds a key of the server or of the request, of those that count. */
  #holds(text: string, sent: ReadonlyArray<string>, counts: (key: string) => boolean): boolean {
    return layersOf(text).some(
      (layer) => sent.some((key) => counts(key) && layer.includes(key)) || this.#knownIn(layer, counts)
    )
  }

  // Each stretch of the text that is as long as some key is looked up, so that many keys cost no more than a few.
  #knownIn(text: string, counts: (key: string) => boolean): boolean {
    return this.#lengths.some((length) => {
      for (let from = 0; from + length <= text.length; from++) {
        const part = text.slice(from, from + length)
        if (this.#keys.has(part) && counts(part)) return true
      }
      return false
    })
  }
}

const isKeyName = (name: string): boolean => keyNames.has(name.toLowerCase().replaceAll(/[^a-z]/g, ""))

/** Whether a key has characters that divide a query, or mean something else in it. */
const isDivisible = (key: string): boolean => /[^\w.~-]/.test(key)
