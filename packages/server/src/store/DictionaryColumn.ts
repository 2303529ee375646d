/** Text as it is compared by filters: case aside. */
export const folded = (text: string): string => text.toLowerCase()

/**
 * A column in which few texts occur often: each record holds a code, each text is kept once, with its JSON form.
 *
 * **Gotchas** texts that differ in case only have codes of their own and one folded code in common.
 */
export class DictionaryColumn {
  readonly codes: Uint32Array
  readonly texts: ReadonlyArray<string>
  readonly #json: ReadonlyArray<string>
  readonly #foldedCodes: ReadonlyMap<string, number>
  readonly #foldedCodeOfCode: Uint32Array

  constructor(codes: Uint32Array, texts: ReadonlyArray<string>) {
    this.codes = codes
    this.texts = texts
    this.#json = texts.map((text) => JSON.stringify(text))
    const foldedCodes = new Map<string, number>()
    this.#foldedCodeOfCode = Uint32Array.from(texts, (text) => {
      const key = folded(text)
      const known = foldedCodes.get(key)
      if (known !== undefined) return known
      foldedCodes.set(key, foldedCodes.size)
      return foldedCodes.size - 1
    })
    this.#foldedCodes = foldedCodes
  }

  text(ordinal: number): string {
    return this.texts[this.codes[ordinal] ?? 0] ?? ""
  }

  json(ordinal: number): string {
    return this.#json[this.codes[ordinal] ?? 0] ?? '""'
  }

  /** How many texts there are, case aside. */
  get foldedSize(): number {
    return this.#foldedCodes.size
  }

  /** The code of a text, case aside; nothing where no record carries it. */
  foldedCode(text: string): number | undefined {
    return this.#foldedCodes.get(folded(text))
  }

  foldedCodeAt(ordinal: number): number {
    return this.#foldedCodeOfCode[this.codes[ordinal] ?? 0] ?? 0
  }

  /** The folded code of every record, in order. */
  foldedColumn(): Uint32Array {
    return this.codes.map((code) => this.#foldedCodeOfCode[code] ?? 0)
  }
}

/** Collects a column in the order of arrival. */
export class DictionaryColumnBuilder {
  readonly #codes: Array<number> = []
  readonly #codeOfText = new Map<string, number>()

  add(text: string): void {
    const known = this.#codeOfText.get(text)
    if (known === undefined) {
      this.#codes.push(this.#codeOfText.size)
      this.#codeOfText.set(text, this.#codeOfText.size)
    } else {
      this.#codes.push(known)
    }
  }

  /** The column with its records in another order: position `n` holds the record that arrived as `order[n]`. */
  build(order: Uint32Array): DictionaryColumn {
    return new DictionaryColumn(
      order.map((arrival) => this.#codes[arrival] ?? 0),
      Array.from(this.#codeOfText.keys())
    )
  }
}
