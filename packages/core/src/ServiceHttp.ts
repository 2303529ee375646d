import { Clock, DateTime, Duration, Effect, Option, Random, Redacted, Result } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpClientResponse, type UrlParams } from "effect/http"
import { type ClientConfig } from "./ClientConfig.ts"
import { decodeEnvelope, type Envelope } from "./Envelope.ts"
import { KeyMissing, RateLimited, type Reason, RedirectRefused, UnexpectedAnswer } from "./PublicRecordsError.ts"
import { type Quota } from "./Quota.ts"
import {
  type AttemptFailure,
  failureOfStatus,
  failureOfTransport,
  final,
  readErrorBody,
  transient
} from "./ServiceFailure.ts"

const maxAttempts = 5
const maxRedirects = 3
const firstBackoffMillis = 250
const longestBackoffMillis = 10_000

/**
 * When the service wants to be asked again.
 *
 * **Wire** `Retry-After: 120`, or an HTTP date; anything else counts as absent.
 *
 * **Units** milliseconds since 1970.
 *
 * **Source** observed, "Gateway"; decision 28.
 */
const retryAtOf = (response: HttpClientResponse.HttpClientResponse, now: number): Option.Option<number> => {
  const header = (response.headers["retry-after"] ?? "").trim()
  if (/^\d{1,9}$/.test(header)) return Option.some(now + Number(header) * 1000)
  if (!header.endsWith("GMT")) return Option.none()
  return Option.map(DateTime.make(header), DateTime.toEpochMillis)
}

const parseJson = (text: string): Result.Result<unknown, AttemptFailure> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => transient(text.trimStart().startsWith("<") ? "it answered with a web page" : "its answer is cut short")
  })

const envelopeOf = (text: string): Result.Result<Envelope, AttemptFailure> =>
  Result.flatMap(parseJson(text), (json) =>
    Result.fromOption(decodeEnvelope(json), () =>
      final(new UnexpectedAnswer({ said: "there is no list of records in it" }))
    )
  )

/** Full jitter: any time up to the backoff, which doubles with each attempt. */
const backoff = (attempt: number): Effect.Effect<number> =>
  Random.nextBetween(0, Math.min(longestBackoffMillis, firstBackoffMillis * 2 ** attempt))

/** Requests to the service: keyed, within the budget, retried. */
export interface ServiceHttp {
  /** The envelope at a path. A refused or failed request is asked again where that may help. */
  readonly envelope: (path: string, params: UrlParams.UrlParams) => Effect.Effect<Envelope, Reason>
}

/** Builds the way to the service. Each attempt takes a place in the budget and ends when its body is decoded. */
export const makeServiceHttp = Effect.fnUntraced(function* (
  config: ClientConfig,
  quota: Quota
): Effect.fn.Return<ServiceHttp, never, HttpClient.HttpClient> {
  const http = yield* HttpClient.HttpClient
  const base = config.baseUrl.href.replace(/\/$/, "")

  const send = Effect.fnUntraced(function* (
    request: HttpClientRequest.HttpClientRequest,
    redirects: number
  ): Effect.fn.Return<
    { readonly status: number; readonly text: string; readonly retryAt: Option.Option<number> },
    AttemptFailure
  > {
    const startedAt = yield* Clock.currentTimeMillis
    const response = yield* Effect.mapError(http.execute(request), failureOfTransport)
    const now = yield* Clock.currentTimeMillis
    yield* quota.learn(response.headers)
    yield* logRequest(request, response, now - startedAt)
    const location = response.headers["location"]
    if (response.status >= 300 && response.status < 400 && location !== undefined) {
      const target = yield* redirectTarget(request, location)
      if (redirects === 0) return yield* transient("it redirects in a circle")
      return yield* send(HttpClientRequest.get(target.href, { headers: request.headers }), redirects - 1)
    }
    const text = yield* Effect.mapError(response.text, () => transient("its answer is cut short"))
    return { status: response.status, text, retryAt: retryAtOf(response, now) }
  })

  const redirectTarget = (
    request: HttpClientRequest.HttpClientRequest,
    location: string
  ): Effect.Effect<URL, AttemptFailure> => {
    const target = URL.parse(location, new URL(request.url, config.baseUrl.href).href)
    if (target !== null && target.origin === config.baseUrl.origin) return Effect.succeed(target)
    const shown = target === null ? "no address" : `${target.origin}${target.pathname}`
    return Effect.fail(final(new RedirectRefused({ location: shown })))
  }

  const keyless = (text: string): string =>
    Option.match(config.apiKey, {
      onNone: () => text,
      onSome: (key) => text.replaceAll(Redacted.value(key), "••••")
    })

  const attempt = Effect.fnUntraced(function* (
    request: HttpClientRequest.HttpClientRequest
  ): Effect.fn.Return<Envelope, AttemptFailure> {
    yield* quota.take
    const { status, text, retryAt } = yield* send(request, maxRedirects).pipe(
      Effect.timeoutOrElse({
        duration: config.attemptTimeout,
        orElse: () => Effect.fail(transient(`no answer within ${Duration.format(config.attemptTimeout)}`))
      })
    )
    if (status >= 200 && status < 300) return yield* Effect.fromResult(envelopeOf(text))
    return yield* failureOfStatus(status, readErrorBody(keyless(text)), retryAt)
  })

  const retried = Effect.fnUntraced(function* (
    request: HttpClientRequest.HttpClientRequest,
    attempts: number
  ): Effect.fn.Return<Envelope, Reason> {
    const result = yield* Effect.result(attempt(request))
    if (Result.isSuccess(result)) return result.success
    const { reason, isTransient, retryAt } = result.failure
    if (!isTransient || attempts === maxAttempts) return yield* Effect.fail(reason)
    const now = yield* Clock.currentTimeMillis
    const askedWait = Option.match(retryAt, { onNone: () => 0, onSome: (at) => at - now })
    if (askedWait > Duration.toMillis(config.maxRetryAfter)) return yield* Effect.fail(tooLong(reason, now + askedWait))
    if (reason._tag === "RateLimited") yield* quota.pauseUntil(now + askedWait)
    yield* Effect.sleep(Math.max(askedWait, yield* backoff(attempts)))
    return yield* retried(request, attempts + 1)
  })

  return {
    envelope: (path, params) =>
      Option.match(config.apiKey, {
        onNone: () => Effect.fail(new KeyMissing()),
        onSome: (key) =>
          retried(
            HttpClientRequest.get(`${base}${path}`, {
              urlParams: params,
              acceptJson: true,
              headers: { "x-api-key": Redacted.value(key), "user-agent": config.userAgent }
            }),
            1
          )
      }).pipe(Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }))
  }
})

/** A wait that is too long for a call becomes an error that knows when to come back. */
const tooLong = (reason: Reason, nextTryAt: number): Reason =>
  new RateLimited({
    nextTryAt,
    said: reason._tag === "RateLimited" || reason._tag === "Unavailable" ? reason.said : ""
  })

const logRequest = (
  request: HttpClientRequest.HttpClientRequest,
  response: HttpClientResponse.HttpClientResponse,
  milliseconds: number
): Effect.Effect<void> => {
  const url = Option.match(HttpClientRequest.toUrl(request), { onNone: () => request.url, onSome: (url) => url.href })
  const limit = response.headers["x-ratelimit-limit"]
  const remaining = response.headers["x-ratelimit-remaining"]
  const left = limit === undefined || remaining === undefined ? "no limit named" : `${remaining} of ${limit} left`
  return Effect.logDebug(`GET ${url} ${response.status} ${milliseconds} ms, ${left}`)
}
