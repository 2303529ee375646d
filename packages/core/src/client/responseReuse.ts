import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as UrlParams from "effect/http/UrlParams"
import type { Call, Send } from "../budget/Call.ts"
import { UnexpectedAnswer } from "../PublicRecordsError.ts"
import type { Envelope } from "../records/Envelope.ts"
import type { AttemptResult, KeyedRequest } from "./exchange.ts"

const requestKey = ({ url, urlParams }: HttpClientRequest.HttpClientRequest, { settings }: Call): string =>
  `${url}?${UrlParams.toString(urlParams)} ${JSON.stringify(settings.headers)}`

interface SharedRequest<A, E> {
  readonly call: Call
  readonly fiber: Fiber.Fiber<A, E>
  callers: number
}

/**
 * Sends identical concurrent requests with the same settings once. Interrupting one caller does not affect the others. The request is interrupted when
 * the last caller is interrupted or the scope closes.
 */
export const singleFlight =
  (scope: Scope.Scope) =>
  <A, E>(send: Send<KeyedRequest, A, E>): Send<KeyedRequest, A, E> => {
    const inFlight = new Map<string, SharedRequest<A, E>>()

    const forget = (key: string, call: Call): void => {
      if (inFlight.get(key)?.call === call) inFlight.delete(key)
    }

    const start = Effect.fnUntraced(function* (key: string, request: KeyedRequest, first: Call) {
      const call = first.copy()
      const running = Effect.ensuring(
        Effect.interruptible(send(request, call)),
        Effect.sync(() => forget(key, call))
      )
      const fiber = yield* Effect.forkIn(running, scope, { startImmediately: true })
      const shared: SharedRequest<A, E> = { call, fiber, callers: 0 }
      if (fiber.pollUnsafe() === undefined) inFlight.set(key, shared)
      return shared
    })

    return (request, call) =>
      Effect.uninterruptibleMask(
        Effect.fnUntraced(function* (restore) {
          const { maxRetries, maxWait, timeout } = call.settings
          const key = `${requestKey(request.http, call)} ${maxRetries} ${maxWait} ${Duration.toMillis(timeout)}`
          const shared = inFlight.get(key) ?? (yield* start(key, request, call))
          shared.callers++
          shared.call.merge(call)
          const exit = yield* Effect.exit(restore(Fiber.await(shared.fiber)))
          shared.callers--
          call.addProgress(shared.call)
          if (Exit.isSuccess(exit)) return yield* exit.value
          if (shared.callers === 0) {
            forget(key, shared.call)
            yield* Fiber.interrupt(shared.fiber)
          }
          return yield* Effect.failCause(exit.cause)
        })
      )
  }

const maxResponses = 500

interface CacheEntry {
  readonly envelope: Envelope
  readonly etag: string | undefined
  readonly freshUntil: number
}

/** A map with a maximum size that discards the least recently used value. */
class RecentlyUsed<Value> {
  readonly #max: number
  readonly #values = new Map<string, Value>()

  constructor(max: number) {
    this.#max = max
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#max && oldest !== undefined) this.#values.delete(oldest)
  }
}

/** Caches responses until the next publication, then sends conditional requests. **Source** docs/api.md, statement 36. */
export const withCache =
  (isOn: boolean) =>
  <E>(
    send: Send<HttpClientRequest.HttpClientRequest, AttemptResult, E>
  ): Send<KeyedRequest, Envelope, E | UnexpectedAnswer> => {
    const cache = isOn ? new RecentlyUsed<CacheEntry>(maxResponses) : undefined
    return Effect.fnUntraced(function* ({ http, nextPublication }, call) {
      const key = requestKey(http, call)
      const entry = cache?.get(key)
      if (entry !== undefined && (yield* Clock.currentTimeMillis) < entry.freshUntil) return entry.envelope
      // Of the time before the request, because the service may publish before the response arrives.
      const freshUntil = DateTime.toEpochMillis(yield* nextPublication)
      const request = entry?.etag === undefined ? http : HttpClientRequest.setHeader(http, "if-none-match", entry.etag)
      const result = yield* send(request, call)
      const response = result === "NotModified" ? entry : result
      // Stryker disable next-line ConditionalExpression: a 304 is only accepted for a request with the ETag of an entry
      if (response === undefined)
        return yield* Effect.fail(new UnexpectedAnswer({ detail: "status 304 without a cached response" }))
      const { envelope, etag } = response
      cache?.set(key, { envelope, etag, freshUntil })
      return envelope
    })
  }
