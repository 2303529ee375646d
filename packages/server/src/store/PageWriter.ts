import type { Fragments } from "./Fragments.ts"
import { momentsPerYear } from "./moment.ts"

const slabBytes = 65_536
const wordBytes = 8

/** Slabs that wait to be used again: as many as answers are on their way at a time, within reason. */
const maxFreeSlabs = 64

/** Memory that one body is put together in. */
interface Slab {
  readonly bytes: Buffer
  readonly view: DataView<ArrayBuffer>
}

const slabOf = (bytes: number): Slab => {
  const buffer = new ArrayBuffer(bytes)
  return { bytes: Buffer.from(buffer), view: new DataView(buffer) }
}

/**
 * Puts bodies together, one after the other, each in a slab of memory.
 *
 * **Gotchas** who writes into `view` reserves room first, begins at `end`, and moves `end` on. Who has sent a body and
 * keeps nothing of it gives it back, because a new slab costs more than what is written into it.
 */
class PageWriter {
  #slab = slabOf(slabBytes)
  readonly #free: Array<Slab> = []
  readonly #lent = new WeakMap<ArrayBufferLike, Slab>()
  /** The slab. It changes when more is reserved than it has room for. */
  view = this.#slab.view
  /** Where the next byte goes. */
  end = 0

  /** Begins a body; what was written since the last `finish` is dropped. */
  begin(): void {
    this.end = 0
  }

  /** The body, as a view into its slab. */
  finish(): Uint8Array {
    const body = this.#slab.bytes.subarray(0, this.end)
    this.#lent.set(this.#slab.view.buffer, this.#slab)
    this.#use(this.#free.pop() ?? slabOf(slabBytes))
    return body
  }

  /** Takes a body back; anything else that was sent is let be. */
  giveBack(body: Uint8Array): void {
    const slab = this.#lent.get(body.buffer)
    if (slab === undefined) return
    this.#lent.delete(body.buffer)
    if (slab.bytes.length === slabBytes && this.#free.length < maxFreeSlabs) this.#free.push(slab)
  }

  /** Makes room for so many bytes, and for the rest of a word behind them. */
  reserve(bytes: number): void {
    const needed = this.end + bytes + wordBytes
    if (needed > this.#slab.bytes.length) this.#grow(needed)
  }

  text(text: string): void {
    this.reserve(text.length * 3)
    this.end += this.#slab.bytes.write(text, this.end)
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.#slab.bytes.set(bytes, this.end)
    this.end += bytes.length
  }

  #grow(needed: number): void {
    const written = this.#slab.bytes.subarray(0, this.end)
    this.#use(slabOf(needed * 2))
    this.bytes(written)
  }

  #use(slab: Slab): void {
    this.#slab = slab
    this.view = slab.view
    this.end = 0
  }
}

/** The one writer of the process: answers are put together one at a time. */
export const pageWriter = new PageWriter()

/**
 * Copies a piece, and returns where it ends.
 *
 * **Gotchas** it copies whole words, as numbers of 64 bits: a third of the time that a loop over bytes takes, and a tenth
 * of what a call to copy takes for pieces as short as these. No eight bytes of UTF-8, read with the least byte first, are
 * a NaN, so none is changed on its way.
 */
export const writePiece = (view: DataView, at: number, { bytes, starts }: Fragments, piece: number): number => {
  const from = starts[piece] ?? 0
  const length = (starts[piece + 1] ?? 0) - from
  for (let offset = 0; offset < length; offset += wordBytes) {
    view.setFloat64(at + offset, bytes.getFloat64(from + offset, true), true)
  }
  return at + length
}

const hexDigits = "0123456789abcdef"

/** The two hexadecimal digits of each byte. */
const hexadecimals = Uint16Array.from(
  { length: 256 },
  (_, byte) => hexDigits.charCodeAt(byte >>> 4) | (hexDigits.charCodeAt(byte & 15) << 8)
)

/** Writes the eight hexadecimal digits of a word. */
export const writeHex = (view: DataView, at: number, word: number): void => {
  view.setUint16(at, hexadecimals[word >>> 24] ?? 0, true)
  view.setUint16(at + 2, hexadecimals[(word >>> 16) & 255] ?? 0, true)
  view.setUint16(at + 4, hexadecimals[(word >>> 8) & 255] ?? 0, true)
  view.setUint16(at + 6, hexadecimals[word & 255] ?? 0, true)
}

/** The two digits of each number below 100. */
const pairs = Uint16Array.from({ length: 100 }, (_, n) => (48 + Math.floor(n / 10)) | ((48 + (n % 10)) << 8))

/** Writes a number of at most six digits with leading zeros, and returns where it ends. */
const writeFewDecimals = (view: DataView, at: number, value: number, digits: number): number => {
  let rest = value | 0
  let place = at + digits
  for (; place - at >= 2; place -= 2) {
    const hundreds = (rest / 100) | 0
    view.setUint16(place - 2, pairs[rest - hundreds * 100] ?? 0, true)
    rest = hundreds
  }
  if (place > at) view.setUint8(at, 48 + rest)
  return at + digits
}

const million = 1_000_000

/** Writes a number of at most twelve digits with leading zeros, and returns where it ends. */
export const writeDecimals = (view: DataView, at: number, value: number, digits: number): number => {
  if (digits <= 6) return writeFewDecimals(view, at, value, digits)
  // Both halves are numbers of 32 bits, which divide in a fraction of the time.
  const millions = Math.floor(value / million)
  const end = writeFewDecimals(view, at, millions, digits - 6)
  return writeFewDecimals(view, end, value - millions * million, 6)
}

/** Writes the digits of a moment over the zeros of `0000-00-00 00:00:00`. */
export const writeMoment = (view: DataView, at: number, moment: number): void => {
  const year = Math.floor(moment / momentsPerYear)
  const rest = (moment - year * momentsPerYear) | 0
  const century = (year / 100) | 0
  view.setUint16(at, pairs[century] ?? 0, true)
  view.setUint16(at + 2, pairs[year - century * 100] ?? 0, true)
  view.setUint16(at + 5, pairs[rest >>> 22] ?? 0, true)
  view.setUint16(at + 8, pairs[(rest >>> 17) & 31] ?? 0, true)
  view.setUint16(at + 11, pairs[(rest >>> 12) & 31] ?? 0, true)
  view.setUint16(at + 14, pairs[(rest >>> 6) & 63] ?? 0, true)
  view.setUint16(at + 17, pairs[rest & 63] ?? 0, true)
}
