/** Limits for connections and slow clients of a server on a socket. */
export interface SocketLimits {
  /**
   * Number of simultaneous connections. Further ones are closed immediately.
   * @default 1024
   */
  readonly maxConnections: number
  /**
   * Milliseconds for the headers of a request, and for the TLS handshake.
   * @default 10000
   */
  readonly headersMillis: number
  /**
   * Milliseconds for a complete request.
   * @default 15000
   */
  readonly requestMillis: number
  /**
   * Milliseconds that a connection stays open for its next request.
   * @default 5000
   */
  readonly keepAliveMillis: number
  /**
   * Milliseconds for responses in flight when the server closes.
   * @default 8000
   */
  readonly drainMillis: number
}

export const defaultLimits: SocketLimits = {
  maxConnections: 1_024,
  headersMillis: 10_000,
  requestMillis: 15_000,
  keepAliveMillis: 5_000,
  drainMillis: 8_000
}
