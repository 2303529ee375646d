/** Reproducible random choices from a seed (mulberry32). Not for secrets. */
export class SeededChoices {
  #state: number

  constructor(seed: number) {
    // Neighboring seeds must not produce similar sequences.
    this.#state = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) | 0
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns an integer between two limits, inclusive. */
  between(minimum: number, maximum: number): number {
    return minimum + Math.floor(this.fraction() * (maximum - minimum + 1))
  }

  pick<const Choices extends readonly [unknown, ...ReadonlyArray<unknown>]>(choices: Choices): Choices[number] {
    return choices[this.between(0, choices.length - 1)]
  }

  /** Returns `true` with the given probability. */
  happens(probability: number): boolean {
    return this.fraction() < probability
  }

  times<A>(count: number, make: () => A): ReadonlyArray<A> {
    return Array.from({ length: count }, make)
  }
}
