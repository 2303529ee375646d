/**
 * For each code, the ordinals of the records that carry it, in the order in which they were given.
 *
 * **Gotchas** all lists lie in one array, so a list is a view and costs nothing to hand out.
 */
export class Postings {
  readonly #starts: Uint32Array
  readonly #ordinals: Uint32Array

  /**
   * Counts, then places: one pass each over the entries, of which each gives a code to a record. Without `ordinalOf` every
   * record has one entry, in the order of the records.
   */
  constructor(
    entries: number,
    distinctCodes: number,
    codeOf: (entry: number) => number,
    ordinalOf: (entry: number) => number = (entry) => entry
  ) {
    const starts = new Uint32Array(distinctCodes + 1)
    for (let entry = 0; entry < entries; entry++) {
      const next = codeOf(entry) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
    // The first list begins at the beginning.
    for (let code = 1; code < distinctCodes; code++) starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 0)
    const places = starts.slice()
    const ordinals = new Uint32Array(entries)
    for (let entry = 0; entry < entries; entry++) {
      const code = codeOf(entry)
      const place = places[code] ?? 0
      ordinals[place] = ordinalOf(entry)
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
