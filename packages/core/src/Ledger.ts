/** How long a request counts, in milliseconds: an hour that rolls, not one by the clock. */
export const budgetWindowMillis = 3_600_000

/** Times in rising order, the oldest forgotten as they leave the window. */
class RollingTimes {
  #times: Array<number> = []
  #first = 0

  get size(): number {
    return this.#times.length - this.#first
  }

  add(time: number): void {
    const isLast = time >= (this.#times.at(-1) ?? time)
    this.#times.push(time)
    if (isLast) return
    this.#times = this.all().toSorted((left, right) => left - right)
    this.#first = 0
  }

  forgetUntil(end: number): void {
    while (this.#first < this.#times.length && (this.#times[this.#first] ?? end) <= end) this.#first++
    this.#compact()
  }

  forgetOldest(count: number): void {
    this.#first += Math.min(count, this.size)
    this.#compact()
  }

  all(): Array<number> {
    return this.#times.slice(this.#first)
  }

  #compact(): void {
    if (this.#first < 1024 || this.#first < this.#times.length / 2) return
    this.#times = this.all()
    this.#first = 0
  }
}

/**
 * The requests of the last hour with one key, and when the next one fits in beside them.
 *
 * A request counts from when it is sent, and until an hour after its answer came: the service counts it at some moment in
 * between, so that ours is never forgotten before its own. What others sent with the same key is known by the service's
 * count only.
 *
 * **Units** milliseconds since 1970.
 */
export class Ledger {
  readonly #requestsPerHour: number
  readonly #own = new RollingTimes()
  readonly #others = new RollingTimes()
  #inFlight = 0
  #serviceLimit = Number.POSITIVE_INFINITY
  #pausedUntil = 0
  #othersLearnedAt = 0

  constructor(requestsPerHour: number) {
    this.#requestsPerHour = requestsPerHour
  }

  /** Requests of the last hour that this ledger knows to be its own. */
  get ownRequests(): number {
    return this.#own.size + this.#inFlight
  }

  get pausedUntil(): number {
    return this.#pausedUntil
  }

  get #limit(): number {
    return Math.min(this.#requestsPerHour, this.#serviceLimit)
  }

  /** When the last of so many more requests may go; a time that is past where it may at once. */
  timeOf(requests: number, now: number): number {
    this.#forget(now)
    return Math.max(this.#pausedUntil, this.#placeOf(requests, now))
  }

  #placeOf(requests: number, now: number): number {
    const limit = this.#limit
    const free = limit - this.ownRequests - this.#others.size
    if (requests <= free) return 0
    const rounds = Math.ceil(requests / limit) - 1
    const turn = requests - rounds * limit
    if (turn <= free) return now + rounds * budgetWindowMillis
    const times = [...this.#own.all(), ...this.#others.all()].toSorted((left, right) => left - right)
    // One in flight is not among the times: it counts for an hour from its answer on.
    const leaving = times[turn - free - 1] ?? now
    return leaving + (rounds + 1) * budgetWindowMillis
  }

  begin(): void {
    this.#inFlight++
  }

  /** A request was answered, or will not be; one that the service refused does not count. */
  end(now: number, counts: boolean): void {
    this.#inFlight--
    if (counts) this.#own.add(now)
  }

  /** Takes over the service's own count: what is missing from ours was sent by others, at the latest just now. */
  learn(count: { readonly limit: number; readonly remaining: number }, begunAt: number, now: number): void {
    this.#serviceLimit = Math.max(1, count.limit)
    this.#forget(now)
    const used = Math.min(count.limit, Math.max(0, count.limit - count.remaining))
    const missing = used - this.#own.size - this.#inFlight - this.#others.size
    if (missing > 0) {
      for (let n = 0; n < missing; n++) this.#others.add(now)
      this.#othersLearnedAt = now
      return
    }
    // An answer to a request from before may be older than what was learned since.
    if (begunAt < this.#othersLearnedAt) return
    this.#others.forgetOldest(this.#others.size - Math.max(0, used - this.#own.size))
  }

  /**
   * Takes over a refusal: the oldest request that the service counts leaves its hour when it says to come back, the others
   * some time between then and an hour from now.
   */
  learnRefusal(limit: number, retryAt: number, now: number): void {
    this.#serviceLimit = Math.max(1, limit)
    this.#forget(now)
    const missing = this.#limit - this.#own.size - this.#inFlight - this.#others.size
    if (!(missing > 0 && Number.isFinite(missing))) return
    const oldest = Math.min(now, Math.max(retryAt, now) - budgetWindowMillis)
    const step = (now - oldest) / missing
    for (let n = 0; n < missing; n++) this.#others.add(oldest + n * step)
    this.#othersLearnedAt = now
  }

  /** Lets nothing through before that time; a pause under way is never made shorter. */
  pauseUntil(time: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, time)
  }

  #forget(now: number): void {
    this.#own.forgetUntil(now - budgetWindowMillis)
    this.#others.forgetUntil(now - budgetWindowMillis)
  }
}
