/**
 * Generator of repeatable random numbers: sfc32, seeded through splitmix32.
 *
 * **Gotchas** for sample data and faults only, never for secrets.
 */
export class SeededRandom {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: number) {
    let state = seed | 0
    const next = () => {
      state = (state + 0x9e3779b9) | 0
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
      return mixed ^ (mixed >>> 15)
    }
    this.#a = next()
    this.#b = next()
    this.#c = next()
    for (let round = 0; round < 12; round++) this.uint32()
  }

  uint32(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** Returns a number of at least 0 and below 1. */
  fraction(): number {
    return this.uint32() / 4_294_967_296
  }

  /** Returns an integer of at least 0 and below `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end)
  }

  /** Returns an integer between two bounds, both included. */
  between(minimum: number, maximum: number): number {
    return minimum + Math.floor(this.fraction() * (maximum - minimum + 1))
  }

  pick<A>(choices: readonly [A, ...ReadonlyArray<A>]): A {
    return choices[this.between(0, choices.length - 1)] ?? choices[0]
  }

  /** Returns a shuffled copy of a list. */
  shuffled<A>(items: ReadonlyArray<A>): ReadonlyArray<A> {
    const keyed = items.map((item) => ({ item, key: this.uint32() }))
    return keyed.toSorted((left, right) => left.key - right.key).map(({ item }) => item)
  }

  /** Returns lower-case hexadecimal digits. */
  hex(digits: number): string {
    let text = ""
    while (text.length < digits) text += this.uint32().toString(16).padStart(8, "0")
    return text.slice(0, digits)
  }

  /** Returns a version 4 UUID. */
  uuid(): string {
    const digits = this.hex(32)
    const variant = "89ab"[this.uint32() & 3] ?? "8"
    const version = `4${digits.slice(13, 16)}`
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${version}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
  }
}
