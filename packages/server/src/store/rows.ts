const chunkRows = 16_384
/** The first chunk begins small and doubles: most sets of a test suite have a few records. */
const firstRows = 64

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
    if (place === 0) this.#chunks.push(new Uint32Array((this.#size === 0 ? firstRows : chunkRows) * this.#width))
    this.#lastChunk(place).set(row, place * this.#width)
    this.#size += 1
    for (let column = 0; column < this.#width; column++) {
      const value = row[column] ?? 0
      if (value > (this.maxima[column] ?? 0)) this.maxima[column] = value
    }
  }

  /** The last chunk, with room for a row at a place. */
  #lastChunk(place: number): Uint32Array {
    const last = this.#chunks.at(-1) ?? new Uint32Array(0)
    if (place * this.#width < last.length) return last
    const larger = new Uint32Array(last.length * 2)
    larger.set(last)
    this.#chunks[this.#chunks.length - 1] = larger
    return larger
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

  /** Gives a row its number, once. */
  add(row: number, value: number): void {
    const place = row * this.#width + this.#word
    this.#words[place] = (this.#words[place] ?? 0) | (value << this.#shift)
  }
}

const wordBits = 32

const bitsOf = (maximum: number): number => wordBits - Math.clz32(maximum)

/** Where a column lies: in the first word that has room for it, or in a word of its own. */
interface Lot {
  readonly word: number
  readonly shift: number
}

/** The widest columns choose first, which leaves the least room unused. */
const allot = (maxima: ReadonlyArray<number>, wholeWords: number): ReadonlyArray<Lot> => {
  const used: Array<number> = maxima.slice(0, wholeWords).map(() => wordBits)
  const lots: Array<Lot> = used.map((_, word) => ({ word, shift: 0 }))
  const widestFirst = maxima
    .map((maximum, column) => ({ bits: bitsOf(maximum), column }))
    .slice(wholeWords)
    .toSorted((left, right) => right.bits - left.bits)
  for (const { bits, column } of widestFirst) {
    const found = used.findIndex((taken) => taken + bits <= wordBits)
    const word = found === -1 ? used.length : found
    const shift = used[word] ?? 0
    used[word] = shift + bits
    // A column of nothing but zeros takes no room, and may find the last word full.
    lots[column] = { word, shift: shift % wordBits }
  }
  return lots
}

/**
 * Columns of numbers, those of one row side by side: the first ones with a word each, the others with as many bits as
 * their largest number needs.
 *
 * **Gotchas** side by side, because an answer reads fifty rows from all over the memory: one stretch of memory for a row
 * instead of one for each of its columns is what makes a page of a filtered list cost as much as one of the whole list.
 */
export class PackedRows {
  readonly words: Uint32Array
  /** The largest number of each column, which tells how the words are parted. */
  readonly maxima: ReadonlyArray<number>
  /** How many words a row has. */
  readonly width: number
  readonly #columns: ReadonlyArray<Column>

  /** Rows of zeros; with the words of others that have the same maxima, their rows. */
  constructor(rows: number, maxima: ReadonlyArray<number>, wholeWords: number, filled?: Uint32Array) {
    const lots = allot(maxima, wholeWords)
    const width = Math.max(...lots.map(({ word }) => word + 1))
    const words = filled ?? new Uint32Array(rows * width)
    this.width = width
    this.words = words
    this.maxima = maxima
    this.#columns = lots.map(({ shift, word }, column) => {
      const bits = column < wholeWords ? wordBits : bitsOf(maxima[column] ?? 0)
      return new Column(words, width, word, shift, 2 ** bits - 1)
    })
  }

  /** Gives a row its numbers, once. */
  write(row: number, numbers: Uint32Array): void {
    for (let column = 0; column < this.#columns.length; column++) this.#columns[column]?.add(row, numbers[column] ?? 0)
  }

  column(column: number): Column {
    return this.#columns[column] ?? noColumn
  }
}

const noColumn = new Column(new Uint32Array(0), 0, 0, 0, 0)
