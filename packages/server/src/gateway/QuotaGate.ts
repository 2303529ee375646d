import { Duration } from "effect"
import { gatewayError } from "./GatewayError.ts"
import type { RateLimit } from "../ReferenceServerOptions.ts"
import type { Reply } from "../requests/Answer.ts"

/** What the gate says of one request: the headers that count, and the refusal if there is one. */
export interface QuotaVerdict {
  readonly headers: Readonly<Record<string, string>>
  readonly refusal: Reply | undefined
}

/** The times of one key's requests within the window, oldest first. */
interface Counted {
  times: Array<number>
  /** Where the window begins in `times`; what lies before has left it. */
  first: number
}

/**
 * The limit of requests for each key, over a sliding window; what it refuses does not count.
 *
 * **Gotchas** it is asked about known keys only, so its memory is bounded by the keys and the limit.
 *
 * **Source** observed ("over a rolling window"); decision 22.
 */
export class QuotaGate {
  readonly #limit: number
  readonly #windowMillis: number
  readonly #countedByKey = new Map<string, Counted>()

  constructor({ limit, window }: RateLimit) {
    this.#limit = limit
    this.#windowMillis = Duration.toMillis(window)
  }

  /** Counts a request, or refuses it. */
  take(key: string, nowMillis: number): QuotaVerdict {
    const counted = this.#within(key, nowMillis)
    const used = counted.times.length - counted.first
    if (used >= this.#limit) {
      const oldest = counted.times[counted.first] ?? nowMillis
      const seconds = Math.max(1, Math.ceil((oldest + this.#windowMillis - nowMillis) / 1000))
      return {
        headers: this.#headers(0),
        refusal: gatewayError("OVER_RATE_LIMIT", undefined, { "Retry-After": String(seconds) })
      }
    }
    counted.times.push(nowMillis)
    return { headers: this.#headers(this.#limit - used - 1), refusal: undefined }
  }

  #headers(remaining: number): Readonly<Record<string, string>> {
    return { "X-RateLimit-Limit": String(this.#limit), "X-RateLimit-Remaining": String(remaining) }
  }

  #within(key: string, nowMillis: number): Counted {
    const counted = this.#countedByKey.get(key) ?? { times: [], first: 0 }
    this.#countedByKey.set(key, counted)
    while ((counted.times[counted.first] ?? Infinity) <= nowMillis - this.#windowMillis) counted.first += 1
    // What has left the window goes once it is half of the list, so that dropping it costs nothing on the whole.
    if (counted.first > 64 && counted.first * 2 > counted.times.length) {
      counted.times = counted.times.slice(counted.first)
      counted.first = 0
    }
    return counted
  }
}
