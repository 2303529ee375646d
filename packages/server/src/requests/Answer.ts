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
}

/** What the routes hand to the gates: an answer before headers of the gateway are added. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text, or its bytes where they are put together already. */
  readonly body: string | Uint8Array
}

/** An answer in JSON. */
export const jsonReply = (
  status: number,
  body: Reply["body"],
  headers: Readonly<Record<string, string>> = {}
): Reply => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body
})
