import { Option } from "effect"

/** Weight of the latest response in the mean. */
const weight = 0.2

/** Latency of requests, including the response body. **Units** milliseconds. */
export class Pace {
  #mean: number | undefined
  #fastest = Number.POSITIVE_INFINITY
  #responses = 0

  note(milliseconds: number): void {
    this.#responses++
    this.#mean = this.#meanWith(milliseconds)
    this.#fastest = Math.min(this.#fastest, milliseconds)
  }

  #meanWith(milliseconds: number): number {
    if (this.#mean === undefined) return milliseconds
    // One of the first two responses is often slow for once, because the first one also includes opening the connection.
    if (this.#responses === 2) return Math.min(this.#mean, milliseconds)
    return this.#mean + weight * (milliseconds - this.#mean)
  }

  /** Mean latency, weighted towards the latest responses; `None` before the first response. */
  get mean(): Option.Option<number> {
    return Option.fromUndefinedOr(this.#mean)
  }

  /** Lowest latency so far; 0 before the first response. */
  get fastest(): number {
    return this.#mean === undefined ? 0 : this.#fastest
  }
}
