/** Text as it is compared by filters: case aside. */
export const folded = (text: string): string => text.toLowerCase()

/**
 * The texts of a column in which few texts occur often: each is kept once, and records hold its code.
 *
 * **Gotchas** texts that differ in case only have codes of their own and one folded code in common.
 */
export class Dictionary {
  /** In the order of their codes. */
  readonly texts: ReadonlyArray<string>
  #folding: Folding | undefined

  constructor(texts: ReadonlyArray<string>) {
    this.texts = texts
  }

  text(code: number): string {
    return this.texts[code] ?? ""
  }

  /** The folded code of each code. */
  get foldedCodeOf(): Uint32Array {
    return this.#folded.codeOf
  }

  /** How many texts there are, case aside. */
  get foldedSize(): number {
    return this.#folded.codes.size
  }

  /** The folded code of a text; nothing where no record carries it. */
  foldedCode(text: string): number | undefined {
    return this.#folded.codes.get(folded(text))
  }

  /** Made for the first filter: a list without one needs none of it. */
  get #folded(): Folding {
    return (this.#folding ??= foldingOf(this.texts))
  }
}

/** The folded code of each folded text, and of each code. */
interface Folding {
  readonly codes: ReadonlyMap<string, number>
  readonly codeOf: Uint32Array
}

const foldingOf = (texts: ReadonlyArray<string>): Folding => {
  const codes = new Map<string, number>()
  const codeOf = Uint32Array.from(texts, (text) => {
    const key = folded(text)
    const known = codes.get(key)
    if (known !== undefined) return known
    codes.set(key, codes.size)
    return codes.size - 1
  })
  return { codes, codeOf }
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
