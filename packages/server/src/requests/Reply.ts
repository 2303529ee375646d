/** The reply of a check or a route, before the headers that all responses have are added. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** The error code of a rejection, for logs only. */
  readonly errorCode?: string
}

/** A reply that is not compressed. */
export interface TextReply extends Reply {
  readonly body: string
}

/** Whether a response with this status has no body. */
export const hasNoBody = (status: number): boolean => status === 204 || status === 205 || status === 304

/** Returns a reply with a JSON body. */
export const jsonReply = (status: number, body: string, headers: Reply["headers"] = {}): TextReply => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body
})
