import { Clock, DateTime, Effect } from "effect"
import { HttpClientRequest } from "effect/http"
import { type Send } from "../budget/Call.ts"
import { UnexpectedAnswer } from "../PublicRecordsError.ts"
import { type Envelope } from "../records/Envelope.ts"
import { type AttemptResult, type KeyedRequest } from "./exchange.ts"
import { requestKey } from "./singleFlight.ts"

/** Above this number, the least recently used response is forgotten. */
const maxEntries = 500

interface CacheEntry {
  readonly envelope: Envelope
  readonly etag: string | undefined
  readonly freshUntil: number
}

/** Responses with status 200, by request; the least recently used one comes first. */
class ResponseCache {
  readonly #entries = new Map<string, CacheEntry>()

  get(key: string): CacheEntry | undefined {
    const entry = this.#entries.get(key)
    if (entry !== undefined) this.store(key, entry)
    return entry
  }

  store(key: string, entry: CacheEntry): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest)
  }
}

/**
 * Stores responses until their collection is published next, and sends nothing while one is fresh. Then it requests a
 * response only if it differs from the stored one.
 * **Source** docs/api.md, statement 36.
 */
export const withCache =
  (isOn: boolean) =>
  <E>(
    send: Send<HttpClientRequest.HttpClientRequest, AttemptResult, E>
  ): Send<KeyedRequest, Envelope, E | UnexpectedAnswer> => {
    const cache = isOn ? new ResponseCache() : undefined
    return Effect.fnUntraced(function* ({ http, nextPublication }, call) {
      const key = requestKey(http)
      const entry = cache?.get(key)
      if (entry !== undefined && (yield* Clock.currentTimeMillis) < entry.freshUntil) return entry.envelope
      const request = entry?.etag === undefined ? http : HttpClientRequest.setHeader(http, "if-none-match", entry.etag)
      const result = yield* send(request, call)
      const response = result._tag === "Fresh" ? result : entry
      if (response === undefined)
        return yield* new UnexpectedAnswer({ said: "nothing was asked that could be unchanged" })
      const { envelope, etag } = response
      cache?.store(key, { envelope, etag, freshUntil: DateTime.toEpochMillis(yield* nextPublication) })
      return envelope
    })
  }
