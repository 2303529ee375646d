/**
 * The parameters of a request's query, in their order.
 *
 * **Gotchas** a `+` is a space; percent-encoding that breaks stands as it is, and bytes that are no UTF-8 become U+FFFD.
 */
export class RequestParameters {
  readonly path: string
  readonly #pairs: ReadonlyArray<readonly [string, string]>
  readonly #last: ReadonlyMap<string, string>

  constructor(url: string) {
    const fragmentless = url.split("#", 1)[0] ?? ""
    const questionMark = fragmentless.indexOf("?")
    this.path = questionMark === -1 ? fragmentless : fragmentless.slice(0, questionMark)
    const query = questionMark === -1 ? "" : fragmentless.slice(questionMark + 1)
    this.#pairs = query === "" ? [] : Array.from(new URLSearchParams(query))
    this.#last = new Map(this.#pairs)
  }

  /** All of them: a name that occurs twice comes twice. */
  all(): ReadonlyArray<readonly [string, string]> {
    return this.#pairs
  }

  /** The value of a name; the last one where the name occurs twice. */
  get(name: string): string | undefined {
    return this.#last.get(name)
  }

  /** The first value of a name that is not empty. */
  first(name: string): string | undefined {
    return this.#pairs.find(([given, value]) => given === name && value !== "")?.[1]
  }

  /** Path and query without the key, brackets encoded: what `links.self` and a log may show. */
  hrefWithoutKey(): string {
    const query = this.#pairs
      .filter(([name]) => name !== "api_key")
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join("&")
    return query === "" ? this.path : `${this.path}?${query}`
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
