import { Clock, DateTime, Duration, Effect, LogLevel, Option, Redacted, References } from "effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import { type Quota } from "../budget/Quota.ts"
import { readBody } from "./body.ts"
import { type AttemptFailure, failureFromBody, failureFromTransport, notAnswered } from "./failures.ts"
import { type KeyMask } from "./KeyMask.ts"
import { type PermittedRequest } from "./permits.ts"
import { type Send, type ServiceResponse } from "./Send.ts"
import { countRequest, type LatencyStats } from "./telemetry.ts"

/** No pause of the service is longer. The budget is for an hour, so a longer one is a mistake. **Units** milliseconds. */
const maxPauseMillis = 24 * 3_600_000

/**
 * Returns when the service wants the next request; `None` if it does not say.
 *
 * **Wire** `Retry-After: 120`, or an HTTP date, 24 hours ahead at most. Anything else counts as absent.
 *
 * **Units** milliseconds since 1970.
 *
 * **Source** docs/api.md, statement 33.
 */
const parseRetryAfter = (header: string | undefined, now: number): Option.Option<number> => {
  const text = (header ?? "").trim()
  if (/^\d+$/.test(text)) return Option.some(now + Math.min(maxPauseMillis, Number(text) * 1000))
  if (!text.endsWith("GMT")) return Option.none()
  return Option.map(DateTime.make(text), (date) => Math.min(now + maxPauseMillis, DateTime.toEpochMillis(date)))
}

/** The HTTP client of an exchange, and the state that a response updates. */
interface Wire {
  readonly http: HttpClient.HttpClient
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly quota: Quota
  readonly keyMask: KeyMask
  readonly latency: LatencyStats
}

/** Sends one request and reads its complete response, whatever it says. */
export const exchange = ({
  http: client,
  apiKey,
  quota,
  keyMask,
  latency
}: Wire): Send<PermittedRequest, ServiceResponse, AttemptFailure> => {
  const ownKey = Option.getOrUndefined(Option.map(apiKey, Redacted.value))
  return Effect.fnUntraced(function* ({ http, permit }) {
    const startedAt = yield* Clock.currentTimeMillis
    const response = yield* Effect.mapError(client.execute(http), (error) => failureFromTransport(error, keyMask))
    const now = yield* Clock.currentTimeMillis
    const { status, headers } = response
    const retryAt = parseRetryAfter(headers["retry-after"], now)
    // The rate limit of another key says nothing about ours.
    if (http.headers["x-api-key"] === ownKey) {
      const refusedUntil = status === 429 ? Option.getOrElse(retryAt, () => now) : undefined
      yield* quota.learn(permit, { headers, refusedUntil })
    }
    yield* logResponse(http, { status, headers }, keyMask, now - startedAt)
    yield* countRequest(status)
    const text = keyMask.hideInBody(yield* Effect.mapError(readBody(response, headers), failureFromBody))
    latency.record((yield* Clock.currentTimeMillis) - startedAt)
    return { status, headers, text, retryAt }
  })
}

/** Ends an attempt that takes too long. */
export const withTimeout =
  (duration: Duration.Duration) =>
  <Request, A, E>(send: Send<Request, A, E>): Send<Request, A, E | AttemptFailure> =>
  (request, call) =>
    Effect.timeoutOrElse(send(request, call), {
      duration,
      orElse: () => Effect.fail(notAnswered(`no answer within ${Duration.format(duration)}`))
    })

/** Logs the URL, status and milliseconds of a response, and how much of the key's limit remains. */
const logResponse = Effect.fnUntraced(function* (
  request: HttpClientRequest.HttpClientRequest,
  { status, headers }: Pick<ServiceResponse, "status" | "headers">,
  keyMask: KeyMask,
  milliseconds: number
) {
  if (LogLevel.isGreaterThan(yield* References.MinimumLogLevel, "Debug")) return
  const url = Option.match(HttpClientRequest.toUrl(request), { onNone: () => request.url, onSome: (url) => url.href })
  const limit = headers["x-ratelimit-limit"]
  const remaining = headers["x-ratelimit-remaining"]
  const left = limit === undefined || remaining === undefined ? "no limit named" : `${remaining} of ${limit} left`
  yield* Effect.logDebug(keyMask.hide(`${request.method} ${url} ${status} ${milliseconds} ms, ${left}`))
})
