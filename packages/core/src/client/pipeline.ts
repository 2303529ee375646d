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
import { asRawRequest, failErrors, orLastResponse, type RawRequest, type RawResponse } from "./rawRequests.ts"
import { withRetries } from "./retries.ts"
import { type EnvelopeRequest, type Send } from "./Send.ts"
import { singleFlight, withDeadline } from "./singleFlight.ts"
import { countFailures, LatencyStats, withTransportSettings } from "./telemetry.ts"

/** Sends requests to the service, and knows what they cost. */
export interface Pipeline {
  readonly fetchEnvelope: Send<EnvelopeRequest, Envelope, Reason>
  readonly sendRaw: Send<RawRequest, RawResponse, Reason>
  readonly quota: Quota
  readonly latency: LatencyStats
  readonly requestsPerHour: number
  /** Masks the key in a text as in the body of a response. */
  readonly hideInBody: (text: string) => string
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
  const { apiKey, attemptTimeout, baseUrl, cache, requestsPerHour } = config
  const http = yield* HttpClient.HttpClient
  const quota = yield* openQuota(config)
  const keyMask = new KeyMask(apiKey)
  const latency = new LatencyStats()
  const repeated = withRetries(config, quota) //          five attempts at most, never before Retry-After

  const send = pipe(
    exchange({ http, apiKey, quota, keyMask, latency }), // one request and its complete response, key masked
    withTimeout(attemptTimeout),
    withPermit(quota) //                                  one request of the hourly budget, interactive calls first
  )
  const fetchEnvelope = pipe(
    send,
    readEnvelope(baseUrl, keyMask), //                    or follows a redirect within the origin, or fails
    (attempt) => repeated(attempt),
    withCircuitBreaker(yield* makeServiceBreaker(baseUrl.origin, yield* Guards)),
    withCache(cache),
    singleFlight(yield* Effect.scope), //                 identical concurrent requests are sent once
    withDeadline,
    withApiKey(config),
    countFailures,
    withTransportSettings
  )
  const sendRaw = pipe(
    send,
    failErrors(keyMask),
    (attempt) => repeated(attempt, orLastResponse), //    whatever its status
    withDeadline,
    asRawRequest(config, keyMask), //                     any key, any method
    withTransportSettings
  )
  return { fetchEnvelope, sendRaw, quota, latency, requestsPerHour, hideInBody: keyMask.hideInBody }
})
