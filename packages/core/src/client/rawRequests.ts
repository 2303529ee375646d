import { Effect, Option, Redacted, Result } from "effect"
import { HttpClientRequest } from "effect/http"
import { type ClientConfig } from "../Options.ts"
import { type Reason } from "../PublicRecordsError.ts"
import { rootOf, userAgentHeader } from "./apiKey.ts"
import { AttemptFailure, failureFromStatus, parseJson, readErrorBody } from "./failures.ts"
import { type KeyMask } from "./KeyMask.ts"
import { type Send, type ServiceResponse } from "./Send.ts"

/** A request that is sent as it is. **Wire** `path` begins below the base URL and may have a query. */
export interface RawRequest {
  readonly method?: "GET" | "HEAD" | "OPTIONS" | undefined
  readonly path: string
  /** The value of the header `X-Api-Key`; `null` sends none. @default the client's own key */
  readonly apiKey?: string | null | undefined
}

/** The response to a raw request. The client's own key is masked in all of it. */
export interface RawResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** Why a call of the client would fail with this response; `undefined` if it would not. */
  readonly reason: Reason | undefined
}

/** A response, and why a call of the client would fail with it. */
interface JudgedResponse extends ServiceResponse {
  readonly reason: Reason | undefined
}

const failureOf = ({ status, text, retryAt }: ServiceResponse, keyMask: KeyMask): AttemptFailure | undefined => {
  if (status >= 400) return failureFromStatus(status, readErrorBody(keyMask.hide(text)), retryAt)
  const parsed = status === 200 && text !== "" ? parseJson(text) : Result.succeed(undefined)
  return Result.isFailure(parsed) ? parsed.failure : undefined
}

/** Fails an attempt whose response is an error or is not JSON, so that it may be repeated. */
export const failErrors =
  (keyMask: KeyMask) =>
  <Request, E>(send: Send<Request, ServiceResponse, E>): Send<Request, JudgedResponse, E | AttemptFailure> =>
  (request, call) =>
    Effect.flatMap(send(request, call), (response) => {
      const failure = failureOf(response, keyMask)
      if (failure === undefined) return Effect.succeed({ ...response, reason: undefined })
      const { reason, retryAt, said } = failure
      return Effect.fail(new AttemptFailure({ reason, retryAt, said, response }))
    })

/** Returns the response of the last attempt. Fails if there was none, or if the next attempt would come too late. */
export const orLastResponse = (reason: Reason, last: AttemptFailure): Effect.Effect<JudgedResponse, Reason> =>
  last.response !== undefined && reason === last.reason
    ? Effect.succeed({ ...last.response, reason })
    : Effect.fail(reason)

/** Makes the HTTP request, and masks the key in the headers of its response. */
export const asRawRequest =
  (config: ClientConfig, keyMask: KeyMask) =>
  <E>(send: Send<HttpClientRequest.HttpClientRequest, JudgedResponse, E>): Send<RawRequest, RawResponse, E> => {
    const root = rootOf(config)
    const userAgent = userAgentHeader(config)
    const ownKey = Option.getOrNull(Option.map(config.apiKey, Redacted.value))
    return ({ method = "GET", path, apiKey = ownKey }, call) => {
      const headers = { ...userAgent, ...(apiKey === null ? {} : { "x-api-key": apiKey }) }
      const request = HttpClientRequest.make(method)(`${root}${path}`, { acceptJson: true, headers })
      return Effect.map(send(request, call), ({ status, headers, text, reason }) => ({
        status,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, keyMask.hide(value)])),
        text,
        reason
      }))
    }
  }
