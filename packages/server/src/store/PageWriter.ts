import type { Fragments } from "./Fragments.ts"

const slabBytes = 524_288
const wordBytes = 8
const comma = 44

/** The two digits of each number below 100, as bytes of one word. */
const decimals = Uint16Array.from({ length: 100 }, (_, n) => (48 + Math.floor(n / 10)) | ((48 + (n % 10)) << 8))

const hexDigits = "0123456789abcdef"

/** The two hexadecimal digits of each byte. */
const hexadecimals = Uint16Array.from(
  { length: 256 },
  (_, byte) => hexDigits.charCodeAt(byte >>> 4) | (hexDigits.charCodeAt(byte & 15) << 8)
)

/**
 * Puts bodies together, one after the other, in slabs of memory that many bodies share: a body costs no allocation.
 *
 * **Gotchas** `reserve` comes before everything that writes bytes, and says how many there will be; only `text`,
 * `bytes` and `comma` reserve for themselves. Places are counted from the beginning of the body.
 */
class PageWriter {
  #slab = Buffer.allocUnsafeSlow(0)
  #view = new DataView(this.#slab.buffer)
  #start = 0
  #end = 0

  /** Begins a body; what was written since the last `finish` is dropped. */
  begin(): void {
    this.#end = this.#start
  }

  /** The body, as a view into its slab. */
  finish(): Uint8Array {
    const body = this.#slab.subarray(this.#start, this.#end)
    this.#start = this.#end
    return body
  }

  /** Where the next byte goes. */
  get place(): number {
    return this.#end - this.#start
  }

  /** Makes room for so many bytes, and for the rest of a word behind them. */
  reserve(bytes: number): void {
    if (this.#end + bytes + wordBytes <= this.#slab.length) return
    const written = this.#slab.subarray(this.#start, this.#end)
    const needed = written.length + bytes + wordBytes
    this.#slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, needed <= slabBytes ? 0 : needed * 2))
    this.#view = new DataView(this.#slab.buffer)
    this.#slab.set(written)
    this.#start = 0
    this.#end = written.length
  }

  text(text: string): void {
    this.reserve(text.length * 3)
    this.#end += this.#slab.write(text, this.#end)
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.#slab.set(bytes, this.#end)
    this.#end += bytes.length
  }

  comma(): void {
    this.reserve(1)
    this.#view.setUint8(this.#end, comma)
    this.#end += 1
  }

  /**
   * Whole words, as numbers of 64 bits: a third of the time that a loop over bytes takes, and a tenth of what a call to
   * copy takes for pieces as short as these. No eight bytes of UTF-8 read with the least byte first are a NaN, so none
   * is changed on its way.
   */
  fragment({ bytes, starts }: Fragments, piece: number): void {
    const from = starts[piece] ?? 0
    const length = (starts[piece + 1] ?? 0) - from
    for (let at = 0; at < length; at += wordBytes) {
      this.#view.setFloat64(this.#end + at, bytes.getFloat64(from + at, true), true)
    }
    this.#end += length
  }

  /** Bytes of this body once more. */
  repeat(place: number, length: number): void {
    const from = this.#start + place
    for (let at = 0; at < length; at += wordBytes) {
      this.#view.setFloat64(this.#end + at, this.#view.getFloat64(from + at, true), true)
    }
    this.#end += length
  }

  /** Eight hexadecimal digits over what stands at a place. */
  hexAt(place: number, word: number): void {
    const at = this.#start + place
    this.#view.setUint16(at, hexadecimals[word >>> 24] ?? 0, true)
    this.#view.setUint16(at + 2, hexadecimals[(word >>> 16) & 255] ?? 0, true)
    this.#view.setUint16(at + 4, hexadecimals[(word >>> 8) & 255] ?? 0, true)
    this.#view.setUint16(at + 6, hexadecimals[word & 255] ?? 0, true)
  }

  /** Two decimal digits over what stands at a place. */
  decimalsAt(place: number, below100: number): void {
    this.#view.setUint16(this.#start + place, decimals[below100] ?? 0, true)
  }

  /** A number with leading zeros, with exactly so many digits. */
  digits(value: number, digits: number): void {
    let rest = value
    let at = this.#end + digits
    this.#end = at
    for (let left = digits; left > 1; left -= 2) {
      const hundreds = Math.floor(rest / 100)
      at -= 2
      this.#view.setUint16(at, decimals[rest - hundreds * 100] ?? 0, true)
      rest = hundreds
    }
    if (digits % 2 === 1) this.#view.setUint8(at - 1, 48 + rest)
  }
}

/** The one writer of the process: answers are put together one at a time. */
export const pageWriter = new PageWriter()
