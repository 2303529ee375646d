import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { Socket } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Deferred, Effect, Predicate, Scope } from "effect"
import type { HttpServerRequest } from "effect/http"
import { gatewayErrorBody } from "../gateway/GatewayError.ts"
import { handleRequest } from "../handleRequest.ts"
import { ReferenceServerError } from "../ReferenceServerError.ts"
import type { ServerState } from "../ServerState.ts"
import type { CertificateWithKey } from "./Certificate.ts"
import { interruptResponse } from "./interruptResponse.ts"

// Requests are read and responses written by the platform. This file has what it cannot do: times and a number of connections,
// refusals of what is ambiguous, `CONNECT`, upgrades that are ignored, and a close that loses no request.

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

interface SocketSettings {
  readonly host: string
  readonly port: number
  /** `undefined` for plain HTTP. */
  readonly certificate: CertificateWithKey | undefined
  /** Whether the connection is HTTPS, or plain HTTP counts as HTTPS. */
  readonly isHttps: boolean
  /** Whether `X-Forwarded-Proto` overrides that. */
  readonly trustProxy: boolean
  /** @default the documented times */
  readonly waitingTimes?: WaitingTimes
}

const isSecure =
  ({ isHttps, trustProxy }: SocketSettings) =>
  ({ headers }: HttpServerRequest.HttpServerRequest): boolean => {
    const [forwarded = ""] = trustProxy ? (headers["x-forwarded-proto"] ?? "").split(",") : []
    return forwarded === "" ? isHttps : forwarded.trim().toLowerCase() === "https"
  }

/**
 * Whether two programs could parse a request differently, because it has two `Host` headers or a transfer coding other than
 * `chunked`. Node.js rejects a transfer coding together with a `Content-Length` itself.
 *
 * **Source** RFC 9112, sections 3.2 and 6.3.
 */
const isAmbiguous = ({ headers, headersDistinct }: IncomingMessage): boolean => {
  const { "transfer-encoding": coding = "chunked" } = headers
  return (headersDistinct["host"]?.length ?? 0) > 1 || coding.trim().toLowerCase() !== "chunked"
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
    server.on("error", (cause) => resume(Effect.fail(listenError(cause, settings))))
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
  readonly #pending = new Set<ServerResponse>()
  #isClosing = false

  constructor(server: Server, handle: (message: IncomingMessage, response: ServerResponse) => void) {
    const respond = (message: IncomingMessage, response: ServerResponse): void => {
      if (isAmbiguous(message)) return rejectMalformed(response)
      if (this.#isClosing) response.shouldKeepAlive = false
      this.#pending.add(response)
      response.once("close", () => this.#pending.delete(response))
      handle(message, response)
    }
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once("close", () => this.#sockets.delete(socket))
    })
    server.on("request", respond)
    server.on("upgrade", (message, socket, head) => {
      const response = new ServerResponse(message)
      // Stryker disable next-line ConditionalExpression: a connection is always a Socket, and the check is for the compiler
      if (!(socket instanceof Socket)) return void socket.destroy()
      response.assignSocket(socket)
      response.shouldKeepAlive = false
      response.once("finish", () => socket.end())
      // The server ignores the upgrade. Any bytes after it would belong to the other protocol.
      if (head.length > 0) rejectMalformed(response)
      else respond(message, response)
    })
    server.on("connect", (_, socket) =>
      socket.end("HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, OPTIONS\r\nConnection: close\r\n\r\n")
    )
  }

  /** Closes idle connections repeatedly, and the others at the end of `drain`. Returns a function to stop it. */
  drain({ drain, grace }: WaitingTimes): () => void {
    this.#isClosing = true
    for (const response of this.#pending) response.shouldKeepAlive = false
    const closeIdle = (): void => {
      const busy = new Set(Array.from(this.#pending, ({ socket }) => socket))
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
export const openSocket = Effect.fnUntraced(function* (state: ServerState, settings: SocketSettings) {
  const { certificate, host, waitingTimes: times = waitingTimes } = settings
  const scheme = certificate === undefined ? "http" : "https"
  const server = create(certificate, times)
  const closing = yield* Deferred.make<void>()
  const handle = yield* NodeHttpServer.makeHandler(
    handleRequest(state, { isSecure: isSecure(settings), ended: Effect.never }).pipe(
      Effect.catchTag("InterruptedResponse", (error) => interruptResponse(error, Deferred.await(closing))),
      // Ends the delay of a client that has left.
      Effect.interruptible
    ),
    // Closes after the socket, so that requests in flight are completed.
    { scope: yield* Scope.fork(yield* Effect.scope) }
  )
  const connections = new Connections(server, handle)
  // Node.js would close idle connections immediately, although a client may already have sent a request.
  server.closeIdleConnections = () => undefined
  const close = Effect.callback<void>((resume) => {
    const stop = connections.drain(times)
    Deferred.doneUnsafe(closing, Effect.void)
    server.close(() => {
      stop()
      resume(Effect.void)
    })
  })
  const port = yield* Effect.acquireRelease(listen(server, settings), () => close)
  return urlOf(scheme, host, port)
})
