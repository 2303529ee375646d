import type { FaultKind } from "../faults/FaultKind.ts"

export type HeaderValues = Readonly<Record<string, string>>

/** A request from a socket or from this process. */
export interface ServiceRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Names are in lower case. */
  readonly headers: HeaderValues
  readonly isSecure: boolean
}

/** The delivery of a response. All but `"whole"` are effects of faults. */
export type Delivery = "whole" | "truncated" | "stalled" | "reset"

/** A response of the service. */
export interface ServiceResponse {
  readonly status: number
  readonly headers: HeaderValues
  readonly body: Uint8Array
  readonly delayMillis: number
  readonly delivery: Delivery
  /** The faults applied to the request. */
  readonly applied: ReadonlyArray<FaultKind>
  /** The error code of a rejection, for logs only. */
  readonly errorCode?: string | undefined
}

/** The response of a route, before the gateway adds its headers. */
export interface RouteResponse {
  readonly status: number
  readonly headers: HeaderValues
  readonly body: string
  readonly errorCode?: string
}

/** Whether a response with this status has no body. */
export const hasNoBody = (status: number): boolean => status === 204 || status === 205 || status === 304

/** Returns a response with a JSON body. */
export const jsonResponse = (status: number, body: string, headers: HeaderValues = {}): RouteResponse => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body
})
