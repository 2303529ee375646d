import { Duration } from "effect"
import { gatewayError } from "./GatewayError.ts"
import type { RateLimit } from "../ReferenceServerOptions.ts"
import type { Reply } from "../requests/Answer.ts"
import { SlidingWindow } from "./SlidingWindow.ts"

/**
 * The limits on bursts that the gateway has as it is installed: 20 requests a second and 150 in 15 seconds for a key.
 *
 * **Source** observed, "Gateway".
 */
export const stockBurstLimits: ReadonlyArray<RateLimit> = [
  { limit: 20, window: "1 second" },
  { limit: 150, window: "15 seconds" }
]

/** What the gate says of one request: the headers that count, and the refusal if there is one. */
export interface QuotaVerdict {
  readonly headers: Readonly<Record<string, string>>
  readonly refusal: Reply | undefined
}

/** What a gate keeps in memory: keys, and the times of their requests within the windows. */
export interface KeptQuota {
  readonly keys: number
  readonly times: number
}

/**
 * The limits of requests for each key, over sliding windows; what one of them refuses counts in none. The headers tell
 * of the first one.
 *
 * **Gotchas** it is asked about known keys only, and forgets a key once its windows are empty; so what it keeps is
 * bounded by the known keys and the limits, whatever keys come.
 *
 * **Source** observed ("over a rolling window"); decision 22.
 */
export class QuotaGate {
  readonly #limits: ReadonlyArray<{ readonly limit: number; readonly millis: number }>
  readonly #told: number
  readonly #longestMillis: number
  readonly #windowsByKey = new Map<string, ReadonlyArray<SlidingWindow>>()
  #nextSweep = 0

  constructor(...limits: readonly [RateLimit, ...ReadonlyArray<RateLimit>]) {
    this.#limits = limits.map(({ limit, window }) => ({ limit, millis: Duration.toMillis(window) }))
    this.#told = limits[0].limit
    this.#longestMillis = Math.max(...this.#limits.map(({ millis }) => millis))
  }

  /** Counts a request, or refuses it. */
  take(key: string, nowMillis: number): QuotaVerdict {
    this.#sweep(nowMillis)
    const windows = this.#windowsOf(key)
    let wait = 0
    for (const window of windows) wait = Math.max(wait, window.wait(nowMillis))
    if (wait > 0) {
      const seconds = Math.max(1, Math.ceil(wait / 1000))
      return {
        headers: this.#headers(0),
        refusal: gatewayError("OVER_RATE_LIMIT", undefined, { "Retry-After": String(seconds) })
      }
    }
    for (const window of windows) window.take(nowMillis)
    return { headers: this.#headers(this.#told - (windows[0]?.used(nowMillis) ?? 0)), refusal: undefined }
  }

  /** What is in memory. */
  kept(nowMillis: number): KeptQuota {
    const windows = Array.from(this.#windowsByKey.values()).flat()
    return {
      keys: this.#windowsByKey.size,
      times: windows.reduce((sum, window) => sum + window.used(nowMillis), 0)
    }
  }

  #headers(remaining: number): Readonly<Record<string, string>> {
    return { "X-RateLimit-Limit": String(this.#told), "X-RateLimit-Remaining": String(remaining) }
  }

  #windowsOf(key: string): ReadonlyArray<SlidingWindow> {
    const known = this.#windowsByKey.get(key)
    if (known !== undefined) return known
    const windows = this.#limits.map(({ limit, millis }) => new SlidingWindow(limit, millis))
    this.#windowsByKey.set(key, windows)
    return windows
  }

  // Once in each longest window, so that it costs next to nothing for each request.
  #sweep(nowMillis: number): void {
    if (nowMillis < this.#nextSweep) return
    this.#nextSweep = nowMillis + this.#longestMillis
    for (const [key, windows] of this.#windowsByKey) {
      if (windows.every((window) => window.used(nowMillis) === 0)) this.#windowsByKey.delete(key)
    }
  }
}
