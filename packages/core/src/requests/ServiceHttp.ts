import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, type DateTime, Duration, Effect, Option, Redacted, type Scope, Tracer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, UrlParams } from "effect/http"
import { AnswerCache } from "./AnswerCache.ts"
import { type Call } from "../Call.ts"
import { type ClientConfig } from "../ClientConfig.ts"
import { type Envelope } from "../records/Envelope.ts"
import { Guards } from "../budget/Guards.ts"
import { KeyMask } from "./KeyMask.ts"
import { Pace } from "./Pace.ts"
import { KeyMissing, type Reason, UnexpectedAnswer } from "../PublicRecordsError.ts"
import { makeQuota, type Quota } from "../budget/Quota.ts"
import { retried, type RetriedWay } from "./retries.ts"
import { RetryBudget } from "./RetryBudget.ts"
import { makeServiceBreaker, type ServiceBreaker } from "./ServiceBreaker.ts"
import { shareCalls } from "./SharedCalls.ts"
import { countFailure } from "../Telemetry.ts"

/** What is asked of the service. */
export interface ServiceRequest {
  readonly path: string
  readonly params: UrlParams.UrlParams
  /** When what is asked for changes next. */
  readonly nextPublication: Effect.Effect<DateTime.Utc>
}

/** Requests to the service: keyed, within the budget, retried. */
export interface ServiceHttp {
  /** The envelope at a path. A refused or failed request is asked again where that may help. */
  readonly envelope: (request: ServiceRequest, call: Call) => Effect.Effect<Envelope, Reason>
  readonly quota: Quota
  readonly pace: Pace
  readonly requestsPerHour: number
}

const digestOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)).slice(0, 16))

const openQuota = Effect.fnUntraced(function* (config: ClientConfig) {
  const key = Option.match(config.apiKey, { onNone: () => "", onSome: Redacted.value })
  const guards = yield* Guards
  const budget = yield* guards.budget({
    digest: digestOf(`${config.baseUrl.origin} ${key}`),
    requestsPerHour: config.requestsPerHour,
    attemptTimeout: config.attemptTimeout
  })
  return yield* makeQuota(budget, {
    maxPause: Duration.toMillis(config.maxRetryAfter),
    maxWait: Duration.toMillis(config.maxWait)
  })
})

/** A web page has the browser's own: another would have to be allowed by the service first. */
const userAgentOf = ({ userAgent }: ClientConfig): Readonly<Record<string, string>> =>
  "document" in globalThis ? {} : { "user-agent": userAgent }

const keyedRequest = (
  config: ClientConfig,
  key: Redacted.Redacted,
  { path, params }: ServiceRequest
): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.get(`${config.baseUrl.href.replace(/\/$/, "")}${path}`, {
    urlParams: params,
    acceptJson: true,
    headers: { "x-api-key": Redacted.value(key), ...userAgentOf(config) }
  })

/** What tells a request from others. */
const addressOf = (request: HttpClientRequest.HttpClientRequest): string =>
  `${request.url}?${UrlParams.toString(request.urlParams)}`

/** A request that says which answer is at hand already. */
const conditional = (
  request: HttpClientRequest.HttpClientRequest,
  etag: string | undefined
): HttpClientRequest.HttpClientRequest =>
  etag === undefined ? request : HttpClientRequest.setHeader(request, "if-none-match", etag)

/** Asks the service, unless the answer is at hand: one that is kept and fresh, or that the service says has not changed. */
const askWith = (
  way: RetriedWay,
  breaker: ServiceBreaker,
  cache: AnswerCache | undefined
): ((
  request: HttpClientRequest.HttpClientRequest,
  asked: ServiceRequest,
  call: Call
) => Effect.Effect<Envelope, Reason>) =>
  Effect.fnUntraced(function* (request, { nextPublication }, call) {
    const address = addressOf(request)
    const kept = cache === undefined ? undefined : yield* cache.get(address)
    if (kept?._tag === "Fresh") return kept.envelope
    const outcome = yield* breaker.guard(retried(way, conditional(request, kept?.etag), call))
    const answer = outcome._tag === "Fresh" ? outcome : kept
    if (answer === undefined) return yield* new UnexpectedAnswer({ said: "nothing was asked that could be unchanged" })
    if (cache !== undefined) yield* cache.keep(address, answer, nextPublication)
    return answer.envelope
  })

/** A redirect is looked at before it is followed, and nobody else learns of our traces. */
const watched = Context.make(FetchHttpClient.RequestInit, { redirect: "manual" }).pipe(
  Context.add(HttpClient.TracerPropagationEnabled, false)
)
const unwatched = Context.add(watched, HttpClient.TracerDisabledWhen, () => true)

/** A span for each request costs more than reading its answer, and nobody sees it where there is no tracer. */
const asSent = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(Effect.tracer, (tracer) =>
    Effect.provideContext(effect, tracer === Tracer.nativeTracer ? unwatched : watched)
  )

/** Builds the way to the service. */
export const makeServiceHttp = Effect.fnUntraced(function* (
  config: ClientConfig
): Effect.fn.Return<ServiceHttp, never, HttpClient.HttpClient | Scope.Scope> {
  const way: RetriedWay = {
    http: yield* HttpClient.HttpClient,
    config,
    quota: yield* openQuota(config),
    keyMask: new KeyMask(config.apiKey),
    pace: new Pace(),
    retryBudget: new RetryBudget()
  }
  const breaker = yield* makeServiceBreaker(config.baseUrl.origin, yield* Guards)
  const ask = askWith(way, breaker, config.cache ? new AnswerCache() : undefined)
  const join = shareCalls<Envelope, Reason>(yield* Effect.scope)

  return {
    quota: way.quota,
    pace: way.pace,
    requestsPerHour: config.requestsPerHour,
    envelope: Effect.fnUntraced(
      function* (asked, call) {
        if (Option.isNone(config.apiKey)) return yield* new KeyMissing()
        const request = keyedRequest(config, config.apiKey.value, asked)
        return yield* call.bound(join(addressOf(request), call, (shared) => ask(request, asked, shared)))
      },
      Effect.tapError((reason) => countFailure(reason._tag)),
      asSent
    )
  }
})
