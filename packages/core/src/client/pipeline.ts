import { Effect, pipe, type Scope } from "effect"
import { HttpClient } from "effect/http"
import { Guards } from "../budget/Guards.ts"
import { type Quota } from "../budget/Quota.ts"
import { type ClientConfig } from "../Options.ts"
import { type Reason } from "../PublicRecordsError.ts"
import { type Envelope } from "../records/Envelope.ts"
import { withApiKey } from "./apiKey.ts"
import { makeServiceBreaker, withCircuitBreaker } from "./circuitBreaker.ts"
import { exchange, withTimeout } from "./exchange.ts"
import { KeyMask } from "./KeyMask.ts"
import { openQuota, withPermit } from "./permits.ts"
import { readEnvelope } from "./readEnvelope.ts"
import { withCache } from "./responseCache.ts"
import { withRetries } from "./retries.ts"
import { type EnvelopeRequest, type Send } from "./Send.ts"
import { singleFlight, withDeadline } from "./singleFlight.ts"
import { countFailures, LatencyStats, withTransportSettings } from "./telemetry.ts"

/** Sends requests to the service, and knows what they cost. */
export interface Pipeline {
  readonly fetchEnvelope: Send<EnvelopeRequest, Envelope, Reason>
  readonly quota: Quota
  readonly latency: LatencyStats
  readonly requestsPerHour: number
}

/**
 * Builds the guards of a request. Each line guards everything above it; the last line is the first that a call meets.
 *
 * **Gotchas** the order is the design. The timeout and the permit are for one attempt, the circuit breaker and the deadline for
 * a whole call. An attempt ends when its body is decoded, so a truncated body is a failed attempt.
 */
export const makePipeline = Effect.fnUntraced(function* (
  config: ClientConfig
): Effect.fn.Return<Pipeline, never, HttpClient.HttpClient | Scope.Scope> {
  const http = yield* HttpClient.HttpClient
  const quota = yield* openQuota(config)
  const keyMask = new KeyMask(config.apiKey)
  const latency = new LatencyStats()
  const fetchEnvelope = pipe(
    exchange({ http, quota, keyMask, latency }), // one request and its complete response, key masked
    withTimeout(config.attemptTimeout),
    withPermit(quota), //                           one request of the hourly budget, interactive calls first
    readEnvelope(config.baseUrl, keyMask), //       or follows a redirect within the origin, or fails
    withRetries(config, quota), //                  five attempts at most, never before Retry-After
    withCircuitBreaker(yield* makeServiceBreaker(config.baseUrl.origin, yield* Guards)),
    withCache(config.cache),
    singleFlight(yield* Effect.scope), //           identical concurrent requests are sent once
    withDeadline,
    withApiKey(config),
    countFailures,
    withTransportSettings
  )
  return { fetchEnvelope, quota, latency, requestsPerHour: config.requestsPerHour }
})
