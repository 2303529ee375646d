/**
 * For each code of a column, the ordinals of the records that carry it, ascending.
 *
 * **Gotchas** all lists lie in one array, so a list is a view and costs nothing to hand out.
 */
export class Postings {
  readonly #starts: Uint32Array
  readonly #ordinals: Uint32Array

  private constructor(starts: Uint32Array, ordinals: Uint32Array) {
    this.#starts = starts
    this.#ordinals = ordinals
  }

  /** Counts, then places: one pass each, in the order of the records. */
  static of(codes: Uint32Array, distinctCodes: number): Postings {
    const starts = new Uint32Array(distinctCodes + 1)
    for (const code of codes) starts[code + 1] = (starts[code + 1] ?? 0) + 1
    for (let code = 0; code < distinctCodes; code++) starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 0)
    const next = starts.slice()
    const ordinals = new Uint32Array(codes.length)
    for (let ordinal = 0; ordinal < codes.length; ordinal++) {
      const code = codes[ordinal] ?? 0
      const place = next[code] ?? 0
      ordinals[place] = ordinal
      next[code] = place + 1
    }
    return new Postings(starts, ordinals)
  }

  /** The records that carry a code; none for a code that is undefined. */
  list(code: number | undefined): Uint32Array {
    if (code === undefined) return new Uint32Array(0)
    return this.#ordinals.subarray(this.#starts[code], this.#starts[code + 1])
  }
}
