import { type DateTime, type Effect } from "effect"
import { type HttpClientRequest, type UrlParams } from "effect/http"
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

/** The same as an HTTP request that carries the key. */
export interface KeyedRequest {
  readonly http: HttpClientRequest.HttpClientRequest
  readonly nextPublication: Effect.Effect<DateTime.Utc>
}
