/**
 * The path and the query parameters of a request.
 *
 * **Gotchas** As in `URLSearchParams`, `+` is a space, and malformed percent-encoding is left unchanged.
 */
export class RequestParameters {
  readonly path: string
  readonly #query: URLSearchParams

  constructor(url: string) {
    const [target = ""] = url.split("#", 1)
    const questionMark = target.indexOf("?")
    this.path = questionMark === -1 ? target : target.slice(0, questionMark)
    this.#query = new URLSearchParams(questionMark === -1 ? "" : target.slice(questionMark))
  }

  /** Returns all parameters in their order, including repeated ones. */
  all(): ReadonlyArray<readonly [string, string]> {
    return Array.from(this.#query)
  }

  /** Returns the last value of a parameter. */
  get(name: string): string | undefined {
    return this.#query.getAll(name).at(-1)
  }

  /** Returns the first value of a parameter that is not empty. */
  first(name: string): string | undefined {
    return this.#query.getAll(name).find((value) => value !== "")
  }

  /** Returns all parameters except `api_key`, in any case, for links. */
  allWithoutKey(): ReadonlyArray<readonly [string, string]> {
    return this.all().filter(([name]) => name.toLowerCase() !== "api_key")
  }

  /** Returns the path and the query without `api_key`, in any case, for `links.self`. */
  hrefWithoutKey(): string {
    const query = this.allWithoutKey().map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
    )
    return query.length === 0 ? this.path : `${this.path}?${query.join("&")}`
  }
}

/** Decodes a segment of a path. Returns it unchanged if its percent-encoding is malformed. */
export const decodedSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
