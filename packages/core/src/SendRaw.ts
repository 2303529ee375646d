import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { pipe } from "effect/Function"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { RequestOptions } from "./CallOptions.ts"
import { makeCall, type Send, withDeadline } from "./budget/Call.ts"
import type { ServiceResponse } from "./client/body.ts"
import { parseJson, requestMaker } from "./client/exchange.ts"
import { type AttemptFailure, failureFromStatus, readErrorBody } from "./client/failures.ts"
import { makePipeline, type Pipeline } from "./client/pipeline.ts"
import { withTransportSettings } from "./client/telemetry.ts"
import { failedOperation } from "./Collection.ts"
import { type PublicRecordsOptions, resolveOptions } from "./Options.ts"
import type { PublicRecordsError, Reason } from "./PublicRecordsError.ts"

/** A request that is sent unchanged. **Wire** `path` is relative to the base URL and may have a query. */
export interface RawRequest {
  readonly method?: "GET" | "HEAD" | "OPTIONS" | undefined
  readonly path: string
  /** The value of the header `X-Api-Key`, or `null` to omit it. @default the client's key */
  readonly apiKey?: string | null | undefined
}

/** The response to a raw request. The client's key is masked in it. */
export interface RawResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The reason for which a call would fail with this response, or `undefined` if it would succeed. */
  readonly reason: Reason | undefined
}

export interface RawOptions extends Pick<RequestOptions, "maxRetries"> {}

/**
 * Sends a request and returns the response, whatever its status. A failed attempt is retried as in any other call.
 *
 * **Fails with** `PublicRecordsError` if there is no response, or not in the time that the options allow.
 */
export type SendRaw = (request: RawRequest, options?: RawOptions) => Effect.Effect<RawResponse, PublicRecordsError>

type JudgedResponse = ServiceResponse & Pick<RawResponse, "reason">

/** Retries a request while its response is an error or not JSON. Returns the last response if no attempt succeeds. */
const untilItSucceeds =
  ({ keyMask, withRetries }: Pipeline) =>
  (send: Pipeline["sendOnce"]): Send<HttpClientRequest.HttpClientRequest, JudgedResponse, Reason> =>
  (request, call) => {
    let last: JudgedResponse | undefined
    const failureOf = ({ status, text, retryAt }: ServiceResponse): AttemptFailure | undefined => {
      if (status >= 400) return failureFromStatus(status, readErrorBody(keyMask.redact(text)), retryAt)
      const parsed = status >= 200 && status < 300 && text !== "" ? parseJson(text) : Result.succeed(undefined)
      return Result.isFailure(parsed) ? parsed.failure : undefined
    }
    const attempt = withRetries((request: HttpClientRequest.HttpClientRequest, call) =>
      Effect.flatMap(send(request, call), (response) => {
        const failure = failureOf(response)
        last = { ...response, reason: failure?.reason }
        return failure === undefined ? Effect.succeed(last) : Effect.fail(failure)
      })
    )
    return attempt(request, call).pipe(
      Effect.catch((reason) =>
        last !== undefined && last.reason === reason ? Effect.succeed(last) : Effect.fail(reason)
      )
    )
  }

/**
 * Creates a function that sends single requests within the key's budget, to examine the service. It follows no redirects.
 *
 * **Fails with** `PublicRecordsError` whose reason is `InvalidOptions`, before anything is sent.
 */
export const makeSendRaw = Effect.fnUntraced(function* (
  options: PublicRecordsOptions
): Effect.fn.Return<SendRaw, PublicRecordsError, HttpClient.HttpClient | Scope.Scope> {
  const config = yield* Effect.mapError(resolveOptions(options), failedOperation("Build a client"))
  const pipeline = yield* makePipeline(config)
  const { redact } = pipeline.keyMask
  const makeRequest = requestMaker(config)
  const ownKey = Option.getOrNull(Option.map(config.apiKey, Redacted.value))
  const send = pipe(pipeline.sendOnce, untilItSucceeds(pipeline), withDeadline, withTransportSettings)

  return ({ method = "GET", path, apiKey = ownKey }, options = {}) =>
    makeCall(`${method} ${path}`, options, config.request).pipe(
      Effect.flatMap((call) => send(makeRequest({ method, path, key: apiKey, headers: call.settings.headers }), call)),
      Effect.map(({ status, headers, text, reason }) => ({
        status,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)])),
        text,
        reason
      })),
      Effect.mapError(failedOperation(`Send ${method} ${path}`))
    )
})
