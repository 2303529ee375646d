import { Clock, DateTime, Duration, Effect, Option, Redacted, Result } from "effect"
import { type HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { type ClientConfig } from "./ClientConfig.ts"
import { decodeEnvelope, type Envelope } from "./Envelope.ts"
import { RedirectRefused, UnexpectedAnswer } from "./PublicRecordsError.ts"
import { type Quota } from "./Quota.ts"
import {
  type AttemptFailure,
  failureOfStatus,
  failureOfTransport,
  final,
  readErrorBody,
  transient
} from "./ServiceFailure.ts"

const maxRedirects = 3

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

/** What every attempt needs. */
export interface Way {
  readonly http: HttpClient.HttpClient
  readonly config: ClientConfig
  readonly quota: Quota
}

/** What came back for one request, its body included. */
interface Answer {
  readonly status: number
  readonly text: string
  readonly retryAt: Option.Option<number>
  readonly location: string | undefined
}

const exchange = Effect.fnUntraced(function* (
  { http, quota }: Way,
  request: HttpClientRequest.HttpClientRequest
): Effect.fn.Return<Answer, AttemptFailure> {
  const startedAt = yield* Clock.currentTimeMillis
  const response = yield* Effect.mapError(http.execute(request), failureOfTransport)
  const now = yield* Clock.currentTimeMillis
  yield* quota.learn(response.headers)
  yield* logRequest(request, response, now - startedAt)
  const text = yield* Effect.mapError(response.text, () => transient("its answer is cut short"))
  return { status: response.status, text, retryAt: retryAtOf(response, now), location: response.headers["location"] }
})

const exchangeInTime = (
  way: Way,
  request: HttpClientRequest.HttpClientRequest
): Effect.Effect<Answer, AttemptFailure> => {
  const { attemptTimeout } = way.config
  return Effect.timeoutOrElse(exchange(way, request), {
    duration: attemptTimeout,
    orElse: () => Effect.fail(transient(`no answer within ${Duration.format(attemptTimeout)}`))
  })
}

/** Where a redirect leads. **Fails with** `RedirectRefused` for another origin, to which the key must not go. */
const redirectTarget = (
  { baseUrl }: ClientConfig,
  request: HttpClientRequest.HttpClientRequest,
  location: string
): Effect.Effect<URL, AttemptFailure> => {
  const target = URL.parse(location, new URL(request.url, baseUrl.href).href)
  if (target !== null && target.origin === baseUrl.origin) return Effect.succeed(target)
  const shown = target === null ? "no address" : `${target.origin}${target.pathname}`
  return Effect.fail(final(new RedirectRefused({ location: shown })))
}

const keyless = ({ apiKey }: ClientConfig, text: string): string =>
  Option.match(apiKey, {
    onNone: () => text,
    onSome: (key) => text.replaceAll(Redacted.value(key), "••••")
  })

/**
 * One attempt: a place in the budget, the request, its answer read and decoded. It ends when the body is decoded, not when
 * the headers are in, so that a body cut short counts as a failure.
 */
export const attempt = Effect.fnUntraced(function* (
  way: Way,
  request: HttpClientRequest.HttpClientRequest,
  redirects: number = maxRedirects
): Effect.fn.Return<Envelope, AttemptFailure> {
  yield* way.quota.take
  const { status, text, retryAt, location } = yield* exchangeInTime(way, request)
  if (status >= 200 && status < 300) return yield* Effect.fromResult(envelopeOf(text))
  if (status >= 300 && status < 400 && location !== undefined) {
    const target = yield* redirectTarget(way.config, request, location)
    if (redirects === 0) return yield* final(new UnexpectedAnswer({ said: "it redirects in a circle" }))
    return yield* attempt(way, HttpClientRequest.get(target.href, { headers: request.headers }), redirects - 1)
  }
  return yield* failureOfStatus(status, readErrorBody(keyless(way.config, text)), retryAt)
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
