/** Text as it is compared by filters: case aside. */
export const folded = (text: string): string => text.toLowerCase()

/**
 * The texts of a column in which few texts occur often: each is kept once, and records hold its code.
 *
 * **Gotchas** texts that differ in case only have codes of their own and one folded code in common.
 */
export class Dictionary {
  readonly #texts: ReadonlyArray<string>
  readonly #foldedCodes: ReadonlyMap<string, number>
  /** The folded code of each code. */
  readonly foldedCodeOf: Uint32Array

  constructor(texts: ReadonlyArray<string>) {
    this.#texts = texts
    const foldedCodes = new Map<string, number>()
    this.foldedCodeOf = Uint32Array.from(texts, (text) => {
      const key = folded(text)
      const known = foldedCodes.get(key)
      if (known !== undefined) return known
      foldedCodes.set(key, foldedCodes.size)
      return foldedCodes.size - 1
    })
    this.#foldedCodes = foldedCodes
  }

  text(code: number): string {
    return this.#texts[code] ?? ""
  }

  /** How many texts there are, case aside. */
  get foldedSize(): number {
    return this.#foldedCodes.size
  }

  /** The folded code of a text; nothing where no record carries it. */
  foldedCode(text: string): number | undefined {
    return this.#foldedCodes.get(folded(text))
  }
}

/** Gives codes to texts in the order in which they come. */
export class DictionaryBuilder {
  readonly #codes = new Map<string, number>()

  code(text: string): number {
    const known = this.#codes.get(text)
    if (known !== undefined) return known
    // A text cut out of a file would keep the whole file in memory; this one is a text of its own.
    this.#codes.set(Buffer.from(text, "utf16le").toString("utf16le"), this.#codes.size)
    return this.#codes.size - 1
  }

  build(): Dictionary {
    return new Dictionary(Array.from(this.#codes.keys()))
  }
}
