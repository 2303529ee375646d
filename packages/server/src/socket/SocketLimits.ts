/** What clients may take from a server on a socket before they are dropped. */
export interface SocketLimits {
  /**
   * Connections at the same time; more are closed as they come.
   * @default 1024
   */
  readonly maxConnections: number
  /**
   * Milliseconds from the beginning of a connection or request to the end of the request's headers.
   * @default 10000
   */
  readonly headersMillis: number
  /**
   * Milliseconds from the beginning of a request to its end.
   * @default 15000
   */
  readonly requestMillis: number
  /**
   * Milliseconds in which a client reads nothing of an answer that waits for it.
   * @default 30000
   */
  readonly unreadMillis: number
  /**
   * Milliseconds that a connection stays open for the next request.
   * @default 5000
   */
  readonly keepAliveMillis: number
  /**
   * Milliseconds that answers in flight have once the server closes.
   * @default 8000
   */
  readonly drainMillis: number
}

export const defaultLimits: SocketLimits = {
  maxConnections: 1_024,
  headersMillis: 10_000,
  requestMillis: 15_000,
  unreadMillis: 30_000,
  keepAliveMillis: 5_000,
  drainMillis: 8_000
}

/** Bytes of a request's headers, the names and the values; the query has its own limit. */
export const maxHeaderBytes = 16_384

/** Bytes of request line and headers that are read at all: enough to tell a query that is too long that it is. */
export const maxHeadBytes = 262_144

/** Bytes of a body that are read and thrown away, because no route takes one. */
export const maxBodyBytes = 1_048_576

/** Answers that one connection may wait for at once. */
export const maxWaiting = 100
