/**
 * For each code, the ordinals of the records that carry it, ascending.
 *
 * **Gotchas** all lists lie in one array, so a list is a view and costs nothing to hand out.
 */
export class Postings {
  readonly #starts: Uint32Array
  readonly #ordinals: Uint32Array

  /** Counts, then places: one pass each, in the order of the records. */
  constructor(records: number, distinctCodes: number, codeOf: (ordinal: number) => number) {
    const starts = new Uint32Array(distinctCodes + 1)
    for (let ordinal = 0; ordinal < records; ordinal++) {
      const next = codeOf(ordinal) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
    for (let code = 0; code < distinctCodes; code++) starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 0)
    const places = starts.slice()
    const ordinals = new Uint32Array(records)
    for (let ordinal = 0; ordinal < records; ordinal++) {
      const code = codeOf(ordinal)
      const place = places[code] ?? 0
      ordinals[place] = ordinal
      places[code] = place + 1
    }
    this.#starts = starts
    this.#ordinals = ordinals
  }

  /** The records that carry a code; none for a code that is undefined. */
  list(code: number | undefined): Uint32Array {
    if (code === undefined) return new Uint32Array(0)
    return this.#ordinals.subarray(this.#starts[code], this.#starts[code + 1])
  }
}
