/** How long a request counts, in milliseconds: an hour that rolls, not one by the clock. */
export const budgetWindowMillis = 3_600_000

/** The service's own count of a key's requests, from the headers of a response. */
export interface RateLimitStatus {
  readonly limit: number
  readonly remaining: number
}

interface RequestBatch {
  readonly at: number
  readonly count: number
}

const byTime = (left: RequestBatch, right: RequestBatch): number => left.at - right.at

class RollingCount {
  readonly batches: Array<RequestBatch> = []
  size = 0

  add(at: number, count: number): void {
    const isLast = at >= (this.batches.at(-1)?.at ?? at)
    this.batches.push({ at, count })
    this.size += count
    if (!isLast) this.batches.sort(byTime)
  }

  forgetUntil(end: number): void {
    for (let [oldest] = this.batches; oldest !== undefined && oldest.at <= end; [oldest] = this.batches) {
      this.forgetOldest(oldest.count)
    }
  }

  forgetOldest(count: number): void {
    let left = count
    while (left > 0) {
      const oldest = this.batches.shift()
      if (oldest === undefined) return
      const forgotten = Math.min(left, oldest.count)
      left -= forgotten
      this.size -= forgotten
      if (forgotten < oldest.count) this.batches.unshift({ at: oldest.at, count: oldest.count - forgotten })
    }
  }
}

/** Returns the time of the n-th request, counted from 1, or `undefined` if there are fewer. */
const nthRequestAt = (batches: ReadonlyArray<RequestBatch>, n: number): number | undefined => {
  let before = 0
  return batches.find(({ count }) => (before += count) >= n)?.at
}

/** The requests that a refusal shows are spread over at most this many times. */
const maxEstimatedTimes = 1000

/**
 * The requests of the last hour with one key, and when the next one may be sent. A request counts from when it is sent until an
 * hour after its response, because the service counts it at some moment in between. Requests that other clients sent with the
 * key are known only from the service's count.
 * **Units** milliseconds since 1970.
 */
export class Ledger {
  readonly #requestsPerHour: number
  readonly #own = new RollingCount()
  readonly #others = new RollingCount()
  #inFlight = 0
  #serviceLimit = Number.POSITIVE_INFINITY
  /** Nothing is granted before this time. A new pause replaces it, because the service knows best when it is over. */
  pausedUntil = 0
  #othersLearnedAt = 0

  constructor(requestsPerHour: number) {
    this.#requestsPerHour = requestsPerHour
  }

  get ownRequests(): number {
    return this.#own.size + this.#inFlight
  }

  get #limit(): number {
    return Math.min(this.#requestsPerHour, this.#serviceLimit)
  }

  /** Returns when the last of a number of further requests may be sent. The time is in the past if it may be sent immediately. */
  availableAt(requests: number, now: number): number {
    this.#forget(now)
    return Math.max(this.pausedUntil, this.#permitAt(requests, now))
  }

  #permitAt(requests: number, now: number): number {
    const limit = this.#limit
    const free = limit - this.ownRequests - this.#others.size
    if (requests <= free) return 0
    const rounds = Math.ceil(requests / limit) - 1
    const position = requests - rounds * limit
    if (position <= free) return now + rounds * budgetWindowMillis
    const sent = [...this.#own.batches, ...this.#others.batches].toSorted(byTime)
    // A request in flight is not in the list. It counts for an hour from its response.
    const leaving = nthRequestAt(sent, position - free) ?? now
    return leaving + (rounds + 1) * budgetWindowMillis
  }

  begin(): void {
    this.#inFlight++
  }

  /** Records that a request received a response or never will. It was sent, so it counts in any case. */
  end(now: number): void {
    this.#inFlight--
    this.#own.add(now, 1)
  }

  /** Adopts the service's count. Requests that are missing from ours were sent by other clients, at the latest now. */
  applyServiceCount({ limit, remaining }: RateLimitStatus, begunAt: number, now: number): void {
    this.#serviceLimit = Math.max(1, limit)
    this.#forget(now)
    const used = Math.min(limit, Math.max(0, limit - remaining))
    const missing = used - this.ownRequests - this.#others.size
    if (missing > 0) {
      this.#others.add(now, missing)
      this.#othersLearnedAt = now
      return
    }
    // The response to an earlier request may be older than the count that is known.
    if (begunAt < this.#othersLearnedAt) return
    this.#others.forgetOldest(this.#others.size - Math.max(0, used - this.#own.size))
  }

  /**
   * Adopts a refusal. The oldest request that the service counts leaves its hour when the next request may be sent, the others
   * at some time between then and an hour from now.
   */
  applyRefusal(limit: number, retryAt: number, now: number): void {
    this.#serviceLimit = Math.max(1, limit)
    this.#forget(now)
    const missing = this.#limit - this.ownRequests - this.#others.size
    if (missing <= 0) return
    const oldest = Math.min(now, Math.max(retryAt, now) - budgetWindowMillis)
    const times = Math.min(missing, maxEstimatedTimes)
    for (let n = 0; n < times; n++) {
      const count = Math.floor(((n + 1) * missing) / times) - Math.floor((n * missing) / times)
      this.#others.add(oldest + (n * (now - oldest)) / times, count)
    }
    this.#othersLearnedAt = now
  }

  #forget(now: number): void {
    this.#own.forgetUntil(now - budgetWindowMillis)
    this.#others.forgetUntil(now - budgetWindowMillis)
  }
}
