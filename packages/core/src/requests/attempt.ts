import { Clock, DateTime, Duration, Effect, LogLevel, Option, References, Result } from "effect"
import { type Headers, type HttpClient, HttpClientRequest } from "effect/http"
import { readBody } from "./AnswerBody.ts"
import { type Permit } from "../budget/Budget.ts"
import { type Call } from "../Call.ts"
import { type ClientConfig } from "../ClientConfig.ts"
import { decodeEnvelope, type Envelope } from "../records/Envelope.ts"
import { type KeyMask } from "./KeyMask.ts"
import { type Pace } from "./Pace.ts"
import { RedirectRefused, UnexpectedAnswer } from "../PublicRecordsError.ts"
import { type Quota } from "../budget/Quota.ts"
import {
  type AttemptFailure,
  failureOfBody,
  failureOfStatus,
  failureOfTransport,
  final,
  readErrorBody,
  transient
} from "./ServiceFailure.ts"
import { countRequest } from "../Telemetry.ts"

const maxRedirects = 3
const notModified = 304
/** The last instant that a date can name. **Units** milliseconds since 1970. */
const latestInstant = 8_640_000_000_000_000

/**
 * When the service wants to be asked again.
 *
 * **Wire** `Retry-After: 120`, or an HTTP date; anything else counts as absent.
 *
 * **Units** milliseconds since 1970.
 *
 * **Source** observed, "Gateway"; decision 28.
 */
export const retryAtOf = (header: string | undefined, now: number): Option.Option<number> => {
  const text = (header ?? "").trim()
  if (/^\d+$/.test(text)) return Option.some(Math.min(latestInstant, now + Number(text) * 1000))
  if (!text.endsWith("GMT")) return Option.none()
  return Option.map(DateTime.make(text), DateTime.toEpochMillis)
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
  readonly keyMask: KeyMask
  readonly pace: Pace
}

/** What a successful attempt brings: an envelope, or the word that the one at hand has not changed. */
export type Outcome =
  | { readonly _tag: "Fresh"; readonly envelope: Envelope; readonly etag: string | undefined }
  | { readonly _tag: "NotModified" }

/** What came back for one request, its body included. */
interface Answer {
  readonly status: number
  readonly text: string
  readonly retryAt: Option.Option<number>
  readonly location: string | undefined
  readonly etag: string | undefined
}

/** The head of an answer. */
interface Head {
  readonly status: number
  readonly headers: Headers.Headers
}

const exchange = Effect.fnUntraced(function* (
  { http, quota, keyMask, pace }: Way,
  request: HttpClientRequest.HttpClientRequest,
  permit: Permit
): Effect.fn.Return<Answer, AttemptFailure> {
  const startedAt = yield* Clock.currentTimeMillis
  const response = yield* Effect.mapError(http.execute(request), (error) => failureOfTransport(error, keyMask))
  const now = yield* Clock.currentTimeMillis
  const { status, headers } = response
  const retryAt = retryAtOf(headers["retry-after"], now)
  yield* quota.learn(permit, {
    headers,
    refusedUntil: status === 429 ? Option.getOrElse(retryAt, () => now) : undefined
  })
  yield* logRequest(request, { status, headers }, keyMask, now - startedAt)
  yield* countRequest(status)
  const text = keyMask.hideInBody(yield* Effect.mapError(readBody(response, headers), failureOfBody))
  pace.note((yield* Clock.currentTimeMillis) - startedAt)
  return { status, text, retryAt, location: headers["location"], etag: headers["etag"] }
})

const exchangeInTime = (
  way: Way,
  request: HttpClientRequest.HttpClientRequest,
  permit: Permit
): Effect.Effect<Answer, AttemptFailure> => {
  const { attemptTimeout } = way.config
  return Effect.timeoutOrElse(exchange(way, request, permit), {
    duration: attemptTimeout,
    orElse: () => Effect.fail(transient(`no answer within ${Duration.format(attemptTimeout)}`))
  })
}

/** One request and its answer, with a place in the budget. */
const exchangeInBudget = (
  way: Way,
  request: HttpClientRequest.HttpClientRequest,
  call: Call
): Effect.Effect<Answer, AttemptFailure> =>
  way.quota
    .withPlace(call, (permit) => exchangeInTime(way, request, permit))
    .pipe(Effect.mapError((failure) => (failure._tag === "AttemptFailure" ? failure : final(failure))))

/** Whether an address is of the base URL's origin; `blob:` only names one, and a user's name is nobody's business. */
const isWithin = (baseUrl: URL, target: URL): boolean =>
  target.origin === baseUrl.origin &&
  target.protocol === baseUrl.protocol &&
  target.username === "" &&
  target.password === ""

/** Where a redirect leads. **Fails with** `RedirectRefused` for another origin, to which the key must not go. */
const redirectTarget = (
  { config: { baseUrl }, keyMask }: Way,
  request: HttpClientRequest.HttpClientRequest,
  location: string
): Effect.Effect<URL, AttemptFailure> => {
  const target = URL.parse(location, new URL(request.url, baseUrl.href).href)
  const isPlain = keyMask.hide(location) === location
  if (target !== null && isPlain && isWithin(baseUrl, target)) return Effect.succeed(target)
  const shown = target === null ? "no address" : keyMask.hide(`${target.origin}${target.pathname}`)
  return Effect.fail(final(new RedirectRefused({ location: shown })))
}

/**
 * One attempt: a place in the budget, the request, its answer read and decoded. It ends when the body is decoded, not when
 * the headers are in, so that a body cut short counts as a failure.
 */
export const attempt = Effect.fnUntraced(function* (
  way: Way,
  request: HttpClientRequest.HttpClientRequest,
  call: Call,
  redirects: number = maxRedirects
): Effect.fn.Return<Outcome, AttemptFailure> {
  const { status, text, retryAt, location, etag } = yield* exchangeInBudget(way, request, call)
  if (status >= 200 && status < 300) {
    return { _tag: "Fresh", envelope: yield* Effect.fromResult(envelopeOf(text)), etag }
  }
  if (status === notModified && request.headers["if-none-match"] !== undefined) return { _tag: "NotModified" }
  if (status >= 300 && status < 400 && location !== undefined) {
    const target = yield* redirectTarget(way, request, location)
    if (redirects === 0) return yield* final(new UnexpectedAnswer({ said: "it redirects in a circle" }))
    return yield* attempt(way, HttpClientRequest.get(target.href, { headers: request.headers }), call, redirects - 1)
  }
  // A browser follows no redirect for us, and does not say where it leads.
  if (status === 0) return yield* final(new RedirectRefused({ location: "an address that the browser hides" }))
  return yield* failureOfStatus(status, readErrorBody(way.keyMask.hide(text)), retryAt)
})

/** What the log says of an answer: URL, status, milliseconds, and what is left of the key's limit. */
const logRequest = Effect.fnUntraced(function* (
  request: HttpClientRequest.HttpClientRequest,
  { status, headers }: Head,
  keyMask: KeyMask,
  milliseconds: number
) {
  if (LogLevel.isGreaterThan(yield* References.MinimumLogLevel, "Debug")) return
  const url = Option.match(HttpClientRequest.toUrl(request), { onNone: () => request.url, onSome: (url) => url.href })
  const limit = headers["x-ratelimit-limit"]
  const remaining = headers["x-ratelimit-remaining"]
  const left = limit === undefined || remaining === undefined ? "no limit named" : `${remaining} of ${limit} left`
  yield* Effect.logDebug(keyMask.hide(`GET ${url} ${status} ${milliseconds} ms, ${left}`))
})
