import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import type * as UrlParams from "effect/http/UrlParams"
import type { Permit } from "../budget/Budget.ts"
import type { Call, Send } from "../budget/Call.ts"
import type { Quota } from "../budget/Quota.ts"
import { CallListener } from "../CallListener.ts"
import type { HeaderValues } from "../CallOptions.ts"
import type { ClientConfig } from "../Options.ts"
import {
  type DeadlineExceeded,
  KeyMissing,
  type RateLimited,
  RedirectRefused,
  type ResponseInfo,
  UnexpectedAnswer
} from "../PublicRecordsError.ts"
import { decodeEnvelope, type Envelope } from "../records/Envelope.ts"
import { readBody, type ServiceResponse } from "./body.ts"
import {
  type AttemptFailure,
  failed,
  failureFromBody,
  failureFromStatus,
  failureFromTransport,
  noResponse,
  readErrorBody,
  truncated
} from "./failures.ts"
import type { KeyMask } from "./KeyMask.ts"
import type { LatencyStats } from "./telemetry.ts"

type HttpRequest = HttpClientRequest.HttpClientRequest

/** A request for an envelope, from a path below the base URL. */
export interface EnvelopeRequest {
  readonly path: string
  readonly params: UrlParams.UrlParams
  /** The next time the response changes. */
  readonly nextPublication: Effect.Effect<DateTime.Utc>
}

export interface KeyedRequest extends Pick<EnvelopeRequest, "nextPublication"> {
  readonly http: HttpRequest
}

interface RequestParts {
  readonly method?: "GET" | "HEAD" | "OPTIONS" | undefined
  readonly path: string
  /** The value of `X-Api-Key`, or `null` to omit it. */
  readonly key: string | null
  readonly params?: UrlParams.Input | undefined
  readonly headers?: HeaderValues | undefined
}

/** Returns a function that makes HTTP requests from paths below the base URL. */
export const requestMaker = ({ baseUrl, userAgent }: ClientConfig) => {
  const root = baseUrl.href.replace(/\/$/, "")
  // In a web page the browser sets the user agent. Replacing it would require the service's permission.
  const agent = "document" in globalThis ? {} : { "user-agent": userAgent }
  return ({ method = "GET", path, key, params, headers = {} }: RequestParts) => {
    const all = Object.entries({ accept: "application/json", ...agent, ...headers, "x-api-key": key })
    const sent = all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
    return HttpClientRequest.make(method)(`${root}${path}`, { headers: sent, urlParams: params })
  }
}

/** Creates the HTTP request with the key in its header. **Fails with** `KeyMissing` without a key. */
export const withApiKey =
  (config: ClientConfig) =>
  <A, E>(send: Send<KeyedRequest, A, E>): Send<EnvelopeRequest, A, E | KeyMissing> => {
    const makeRequest = requestMaker(config)
    return ({ path, params, nextPublication }, call) => {
      if (Option.isNone(config.apiKey)) return Effect.fail(new KeyMissing({ keyVariable: config.keyVariable }))
      const { headers } = call.settings
      const http = makeRequest({ path, params, headers, key: Redacted.value(config.apiKey.value) })
      return send({ http, nextPublication }, call)
    }
  }

/** A request with its permit of the budget. */
interface PermittedRequest {
  readonly http: HttpRequest
  readonly permit: Permit
}

export const withPermit =
  (quota: Quota) =>
  <A, E>(send: Send<PermittedRequest, A, E>): Send<HttpRequest, A, E | RateLimited | DeadlineExceeded> =>
  (http, call) =>
    quota.withPermit(call, (permit) => send({ http, permit }, call))

/** Limits the time of an attempt. */
export const withTimeout =
  <Request, A, E>(send: Send<Request, A, E>): Send<Request, A, E | AttemptFailure> =>
  (request, call) => {
    const { timeout: duration } = call.settings
    return Effect.timeoutOrElse(send(request, call), {
      duration,
      orElse: () => Effect.fail(noResponse(`no response within ${Duration.format(duration)}`))
    })
  }

/** The longest pause that is taken from a response. The budget is for an hour, so a longer one is a mistake. */
const maxPauseMillis = 24 * 3_600_000

/** Parses an HTTP date. **Units** milliseconds since 1970; `NaN` if it is not valid. */
const parseHttpDate = (text = ""): number => (text.endsWith("GMT") ? Date.parse(text) : Number.NaN)

/**
 * Returns the earliest time at which the service accepts the next request, at most 24 hours ahead, or `None` if it is unknown.
 *
 * **Wire** `Retry-After: 120`, or an HTTP date. The `Date` of the same response says how far away that is, because the clocks of
 * the service and of this machine may differ.
 *
 * **Source** docs/api.md, statement 33.
 */
const parseRetryAfter = (headers: Headers.Headers, now: number): Option.Option<number> => {
  const text = headers["retry-after"] ?? ""
  const sentAt = parseHttpDate(headers["date"])
  const millis = /^\d+$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - (Number.isNaN(sentAt) ? now : sentAt)
  return Number.isNaN(millis) ? Option.none() : Option.some(now + Math.min(maxPauseMillis, millis))
}

interface Wire {
  readonly http: HttpClient.HttpClient
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly quota: Quota
  readonly keyMask: KeyMask
  readonly latency: LatencyStats
}

const requestIdHeader = "x-api-umbrella-request-id"

/** Returns a response without its body, with the key masked. */
const infoOf = (
  { status, headers }: HttpClientResponse.HttpClientResponse,
  { url, attempts, milliseconds }: Pick<ResponseInfo, "url" | "attempts" | "milliseconds">,
  keyMask: KeyMask
): ResponseInfo => {
  const masked = Object.entries(headers).map(([name, value]) => [keyMask.redact(name), keyMask.redact(value)])
  const shown: ResponseInfo["headers"] = Object.fromEntries(masked)
  return { url, status, headers: shown, requestId: shown[requestIdHeader], attempts, milliseconds }
}

/**
 * Returns a function that sends one request and reads the complete response, whatever its status. Closes the connection of a
 * response that is not read to its end.
 */
export const exchange = (wire: Wire): Send<PermittedRequest, ServiceResponse, AttemptFailure> => {
  const { quota, keyMask, latency } = wire
  const client = HttpClient.withScope(wire.http)
  const ownKey = Option.getOrUndefined(Option.map(wire.apiKey, Redacted.value))
  return Effect.fnUntraced(function* ({ http, permit }, call) {
    const listen = yield* CallListener
    const startedAt = yield* Clock.currentTimeMillis
    const url = keyMask.redact(Option.match(HttpClientRequest.toUrl(http), { onNone: () => http.url, onSome: String }))
    const attempt = ++call.attempts
    call.lastUrl = url
    yield* listen({ _tag: "Request", ...call.eventFields, attempt, url })
    const response = yield* Effect.mapError(client.execute(http), (error) => failureFromTransport(error, keyMask))
    const now = yield* Clock.currentTimeMillis
    const { status, headers } = response
    const info = infoOf(response, { url, attempts: attempt, milliseconds: now - startedAt }, keyMask)
    call.response = info
    const retryAt = parseRetryAfter(headers, now)
    // The rate limit of another key is not that of this one.
    if (http.headers["x-api-key"] === ownKey) {
      const refusedUntil = status === 429 ? Option.getOrElse(retryAt, () => now) : undefined
      yield* quota.recordResponse(permit, { headers, refusedUntil })
    }
    yield* listen({ _tag: "Response", ...call.eventFields, ...info, attempt })
    const text = keyMask.redact(yield* Effect.mapError(readBody(response, headers), failureFromBody))
    latency.record((yield* Clock.currentTimeMillis) - startedAt)
    return { status, headers, text, retryAt }
  }, Effect.scoped)
}

const maxRedirects = 3
const notModified = 304

/** The result of a successful attempt. `NotModified` means that the cached envelope is still valid. */
export type AttemptResult = { readonly envelope: Envelope; readonly etag: string | undefined } | "NotModified"

export const parseJson = (text: string, response?: ResponseInfo): Result.Result<unknown, AttemptFailure> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => noResponse(text.trimStart().startsWith("<") ? "the response is HTML" : truncated, { response })
  })

const parseEnvelope = (text: string, response: ResponseInfo | undefined): Result.Result<Envelope, AttemptFailure> =>
  Result.flatMap(parseJson(text, response), (json) =>
    Result.fromOption(decodeEnvelope(json), () =>
      failed(new UnexpectedAnswer({ detail: "the response contains no list of records", response }))
    )
  )

/** Whether a URL has the origin of the base URL. A `blob:` URL only contains one, and a user name may contain the key. */
const isSameOrigin = (baseUrl: URL, target: URL): boolean =>
  target.origin === baseUrl.origin &&
  target.protocol === baseUrl.protocol &&
  target.username === "" &&
  target.password === ""

/** Decodes a response as an envelope. Follows redirects within the origin, each with another permit. */
export const readEnvelope =
  (baseUrl: URL, keyMask: KeyMask) =>
  <E>(send: Send<HttpRequest, ServiceResponse, E>): Send<HttpRequest, AttemptResult, E | AttemptFailure> => {
    /** Returns the target of a redirect. **Fails with** `RedirectRefused` for another origin, which must not get the key. */
    const redirectTarget = (
      request: HttpRequest,
      location: string,
      { response }: Call
    ): Effect.Effect<URL, AttemptFailure> => {
      const target = URL.parse(location, new URL(request.url, baseUrl.href).href)
      const hasKey = keyMask.redact(location) !== location
      if (target !== null && !hasKey && isSameOrigin(baseUrl, target)) return Effect.succeed(target)
      const shown = target === null ? "an invalid URL" : keyMask.redact(`${target.origin}${target.pathname}`)
      return Effect.fail(failed(new RedirectRefused({ location: shown, response })))
    }

    const follow = Effect.fnUntraced(function* (
      request: HttpRequest,
      call: Call,
      redirects: number
    ): Effect.fn.Return<AttemptResult, E | AttemptFailure> {
      const { status, headers, text, retryAt } = yield* send(request, call)
      const { response } = call
      const location = headers["location"]
      if (status >= 200 && status < 300) {
        return { envelope: yield* Effect.fromResult(parseEnvelope(text, response)), etag: headers["etag"] }
      }
      if (status === notModified && request.headers["if-none-match"] !== undefined) return "NotModified"
      if (status >= 300 && status < 400 && location !== undefined) {
        const target = yield* redirectTarget(request, location, call)
        if (redirects === 0)
          return yield* failed(
            new UnexpectedAnswer({ detail: `it redirects more than ${maxRedirects} times`, response })
          )
        return yield* follow(HttpClientRequest.get(target.href, { headers: request.headers }), call, redirects - 1)
      }
      // A browser hides the target of a redirect from a page.
      if (status === 0)
        return yield* failed(new RedirectRefused({ location: "an address that the browser hides", response }))
      return yield* failureFromStatus(status, readErrorBody(keyMask.redact(text)), retryAt, response)
    })
    return (request, call) => follow(request, call, maxRedirects)
  }
