/** The times of one key's requests within a sliding window, at most as many as the limit. */
export class SlidingWindow {
  readonly #limit: number
  readonly #millis: number
  readonly #times: Array<number> = []

  constructor(limit: number, millis: number) {
    this.#limit = limit
    this.#millis = millis
  }

  /** Returns the number of requests in the window that ends now. */
  used(nowMillis: number): number {
    while ((this.#times[0] ?? nowMillis) <= nowMillis - this.#millis) this.#times.shift()
    return this.#times.length
  }

  /** Returns the milliseconds until one more request is allowed, or 0 if it is allowed now. */
  wait(nowMillis: number): number {
    if (this.used(nowMillis) < this.#limit) return 0
    const [first = nowMillis] = this.#times
    // Never longer than the window, even if the clock was set back.
    return Math.min(this.#millis, first + this.#millis - nowMillis)
  }

  /** Counts a request. Only call it if `wait` returned 0. */
  count(nowMillis: number): void {
    this.#times.push(nowMillis)
  }
}
