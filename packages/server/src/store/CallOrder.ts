import { firstIndex } from "./search.ts"
import { sortedOrder } from "./sortedOrder.ts"

/** A stretch of the order of calls. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

const wordBits = 32

/** Parts of so few records are sorted when they are read instead of being halved further. */
const fewRecords = 64

/** At every so many halvings the ordinals are kept, so that a part of few records is read where it is met. */
const halvingsBetweenKept = 4

const onesIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * Complaints in the order of their calls, from which any stretch is read in the order of creation at any offset.
 *
 * A wavelet matrix: the ordinals, sorted by the time of the call, are halved again and again by the next bit of the
 * ordinal, zeros before ones. At each halving one bit of each record is kept, with the count of the ones before each
 * word of bits; with it, a stretch of one halving is followed into both halves of the next, and how many records went
 * there is known. So the record at an offset is found in as many steps as an ordinal has bits, for any stretch.
 */
export class CallOrder {
  readonly #moments: Float64Array | Uint32Array
  readonly #smallest: number
  readonly #halvings: number
  /** The highest bit of an ordinal, which decides the first halving. */
  readonly #topBit: number
  readonly #wordsOfHalving: number
  /** For each word of each halving: how many ones came before in this halving, and the word. */
  readonly #words: Uint32Array
  readonly #zeros: ReadonlyArray<number>
  readonly #kept: ReadonlyArray<Uint32Array | undefined>

  constructor(records: number, momentOf: (ordinal: number) => number) {
    const bits = wordBits - Math.clz32(Math.max(0, records - 1))
    this.#topBit = bits - 1
    this.#halvings = Math.max(0, bits - Math.log2(fewRecords))
    this.#wordsOfHalving = Math.floor(records / wordBits) + 1
    this.#words = new Uint32Array(2 * this.#wordsOfHalving * this.#halvings)
    let smallest = Number.POSITIVE_INFINITY
    let largest = 0
    for (let ordinal = 0; ordinal < records; ordinal++) {
      smallest = Math.min(smallest, momentOf(ordinal))
      largest = Math.max(largest, momentOf(ordinal))
    }
    this.#smallest = smallest
    const isShort = largest - smallest < 2 ** wordBits
    let order = sortedOrder(records, [
      (ordinal) => (momentOf(ordinal) - smallest) % 2 ** wordBits,
      ...(isShort ? [] : [(ordinal: number) => Math.floor((momentOf(ordinal) - smallest) / 2 ** wordBits)])
    ])
    this.#moments = isShort ? new Uint32Array(records) : new Float64Array(records)
    for (let place = 0; place < records; place++) this.#moments[place] = momentOf(order[place] ?? 0) - smallest
    const kept: Array<Uint32Array | undefined> = []
    const zeros: Array<number> = []
    for (let halving = 0; halving < this.#halvings; halving++) {
      kept.push(halving % halvingsBetweenKept === 0 ? order : undefined)
      const halved = this.#halve(order, halving)
      order = halved.order
      zeros.push(halved.zeros)
    }
    this.#kept = [...kept, order]
    this.#zeros = zeros
  }

  /** The calls between two moments, both included. */
  between(from: number, to: number): Stretch {
    const at = (place: number) => this.#smallest + (this.#moments[place] ?? 0)
    const start = firstIndex(this.#moments.length, (place) => at(place) >= from)
    return {
      start,
      end: Math.max(
        start,
        firstIndex(this.#moments.length, (place) => at(place) > to)
      )
    }
  }

  /** How many records of a stretch come before an ordinal. */
  countBefore({ end, start }: Stretch, ordinal: number): number {
    if (ordinal <= 0) return 0
    if (ordinal >= this.#moments.length) return end - start
    let [from, to, count] = [start, end, 0]
    for (let halving = 0; halving < this.#halvings; halving++) {
      const [fromOnes, toOnes] = [this.#onesBefore(halving, from), this.#onesBefore(halving, to)]
      if (((ordinal >>> (this.#topBit - halving)) & 1) === 0) {
        from -= fromOnes
        to -= toOnes
      } else {
        count += to - toOnes - (from - fromOnes)
        const zeros = this.#zeros[halving] ?? 0
        from = zeros + fromOnes
        to = zeros + toOnes
      }
    }
    const rest = this.#kept[this.#halvings]
    for (let place = from; place < to; place++) if ((rest?.[place] ?? 0) < ordinal) count += 1
    return count
  }

  /** Some ordinals of a stretch, ascending: those from the `skip`th on. */
  ordinals({ end, start }: Stretch, skip: number, count: number): Array<number> {
    const found: Array<number> = []
    this.#collect(0, start, end, skip, Math.min(count, end - start - skip), found)
    return found
  }

  #collect(halving: number, from: number, to: number, skip: number, count: number, found: Array<number>): void {
    if (count <= 0) return
    const kept = this.#kept[halving]
    if (kept !== undefined && to - from <= fewRecords) {
      const few = kept.subarray(from, to).toSorted()
      for (let place = skip; place < skip + count; place++) found.push(few[place] ?? 0)
      return
    }
    const [fromOnes, toOnes] = [this.#onesBefore(halving, from), this.#onesBefore(halving, to)]
    const zeros = to - toOnes - (from - fromOnes)
    const ofZeros = Math.max(0, Math.min(count, zeros - skip))
    this.#collect(halving + 1, from - fromOnes, to - toOnes, skip, ofZeros, found)
    const ones = this.#zeros[halving] ?? 0
    const skipOnes = Math.max(0, skip - zeros)
    this.#collect(halving + 1, ones + fromOnes, ones + toOnes, skipOnes, count - ofZeros, found)
  }

  #onesBefore(halving: number, place: number): number {
    const at = 2 * (halving * this.#wordsOfHalving + (place >>> 5))
    const before = (this.#words[at + 1] ?? 0) & ((1 << (place & 31)) - 1)
    return (this.#words[at] ?? 0) + onesIn(before)
  }

  /** Writes the bits of one halving; what has a zero goes before what has a one, each in its order. */
  #halve(order: Uint32Array, halving: number): { readonly order: Uint32Array; readonly zeros: number } {
    const shift = this.#topBit - halving
    const first = 2 * halving * this.#wordsOfHalving
    let ones = 0
    for (let place = 0; place < order.length; place++) {
      const at = first + 2 * (place >>> 5)
      if ((place & 31) === 0) this.#words[at] = ones
      const bit = ((order[place] ?? 0) >>> shift) & 1
      this.#words[at + 1] = (this.#words[at + 1] ?? 0) | (bit << (place & 31))
      ones += bit
    }
    // A stretch may end behind the last record, at the beginning of a word that has none.
    if (order.length % wordBits === 0) this.#words[first + 2 * (order.length >>> 5)] = ones
    const zeros = order.length - ones
    const halved = new Uint32Array(order.length)
    let [nextZero, nextOne] = [0, zeros]
    for (const ordinal of order) {
      if (((ordinal >>> shift) & 1) === 0) halved[nextZero++] = ordinal
      else halved[nextOne++] = ordinal
    }
    return { order: halved, zeros }
  }
}
