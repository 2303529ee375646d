import type { FaultKind } from "../faults/FaultSchedule.ts"
import type { Route } from "./Route.ts"

/** A request to the service, from a socket or from this process. */
export interface ServiceRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly isSecure: boolean
}

/** How a response reaches the client. Faults cause everything but "whole". */
export type Ending = "whole" | "truncated" | "stalled" | "reset"

/** A response of the service. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly delayMillis: number
  readonly ending: Ending
  /** The faults applied to the request. */
  readonly struck: ReadonlyArray<FaultKind>
  /** For logs and metrics only. `undefined` if the route does not exist. */
  readonly route?: Route["_tag"] | undefined
  /** The error code, for logs and metrics only. */
  readonly refused?: string | undefined
}

/** The response of a route, before the gateway adds its headers. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The error code. */
  readonly refused?: string
}

/** Returns a response with a JSON body. */
export const jsonReply = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body
})
