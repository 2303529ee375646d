/** How long a request counts: a rolling hour. **Units** milliseconds. */
export const budgetWindowMillis = 3_600_000

/** The service's count of a key's requests, from the headers of a response. */
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
    // Stryker disable next-line ConditionalExpression,EqualityOperator: only saves time
    const isLast = at >= (this.batches.at(-1)?.at ?? at)
    this.batches.push({ at, count })
    this.size += count
    // Stryker disable next-line ConditionalExpression: only saves time
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

/** Maximum number of times over which the requests of a refusal are spread. */
const maxEstimatedTimes = 1000

/**
 * The requests that were sent with a key in the last hour. A request counts until an hour after its response, because the
 * service may count it at any time before that. Requests of other clients are known only from the service's count.
 *
 * **Units** milliseconds since 1970.
 */
export class Ledger {
  #requestsPerHour: number
  readonly #own = new RollingCount()
  readonly #others = new RollingCount()
  #inFlight = 0
  #serviceLimit = Number.POSITIVE_INFINITY
  /** The end of the pause. A new pause replaces an earlier one, even if it ends sooner: the service knows best. */
  pausedUntil = 0
  #othersLearnedAt = 0
  /** When a request last was beyond the service's count, or refused. */
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(requestsPerHour: number) {
    this.#requestsPerHour = requestsPerHour
  }

  /** Applies the limit of a further client with the same key. The smallest limit counts. */
  lowerLimit(requestsPerHour: number): void {
    this.#requestsPerHour = Math.min(this.#requestsPerHour, requestsPerHour)
  }

  get ownRequests(): number {
    return this.#own.size + this.#inFlight
  }

  get #limit(): number {
    return Math.min(this.#requestsPerHour, this.#serviceLimit)
  }

  /** Returns the time at which the last of a number of requests may be sent, in the past if immediately. */
  availableAt(requests: number, now: number): number {
    this.#forget(now)
    const at = this.#permitAt(requests, now)
    return Math.max(this.pausedUntil, requests === 1 ? Math.min(at, this.#mayAskAt) : at)
  }

  /**
   * When one request may be beyond the service's count: once an hour. It is unknown when the requests of others leave the hour, and the
   * service's refusal says how long to wait.
   */
  get #mayAskAt(): number {
    const isFullOfOthers = this.#others.size > 0 && this.ownRequests < this.#limit
    return isFullOfOthers ? this.#askedAt + budgetWindowMillis : Number.POSITIVE_INFINITY
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

  begin(now: number): void {
    this.#forget(now)
    if (this.#permitAt(1, now) > now) this.#askedAt = now
    this.#inFlight++
  }

  /** Records that a request has ended. It counts even without a response, because it was sent. */
  end(now: number): void {
    this.#inFlight--
    this.#own.add(now, 1)
  }

  /** Adopts the service's count. Attributes requests that this ledger does not know to other clients, at the latest now. */
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
    // A response to an earlier request may be older than the known count.
    if (begunAt < this.#othersLearnedAt) return
    this.#others.forgetOldest(this.#others.size - Math.max(0, used - this.#own.size))
  }

  /**
   * Adopts a refusal: the limit is used up, and the oldest request of other clients stops counting at `retryAt`. The times of the
   * others are spread evenly, because they are unknown.
   */
  applyRefusal(limit: number, retryAt: number, now: number): void {
    this.#serviceLimit = Math.max(1, limit)
    this.#askedAt = now
    this.#forget(now)
    // If the oldest request is older than all that are known here, the times of the others were wrong.
    if (this.#permitAt(1, now) > Math.max(now, retryAt)) this.#others.forgetOldest(this.#others.size)
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
