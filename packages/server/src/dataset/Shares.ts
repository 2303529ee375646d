import type { SeededRandom } from "../SeededRandom.ts"
import type { Tally } from "./measuredDay.ts"

/** Values, drawn as often as they were counted. */
export class Shares<A> {
  readonly #values: ReadonlyArray<A>
  // The place of each counted value, as often as it was counted: one look-up for a draw.
  readonly #places: Uint32Array

  constructor(tally: Tally, read: (value: string) => A) {
    const counted = tally === "" ? [] : tally.split("|")
    const counts = counted.map((pair) => Number(pair.slice(0, pair.indexOf(" "))))
    this.#values = counted.map((pair) => read(pair.slice(pair.indexOf(" ") + 1)))
    this.#places = Uint32Array.from(counts.flatMap((count, place) => Array.from({ length: count }, () => place)))
  }

  /** How often all values together were counted. */
  get total(): number {
    return this.#places.length
  }

  /** One value; `ofNone` where none was counted. */
  draw(random: SeededRandom, ofNone: A): A {
    return this.#values[this.#places[random.below(this.#places.length)] ?? 0] ?? ofNone
  }
}
