/** Repeatable random choices: mulberry32. */
export class Choices {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(end: number): number {
    return Math.floor(this.fraction() * end)
  }

  between(minimum: number, maximum: number): number {
    return minimum + this.below(maximum - minimum + 1)
  }

  happens(share: number): boolean {
    return this.fraction() < share
  }

  oneOf<const Values extends readonly [unknown, ...ReadonlyArray<unknown>]>(values: Values): Values[number] {
    return values[this.below(values.length)]
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join("")
  }
}
