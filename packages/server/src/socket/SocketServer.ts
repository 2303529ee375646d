import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { Socket } from "node:net"
import { type Clock, Duration, Effect, Predicate, type Scope } from "effect"
import { gatewayErrorBody } from "../gateway/GatewayError.ts"
import { ReferenceServerError } from "../ReferenceServerError.ts"
import type { ServiceResponse, ServiceRequest } from "../requests/Response.ts"
import type { CertificateWithKey } from "./Certificate.ts"
import { isAmbiguous, toServiceRequest, type Trust } from "./socketRequest.ts"

const maxConnections = 1_024

/** How long a server on a socket waits, in milliseconds. */
interface WaitingTimes {
  /** For the headers of a request, and for the TLS handshake. */
  readonly headers: number
  /** For a complete request. */
  readonly request: number
  /** For the next request of a connection. */
  readonly keepAlive: number
  /** Between two looks for connections that are too slow. */
  readonly check: number
  /** For requests to arrive that clients sent just before the server began to close. */
  readonly grace: number
  /** For responses in flight when the server closes. */
  readonly drain: number
}

const waitingTimes: WaitingTimes = {
  headers: 10_000,
  request: 15_000,
  keepAlive: 5_000,
  check: 1_000,
  grace: 250,
  drain: 8_000
}

export interface SocketSettings extends Trust {
  readonly host: string
  readonly port: number
  /** `undefined` for plain HTTP. */
  readonly certificate: CertificateWithKey | undefined
  readonly handle: (request: ServiceRequest) => Promise<ServiceResponse>
  readonly clock: Clock.Clock
  /** @default the documented times */
  readonly waitingTimes?: WaitingTimes
}

const send = (response: ServerResponse, { body, delivery, headers, status }: ServiceResponse): void => {
  if (delivery === "reset") {
    response.destroy()
    return
  }
  response.writeHead(status, { ...headers })
  if (delivery === "whole") response.end(body)
  else if (delivery === "truncated") response.write(body.subarray(0, body.length / 2), () => response.destroy())
  else response.flushHeaders()
}

/** Rejects a request that could hide another one and closes the connection. */
const rejectMalformed = (response: ServerResponse): void => {
  const body = gatewayErrorBody("MALFORMED_REQUEST", "The request is not valid HTTP/1.1.")
  response.writeHead(400, {
    "Content-Type": "application/json",
    "Content-Length": String(body.length),
    "Access-Control-Allow-Origin": "*",
    Connection: "close"
  })
  response.end(body)
}

const listenError = (cause: Error, { host, port }: SocketSettings): ReferenceServerError => {
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is in use. Choose another one, or 0 for a free port.`,
    EACCES: `This user may not use port ${port} on ${host}. Choose one above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine.`,
    ENOTFOUND: `${host} is not an address of this machine.`
  }
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
  const message = messages[code] ?? `The server cannot listen on port ${port} of ${host}: ${cause.message}.`
  return new ReferenceServerError({ message })
}

const listen = (server: Server, settings: SocketSettings): Effect.Effect<number, ReferenceServerError> =>
  Effect.callback((resume) => {
    // Stays registered, so that running out of file descriptors for connections does not stop the server.
    server.on("error", (cause) => resume(listenError(cause, settings)))
    server.listen(settings.port, settings.host, () => {
      const address = server.address()
      // Stryker disable next-line ConditionalExpression,LogicalOperator,StringLiteral: the address of a TCP socket is always an object, and the check is for the compiler
      resume(Effect.succeed(address === null || typeof address === "string" ? settings.port : address.port))
    })
  })

const create = (certificate: CertificateWithKey | undefined, times: WaitingTimes): Server => {
  const options = {
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    connectionsCheckingInterval: times.check
  }
  const tls = certificate && { cert: certificate.pem, key: certificate.keyPem, handshakeTimeout: times.headers }
  const server = tls === undefined ? createServer(options) : createHttpsServer({ ...options, ...tls })
  server.maxConnections = maxConnections
  return server
}

/** The open connections of a server and their pending responses. */
class Connections {
  readonly #sockets = new Set<Socket>()
  readonly #pending = new Map<ServerResponse, ServiceResponse>()
  readonly #settings: SocketSettings
  #isClosing = false

  constructor(server: Server, settings: SocketSettings) {
    this.#settings = settings
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once("close", () => this.#sockets.delete(socket))
    })
    server.on("request", (message, response) => this.#respond(message, response))
    server.on("upgrade", (message, socket, head) => {
      const response = new ServerResponse(message)
      // Stryker disable next-line ConditionalExpression: a connection is always a Socket, and the check is for the compiler
      if (!(socket instanceof Socket)) return void socket.destroy()
      response.assignSocket(socket)
      response.shouldKeepAlive = false
      response.once("finish", () => socket.end())
      // The server ignores the upgrade. Any bytes after it would belong to the other protocol.
      if (head.length > 0) rejectMalformed(response)
      else this.#respond(message, response)
    })
    server.on("connect", (_, socket) =>
      socket.end("HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, OPTIONS\r\nConnection: close\r\n\r\n")
    )
  }

  async #respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isAmbiguous(message)) return rejectMalformed(response)
    const handled = await this.#settings.handle(toServiceRequest(message, this.#settings))
    // The client may have left while the page at `/docs` was made.
    if (response.destroyed) return
    this.#pending.set(response, handled)
    response.once("close", () => this.#pending.delete(response))
    const sendNow = (): void => {
      // It would otherwise keep the server open until the end of the drain.
      if (this.#isClosing && handled.delivery === "stalled") return void response.destroy()
      if (this.#isClosing) response.setHeader("Connection", "close")
      send(response, handled)
    }
    if (handled.delayMillis === 0) return sendNow()
    const delay = this.#settings.clock.sleep(Duration.millis(handled.delayMillis))
    const cancel = Effect.runCallback(delay, { onExit: sendNow })
    response.once("close", () => cancel())
  }

  /** Closes stalled connections now, idle ones repeatedly and the others at the end of `drain`. Returns a function to stop it. */
  drain({ drain, grace }: WaitingTimes): () => void {
    this.#isClosing = true
    for (const [response, { delivery }] of this.#pending) if (delivery === "stalled") response.destroy()
    const closeIdle = (): void => {
      const busy = new Set(Array.from(this.#pending.keys(), ({ socket }) => socket))
      for (const socket of this.#sockets) if (!busy.has(socket)) socket.destroySoon()
    }
    // Reads what has arrived before it closes anything: a busy process may be late for both.
    const timer = setInterval(() => setImmediate(closeIdle), grace)
    const closeAll = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy()
    }, drain)
    return () => {
      clearInterval(timer)
      clearTimeout(closeAll)
    }
  }
}

/** Returns a URL without a trailing slash. An IPv6 address is put in brackets. */
export const urlOf = (scheme: "http" | "https", host: string, port: number): string =>
  `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`

/**
 * Opens a socket and returns its base URL without a trailing slash. Closing the scope refuses new connections and completes requests in flight.
 *
 * **Fails with** `ReferenceServerError` if the port is in use or not permitted.
 */
export const openSocket = Effect.fnUntraced(function* (
  settings: SocketSettings
): Effect.fn.Return<string, ReferenceServerError, Scope.Scope> {
  const { certificate, host, waitingTimes: times = waitingTimes } = settings
  const scheme = certificate === undefined ? "http" : "https"
  const server = create(certificate, times)
  const connections = new Connections(server, settings)
  // Node.js would close idle connections immediately, although a client may already have sent a request.
  server.closeIdleConnections = () => undefined
  const close = Effect.callback<void>((resume) => {
    const stop = connections.drain(times)
    server.close(() => {
      stop()
      resume(Effect.void)
    })
  })
  const port = yield* Effect.acquireRelease(listen(server, settings), () => close)
  return urlOf(scheme, host, port)
})
