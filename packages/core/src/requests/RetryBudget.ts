const most = 10
const answersPerRetry = 10

/**
 * The retries that a client may spend, so that a service in trouble is not asked five times as often as one in order.
 *
 * **Units** 10 to begin with, one more for each ten answers, never above 10.
 *
 * **Source** decision 29.
 */
export class RetryBudget {
  #left = most
  #answers = 0

  /** Takes a retry; says whether there was one. */
  spend(): boolean {
    if (this.#left === 0) return false
    this.#left--
    return true
  }

  /** The service answered as a working one does. */
  noteAnswer(): void {
    this.#answers = (this.#answers + 1) % answersPerRetry
    if (this.#answers === 0) this.#left = Math.min(most, this.#left + 1)
  }
}
