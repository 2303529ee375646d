/** How long a request counts, in milliseconds: an hour that rolls, not one by the clock. */
export const budgetWindowMillis = 3_600_000

/** So many requests were made at one time. */
interface Made {
  readonly at: number
  readonly count: number
}

/** How many requests were made when, in rising order; the oldest are forgotten as they leave the hour. */
class RollingCount {
  #made: Array<Made> = []
  #first = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  add(at: number, count: number): void {
    const isLast = at >= (this.#made.at(-1)?.at ?? at)
    this.#made.push({ at, count })
    this.#size += count
    if (isLast) return
    this.#made = this.all().toSorted((left, right) => left.at - right.at)
    this.#first = 0
  }

  forgetUntil(end: number): void {
    for (let oldest = this.#oldest; oldest !== undefined && oldest.at <= end; oldest = this.#oldest) this.#drop(oldest)
  }

  forgetOldest(count: number): void {
    let left = count
    let oldest = this.#oldest
    while (oldest !== undefined && oldest.count <= left) {
      left -= oldest.count
      this.#drop(oldest)
      oldest = this.#oldest
    }
    if (oldest === undefined || left <= 0) return
    this.#made[this.#first] = { at: oldest.at, count: oldest.count - left }
    this.#size -= left
  }

  all(): Array<Made> {
    return this.#made.slice(this.#first)
  }

  get #oldest(): Made | undefined {
    return this.#made[this.#first]
  }

  #drop({ count }: Made): void {
    this.#size -= count
    this.#first += 1
    if (this.#first < 1024 || this.#first < this.#made.length / 2) return
    this.#made = this.all()
    this.#first = 0
  }
}

/** When the n-th of these requests was made, counted from 1; nothing where there are fewer. */
const timeOfNth = (made: ReadonlyArray<Made>, n: number): number | undefined => {
  let before = 0
  return made.find(({ count }) => (before += count) >= n)?.at
}

/** What is held against others after a refusal is spread over as many times at most. */
const maxGuesses = 1000

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
  readonly #own = new RollingCount()
  readonly #others = new RollingCount()
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
    const made = [...this.#own.all(), ...this.#others.all()].toSorted((left, right) => left.at - right.at)
    // One in flight is not among them: it counts for an hour from its answer on.
    const leaving = timeOfNth(made, turn - free) ?? now
    return leaving + (rounds + 1) * budgetWindowMillis
  }

  begin(): void {
    this.#inFlight++
  }

  /** A request was answered, refused, or will not be: it was sent, and counts in any case. */
  end(now: number): void {
    this.#inFlight--
    this.#own.add(now, 1)
  }

  /** Takes over the service's own count: what is missing from ours was sent by others, at the latest just now. */
  learn(count: { readonly limit: number; readonly remaining: number }, begunAt: number, now: number): void {
    this.#serviceLimit = Math.max(1, count.limit)
    this.#forget(now)
    const used = Math.min(count.limit, Math.max(0, count.limit - count.remaining))
    const missing = used - this.#own.size - this.#inFlight - this.#others.size
    if (missing > 0) {
      this.#others.add(now, missing)
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
    if (missing <= 0) return
    const oldest = Math.min(now, Math.max(retryAt, now) - budgetWindowMillis)
    const guesses = Math.min(missing, maxGuesses)
    for (let n = 0; n < guesses; n++) {
      const count = Math.floor(((n + 1) * missing) / guesses) - Math.floor((n * missing) / guesses)
      this.#others.add(oldest + (n * (now - oldest)) / guesses, count)
    }
    this.#othersLearnedAt = now
  }

  /** Lets nothing through before that time. Replaces the pause before, because the service knows best when it is over. */
  pauseUntil(time: number): void {
    this.#pausedUntil = time
  }

  #forget(now: number): void {
    this.#own.forgetUntil(now - budgetWindowMillis)
    this.#others.forgetUntil(now - budgetWindowMillis)
  }
}
