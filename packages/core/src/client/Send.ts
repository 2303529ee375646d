import { type DateTime, type Effect, type Option } from "effect"
import { type Headers, type HttpClientRequest, type UrlParams } from "effect/http"
import { type Call } from "../budget/Call.ts"

/** Sends a request on behalf of a call. Each guard of the pipeline takes a `Send` and returns one. */
export type Send<Request, A, E> = (request: Request, call: Call) => Effect.Effect<A, E>

/** A request for an envelope, from a path below the base URL. */
export interface EnvelopeRequest {
  readonly path: string
  readonly params: UrlParams.UrlParams
  /** When the response changes next. */
  readonly nextPublication: Effect.Effect<DateTime.Utc>
}

/** An HTTP request that carries the key. */
export interface KeyedRequest {
  readonly http: HttpClientRequest.HttpClientRequest
  readonly nextPublication: Effect.Effect<DateTime.Utc>
}

/** The response to one request, with its complete body. The key is masked in the body, not in the headers. */
export interface ServiceResponse {
  readonly status: number
  readonly headers: Headers.Headers
  readonly text: string
  /** When the service wants the next request. **Units** milliseconds since 1970. */
  readonly retryAt: Option.Option<number>
}
