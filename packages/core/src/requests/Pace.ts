import { Option } from "effect"

/** How much the last answer counts for the mean. */
const weight = 0.2

/** How fast the service answers a request, its body included. **Units** milliseconds. */
export class Pace {
  #mean: number | undefined
  #fastest = Number.POSITIVE_INFINITY

  note(milliseconds: number): void {
    this.#mean = this.#mean === undefined ? milliseconds : this.#mean + weight * (milliseconds - this.#mean)
    this.#fastest = Math.min(this.#fastest, milliseconds)
  }

  /** The mean of the last answers; nothing before the first. */
  get mean(): Option.Option<number> {
    return Option.fromUndefinedOr(this.#mean)
  }

  /** The fastest answer so far; 0 before the first. */
  get fastest(): number {
    return this.#mean === undefined ? 0 : this.#fastest
  }
}
