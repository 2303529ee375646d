import type { FaultKind } from "../faults/FaultSchedule.ts"
import type { Route } from "./Route.ts"

/** A request as the service sees it, whatever carried it. */
export interface ServiceRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly isSecure: boolean
}

/** How an answer reaches the client; anything but "whole" is the work of a fault. */
export type Ending = "whole" | "truncated" | "stalled" | "reset"

/** What the service answers. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly delayMillis: number
  readonly ending: Ending
  /** The faults that struck the request; empty where none did. */
  readonly struck: ReadonlyArray<FaultKind>
  /** What the log and the counters say of it, and no client sees. Without a route, it asked for none that there is. */
  readonly route?: Route["_tag"] | undefined
  /** The code of what was refused. */
  readonly refused?: string | undefined
}

/** What the routes hand to the gates: an answer before headers of the gateway are added. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The code of what was refused. */
  readonly refused?: string
}

/** An answer in JSON. */
export const jsonReply = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body
})
