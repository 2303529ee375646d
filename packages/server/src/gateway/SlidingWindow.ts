const firstCapacity = 8

/**
 * The times of one key's requests within a stretch of time that slides on, and never more of them than the limit.
 *
 * **Gotchas** a ring: a request that comes takes the place of one that has left, so its memory grows with what is within
 * the window and ends at the limit.
 */
export class SlidingWindow {
  readonly #limit: number
  readonly #millis: number
  #times = new Float64Array(firstCapacity)
  #first = 0
  #size = 0

  constructor(limit: number, millis: number) {
    this.#limit = limit
    this.#millis = millis
  }

  /** How many requests are within the window that ends now. */
  used(nowMillis: number): number {
    const gone = nowMillis - this.#millis
    while (this.#size > 0 && (this.#times[this.#first] ?? 0) <= gone) {
      this.#first = (this.#first + 1) % this.#times.length
      this.#size -= 1
    }
    return this.#size
  }

  /** How long until one more request may come; 0 where it may now. **Units** milliseconds. */
  wait(nowMillis: number): number {
    if (this.used(nowMillis) < this.#limit) return 0
    // Never longer than the window, even where the clock was put back.
    return Math.min(this.#millis, (this.#times[this.#first] ?? 0) + this.#millis - nowMillis)
  }

  /** Counts a request; only where there is nothing to wait for. */
  take(nowMillis: number): void {
    if (this.#size === this.#times.length) this.#grow()
    this.#times[(this.#first + this.#size) % this.#times.length] = nowMillis
    this.#size += 1
  }

  #grow(): void {
    const times = new Float64Array(Math.min(this.#times.length * 2, Math.max(this.#limit, firstCapacity)))
    times.set(this.#times.subarray(this.#first))
    times.set(this.#times.subarray(0, this.#first), this.#times.length - this.#first)
    this.#times = times
    this.#first = 0
  }
}
