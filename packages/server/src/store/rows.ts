const chunkRows = 16_384

/** Rows of numbers below 2^32 in the order of arrival, in chunks, so that growing copies nothing. */
export class ArrivingRows {
  /** The largest number of each column. */
  readonly maxima: Uint32Array
  readonly #chunks: Array<Uint32Array> = []
  readonly #width: number
  #size = 0

  constructor(width: number) {
    this.#width = width
    this.maxima = new Uint32Array(width)
  }

  get size(): number {
    return this.#size
  }

  add(row: Uint32Array): void {
    const place = this.#size % chunkRows
    if (place === 0) this.#chunks.push(new Uint32Array(chunkRows * this.#width))
    this.#chunks.at(-1)?.set(row, place * this.#width)
    this.#size += 1
    for (let column = 0; column < this.#width; column++) {
      const value = row[column] ?? 0
      if (value > (this.maxima[column] ?? 0)) this.maxima[column] = value
    }
  }

  clear(): void {
    this.#chunks.length = 0
  }

  /** Copies a row. */
  read(row: number, into: Uint32Array): void {
    const chunk = this.#chunks[Math.floor(row / chunkRows)]
    const first = (row % chunkRows) * this.#width
    for (let column = 0; column < this.#width; column++) into[column] = chunk?.[first + column] ?? 0
  }

  at(row: number, column: number): number {
    return this.#chunks[Math.floor(row / chunkRows)]?.[(row % chunkRows) * this.#width + column] ?? 0
  }
}

/** One column of `PackedRows`: a number for each row. */
export class Column {
  readonly #words: Uint32Array
  readonly #width: number
  readonly #word: number
  readonly #shift: number
  readonly #mask: number

  constructor(words: Uint32Array, width: number, word: number, shift: number, mask: number) {
    this.#words = words
    this.#width = width
    this.#word = word
    this.#shift = shift
    this.#mask = mask
  }

  at(row: number): number {
    return (((this.#words[row * this.#width + this.#word] ?? 0) >>> this.#shift) & this.#mask) >>> 0
  }
}

const wordBits = 32

const bitsOf = (maximum: number): number => wordBits - Math.clz32(maximum)

/** Where a column of so many bits lies: in the first word that has room for it. */
interface Lot {
  readonly word: number
  readonly shift: number
}

/** The widest columns choose first, which leaves the least room unused. */
const allot = (widths: ReadonlyArray<number>): ReadonlyMap<number, Lot> => {
  const used: Array<number> = []
  const lots = new Map<number, Lot>()
  const widestFirst = Array.from(widths.entries()).toSorted(([, left], [, right]) => right - left)
  for (const [column, bits] of widestFirst) {
    const found = used.findIndex((taken) => taken + bits <= wordBits)
    const word = found === -1 ? used.length : found
    const shift = used[word] ?? 0
    used[word] = shift + bits
    // A column of nothing but zeros takes no room, and may find the last word full.
    lots.set(column, { word, shift: shift % wordBits })
  }
  return lots
}

/**
 * Columns of numbers, each with as many bits as its largest number needs, those of one row side by side.
 *
 * **Gotchas** side by side, because an answer reads fifty rows from all over the memory: one stretch of memory for a row
 * instead of one for each of its columns is what makes a page of a filtered list cost as much as one of the whole list.
 */
export class PackedRows {
  readonly #words: Uint32Array
  readonly #width: number
  readonly #wordOf: Uint8Array
  readonly #shiftOf: Uint8Array
  readonly #maskOf: Uint32Array

  constructor(rows: number, maxima: Iterable<number>) {
    const bits = Array.from(maxima, bitsOf)
    const lots = allot(bits)
    this.#wordOf = Uint8Array.from(bits, (_, column) => lots.get(column)?.word ?? 0)
    this.#shiftOf = Uint8Array.from(bits, (_, column) => lots.get(column)?.shift ?? 0)
    this.#maskOf = Uint32Array.from(bits, (width) => 2 ** width - 1)
    this.#width = Math.max(0, ...this.#wordOf) + 1
    this.#words = new Uint32Array(rows * this.#width)
  }

  /** Gives a row its numbers, once. */
  write(row: number, numbers: Uint32Array): void {
    const first = row * this.#width
    for (let column = 0; column < this.#maskOf.length; column++) {
      const word = first + (this.#wordOf[column] ?? 0)
      this.#words[word] = (this.#words[word] ?? 0) | ((numbers[column] ?? 0) << (this.#shiftOf[column] ?? 0))
    }
  }

  /** Reads all numbers of a row. */
  read(row: number, into: Uint32Array): void {
    const words = this.#words
    const first = row * this.#width
    const [masks, shifts, places] = [this.#maskOf, this.#shiftOf, this.#wordOf]
    for (let column = 0; column < masks.length; column++) {
      into[column] = ((words[first + (places[column] ?? 0)] ?? 0) >>> (shifts[column] ?? 0)) & (masks[column] ?? 0)
    }
  }

  column(column: number): Column {
    const { [column]: word = 0 } = this.#wordOf
    return new Column(this.#words, this.#width, word, this.#shiftOf[column] ?? 0, this.#maskOf[column] ?? 0)
  }
}
