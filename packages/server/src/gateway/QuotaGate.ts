import { Duration } from "effect"
import { gatewayError } from "./GatewayError.ts"
import type { RateLimit } from "../ReferenceServerOptions.ts"
import type { Reply } from "../requests/Reply.ts"
import { SlidingWindow } from "./SlidingWindow.ts"

/**
 * The burst limits in the gateway's stock configuration: 20 requests a second and 150 in 15 seconds for each key.
 *
 * **Source** docs/server.md, "Gateway and limits".
 */
export const stockBurstLimits: ReadonlyArray<RateLimit> = [
  { limit: 20, window: "1 second" },
  { limit: 150, window: "15 seconds" }
]

/** The result of a request: the rate limit headers, and the 429 if it was rejected. */
export interface QuotaResult {
  readonly headers: Readonly<Record<string, string>>
  readonly rejection: Reply | undefined
}

/**
 * Limits the requests of each key over sliding windows. A request that one limit rejects counts in none. The headers report
 * the first limit.
 *
 * **Gotchas** Call it with known keys only, because it keeps the windows of each key.
 *
 * **Source** docs/api.md, statement 32.
 */
export class QuotaGate {
  readonly #limits: ReadonlyArray<{ readonly limit: number; readonly millis: number }>
  readonly #reported: number
  readonly #windowsByKey = new Map<string, ReadonlyArray<SlidingWindow>>()

  constructor(...limits: readonly [RateLimit, ...ReadonlyArray<RateLimit>]) {
    this.#limits = limits.map(({ limit, window }) => ({ limit, millis: Duration.toMillis(window) }))
    this.#reported = limits[0].limit
  }

  /** Counts a request, or rejects it. */
  consume(key: string, nowMillis: number): QuotaResult {
    const windows = this.#windowsOf(key)
    let wait = 0
    for (const window of windows) wait = Math.max(wait, window.wait(nowMillis))
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000)
      return {
        headers: this.#headers(0),
        rejection: gatewayError("OVER_RATE_LIMIT", undefined, { "Retry-After": String(seconds) })
      }
    }
    for (const window of windows) window.count(nowMillis)
    return { headers: this.#headers(this.#reported - (windows[0]?.used(nowMillis) ?? 0)), rejection: undefined }
  }

  #headers(remaining: number): Readonly<Record<string, string>> {
    return { "X-RateLimit-Limit": String(this.#reported), "X-RateLimit-Remaining": String(remaining) }
  }

  #windowsOf(key: string): ReadonlyArray<SlidingWindow> {
    const known = this.#windowsByKey.get(key)
    if (known !== undefined) return known
    const windows = this.#limits.map(({ limit, millis }) => new SlidingWindow(limit, millis))
    this.#windowsByKey.set(key, windows)
    return windows
  }
}
