import { Clock, Duration, Effect, Option, Random, Redacted, Result } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, type UrlParams } from "effect/http"
import { attempt, type Way } from "./attempt.ts"
import { type ClientConfig } from "./ClientConfig.ts"
import { type Envelope } from "./Envelope.ts"
import { KeyMissing, RateLimited, type Reason } from "./PublicRecordsError.ts"
import { type Quota } from "./Quota.ts"

const maxAttempts = 5
const firstBackoffMillis = 250
const longestBackoffMillis = 10_000

/** Full jitter: any time up to the backoff, which doubles with each attempt. */
const backoff = (attempts: number): Effect.Effect<number> =>
  Random.nextBetween(0, Math.min(longestBackoffMillis, firstBackoffMillis * 2 ** attempts))

/** A wait that is too long for a call becomes an error that knows when to come back. */
const tooLong = (reason: Reason, nextTryAt: number): Reason =>
  new RateLimited({
    nextTryAt,
    said: reason._tag === "RateLimited" || reason._tag === "Unavailable" ? reason.said : ""
  })

/** Attempts until one succeeds, cannot be mended by another, or was the last; never earlier than the service asked. */
const retried = Effect.fnUntraced(function* (
  way: Way,
  request: HttpClientRequest.HttpClientRequest,
  attempts: number
): Effect.fn.Return<Envelope, Reason> {
  const result = yield* Effect.result(attempt(way, request))
  if (Result.isSuccess(result)) return result.success
  const { reason, isTransient, retryAt } = result.failure
  if (!isTransient || attempts === maxAttempts) return yield* Effect.fail(reason)
  const now = yield* Clock.currentTimeMillis
  const askedWait = Option.match(retryAt, { onNone: () => 0, onSome: (at) => at - now })
  if (askedWait > Duration.toMillis(way.config.maxRetryAfter)) {
    return yield* Effect.fail(tooLong(reason, now + askedWait))
  }
  if (reason._tag === "RateLimited") yield* way.quota.pauseUntil(now + askedWait)
  yield* Effect.sleep(Math.max(askedWait, yield* backoff(attempts)))
  return yield* retried(way, request, attempts + 1)
})

/** Requests to the service: keyed, within the budget, retried. */
export interface ServiceHttp {
  /** The envelope at a path. A refused or failed request is asked again where that may help. */
  readonly envelope: (path: string, params: UrlParams.UrlParams) => Effect.Effect<Envelope, Reason>
}

/** Builds the way to the service. */
export const makeServiceHttp = Effect.fnUntraced(function* (
  config: ClientConfig,
  quota: Quota
): Effect.fn.Return<ServiceHttp, never, HttpClient.HttpClient> {
  const way: Way = { http: yield* HttpClient.HttpClient, config, quota }
  const base = config.baseUrl.href.replace(/\/$/, "")

  const keyed = (
    key: Redacted.Redacted,
    path: string,
    params: UrlParams.UrlParams
  ): HttpClientRequest.HttpClientRequest =>
    HttpClientRequest.get(`${base}${path}`, {
      urlParams: params,
      acceptJson: true,
      headers: { "x-api-key": Redacted.value(key), "user-agent": config.userAgent }
    })

  return {
    envelope: (path, params) =>
      Option.match(config.apiKey, {
        onNone: () => Effect.fail(new KeyMissing()),
        onSome: (key) => retried(way, keyed(key, path, params), 1)
      }).pipe(Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }))
  }
})
