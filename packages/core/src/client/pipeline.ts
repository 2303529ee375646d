import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { pipe } from "effect/Function"
import * as Redacted from "effect/Redacted"
import * as HttpClient from "effect/http/HttpClient"
import { Guards } from "../budget/Budget.ts"
import { defaultSettings, type Send, withDeadline } from "../budget/Call.ts"
import { makeQuota } from "../budget/Quota.ts"
import type { ClientConfig } from "../Options.ts"
import type { Reason } from "../PublicRecordsError.ts"
import type { Envelope } from "../records/Envelope.ts"
import { withCircuitBreaker } from "./circuitBreaker.ts"
import { type EnvelopeRequest, exchange, readEnvelope, withApiKey, withPermit, withTimeout } from "./exchange.ts"
import { KeyMask } from "./KeyMask.ts"
import { singleFlight, withCache } from "./responseReuse.ts"
import { withRetries } from "./retries.ts"
import { LatencyStats, withTransportSettings } from "./telemetry.ts"

/** Returns a digest of the service's origin and the key. The key cannot be found from it. */
const digestOf = (text: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (hash) => Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )

const openQuota = Effect.fnUntraced(function* (config: ClientConfig) {
  const { apiKey, baseUrl, maxRetryAfter, request, requestsPerHour } = config
  const key = Option.match(apiKey, { onNone: () => "", onSome: Redacted.value })
  const guards = yield* Guards
  const digest = yield* Effect.cached(digestOf(`${baseUrl.origin} ${key}`))
  const attemptTimeout = request.timeout ?? defaultSettings.timeout
  const budget = yield* guards.budget({ digest, requestsPerHour, attemptTimeout })
  return yield* makeQuota(budget, { maxPause: Duration.toMillis(maxRetryAfter) })
})

/**
 * Builds the pipeline of a request. Each guard wraps the ones above it, so a call passes the last line first.
 *
 * **Gotchas** the order matters. The timeout and the permit are for one attempt, the circuit breaker and the deadline for all
 * attempts of a call. An attempt includes decoding the body, so a truncated body is a failed attempt.
 */
export const makePipeline = Effect.fnUntraced(function* (config: ClientConfig) {
  const { apiKey, baseUrl, cache, request, requestsPerHour } = config
  const http = yield* HttpClient.HttpClient
  const quota = yield* openQuota(config)
  const keyMask = new KeyMask(apiKey)
  const latency = new LatencyStats()
  const repeated = withRetries(config, quota) //          with retries, never before Retry-After

  const sendOnce = pipe(
    exchange({ http, apiKey, quota, keyMask, latency }), // one request and its complete response, key masked
    withTimeout,
    withPermit(quota) //                                  one request of the hourly budget, interactive calls first
  )
  const fetchEnvelope: Send<EnvelopeRequest, Envelope, Reason> = pipe(
    sendOnce,
    readEnvelope(baseUrl, keyMask), //                    or follows a redirect within the origin, or fails
    (attempt) => repeated(attempt),
    yield* withCircuitBreaker(baseUrl.origin),
    withCache(cache),
    singleFlight(yield* Effect.scope), //                 identical concurrent requests are sent once
    withDeadline,
    withApiKey(config),
    withTransportSettings
  )
  return { fetchEnvelope, sendOnce, withRetries: repeated, quota, latency, keyMask, requestsPerHour, defaults: request }
})

/** The functions that send requests to the service, and the state that they share. */
export type Pipeline = Effect.Success<ReturnType<typeof makePipeline>>
