type Pair = readonly [string, string]

/** The pairs of a query, as `URLSearchParams` reads them. */
const pairsOf = (query: string): ReadonlyArray<Pair> => {
  const pairs: Array<Pair> = []
  for (let start = query.startsWith("?") ? 1 : 0; start < query.length;) {
    const ampersand = query.indexOf("&", start)
    const end = ampersand === -1 ? query.length : ampersand
    const equals = query.indexOf("=", start)
    const endOfName = equals === -1 || equals > end ? end : equals
    if (end > start) pairs.push([decoded(query.slice(start, endOfName)), decoded(query.slice(endOfName + 1, end))])
    start = end + 1
  }
  return pairs
}

const decoded = (text: string): string => {
  if (!text.includes("%")) return text.includes("+") ? text.replaceAll("+", " ") : text
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return new URLSearchParams(`=${text}`).get("") ?? ""
  }
}

/**
 * The parameters of a request's query, in their order.
 *
 * **Gotchas** a `+` is a space; percent-encoding that breaks stands as it is, and bytes that are no UTF-8 become U+FFFD.
 */
export class RequestParameters {
  readonly path: string
  readonly #query: string
  #read: ReadonlyArray<Pair> | undefined

  constructor(url: string) {
    const hash = url.indexOf("#")
    const fragmentless = hash === -1 ? url : url.slice(0, hash)
    const questionMark = fragmentless.indexOf("?")
    this.path = questionMark === -1 ? fragmentless : fragmentless.slice(0, questionMark)
    this.#query = questionMark === -1 ? "" : fragmentless.slice(questionMark + 1)
  }

  /** All of them: a name that occurs twice comes twice. They are read when they are first asked for. */
  all(): ReadonlyArray<Pair> {
    this.#read ??= pairsOf(this.#query)
    return this.#read
  }

  /** The value of a name; the last one where the name occurs twice. */
  get(name: string): string | undefined {
    return this.all().findLast(([given]) => given === name)?.[1]
  }

  /** The first value of a name that is not empty. */
  first(name: string): string | undefined {
    return this.all().find(([given, value]) => given === name && value !== "")?.[1]
  }

  /** Path and query without the key, in whatever case it is named, brackets encoded: what `links.self` and a log may show. */
  hrefWithoutKey(): string {
    let query = ""
    for (const [name, value] of this.all()) {
      if (name.toLowerCase() !== "api_key") query += `${query === "" ? "?" : "&"}${encoded(name)}=${encoded(value)}`
    }
    return this.path + query
  }
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** A segment of a path, decoded; as it stands where its percent-encoding breaks. */
export const decodedSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
