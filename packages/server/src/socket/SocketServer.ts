import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import type { Duplex } from "node:stream"
import { Socket } from "node:net"
import { Effect, Predicate, type Scope } from "effect"
import type { CertificateWithKey } from "./Certificate.ts"
import { Connections } from "./Connections.ts"
import { type Answering, respond } from "./exchange.ts"
import { ReferenceServerError } from "../ReferenceServerError.ts"
import { type RefusedStatus, refusalText } from "./refusal.ts"
import { maxBodyBytes, maxHeadBytes, type SocketLimits } from "./SocketLimits.ts"

/** What a socket needs to know. */
export interface SocketSettings extends Answering {
  readonly host: string
  readonly port: number
  /** Nothing is plain HTTP. */
  readonly certificate: CertificateWithKey | undefined
  readonly limits: SocketLimits
  /** Is handed what tells how many connections are open. */
  readonly watchConnections: (count: () => number) => void
}

/** How long a client that was refused may go on sending before it is cut off. */
const lingerMillis = 2_000

const create = ({ certificate, limits }: SocketSettings): Server => {
  const { headersMillis, keepAliveMillis, requestMillis } = limits
  const options = {
    maxHeaderSize: maxHeadBytes,
    // Its absence is told in the service's own form, after what is too large.
    requireHostHeader: false,
    headersTimeout: headersMillis,
    requestTimeout: Math.max(requestMillis, headersMillis),
    keepAliveTimeout: keepAliveMillis,
    connectionsCheckingInterval: Math.min(1_000, Math.ceil(headersMillis / 4)),
    // A client that vanished without a word is noticed by the system.
    keepAlive: true,
    keepAliveInitialDelay: 30_000
  }
  return certificate === undefined
    ? createHttpServer(options)
    : createHttpsServer({
        ...options,
        cert: certificate.pem,
        key: certificate.keyPem,
        handshakeTimeout: headersMillis
      })
}

/** The status for what Node.js could not read. */
const statusOf = (error: Error): RefusedStatus => {
  const code = Predicate.hasProperty(error, "code") ? error.code : undefined
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408
  return code === "HPE_HEADER_OVERFLOW" ? 431 : 400
}

/** What Node.js cannot read gets an answer, too, where none is owed before it. */
const refuseUnreadable = (
  error: Error,
  socket: Socket,
  connections: Connections,
  { onRefused }: SocketSettings
): void => {
  const connection = connections.of(socket)
  const isGone = Predicate.hasProperty(error, "code") && error.code === "ECONNRESET"
  if (socket.writableEnded && !isGone && socket.bytesRead < maxBodyBytes) return
  if (isGone || !socket.writable || connection === undefined || connection.waiting > 0 || connection.isStalled) {
    socket.destroy()
    return
  }
  const status = statusOf(error)
  onRefused(status)
  socket.setTimeout(lingerMillis)
  socket.end(refusalText(status))
}

/** `CONNECT` asks for a tunnel; Node.js hands over the bare connection. */
const refuseTunnel = (socket: Duplex): void => {
  socket.on("error", () => socket.destroy())
  socket.end(refusalText(405), () => socket.destroy())
}

/** A quiet connection is dropped, unless it is quiet because a fault delays or stalls its answer. */
const dropQuiet = (socket: Socket, connections: Connections): void => {
  const connection = connections.of(socket)
  const isOurs = connection !== undefined && (connection.waiting > 0 || connection.isStalled)
  if (!isOurs || socket.writableLength > 0) socket.destroy()
}

const failedToListen = (cause: Error, { host, port }: SocketSettings): ReferenceServerError => {
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  if (code === "EADDRINUSE") {
    return new ReferenceServerError({
      message: `Port ${port} on ${host} is in use; choose another, or 0 for a free one.`
    })
  }
  if (code === "EACCES") {
    return new ReferenceServerError({
      message: `Port ${port} on ${host} may not be used by this user; choose one above 1023.`
    })
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new ReferenceServerError({ message: `${host} is not an address of this machine.` })
  }
  return new ReferenceServerError({ message: `The server cannot listen on port ${port} of ${host}: ${cause.message}.` })
}

const listen = (server: Server, settings: SocketSettings): Effect.Effect<number, ReferenceServerError> =>
  Effect.callback((resume) => {
    // Stays: where no connection can be accepted, because files have run out, the server goes on with those it has.
    server.on("error", (cause) => resume(Effect.fail(failedToListen(cause, settings))))
    server.listen(settings.port, settings.host, () => {
      const address = server.address()
      resume(Effect.succeed(address === null || typeof address === "string" ? settings.port : address.port))
    })
  })

/** No new connections; idle ones closed, requests in flight answered, stalled ones cut. */
const close = (server: Server, connections: Connections, { limits }: SocketSettings): Effect.Effect<void> =>
  Effect.andThen(
    Effect.promise(() => connections.acceptAll()),
    Effect.callback((resume) => {
      // Node.js would close at once what looks idle, though a request may be on its way.
      server.closeIdleConnections = () => undefined
      server.close(() => {
        stop()
        resume(Effect.void)
      })
      const stop = connections.drain(limits.drainMillis)
    })
  )

const prepare = (server: Server, settings: SocketSettings, connections: Connections): void => {
  const { certificate, limits } = settings
  const answerTo = (message: IncomingMessage, response: ServerResponse) =>
    respond(message, response, settings, connections)
  connections.track(server, certificate !== undefined)
  server.maxConnections = limits.maxConnections
  server.setTimeout(limits.unreadMillis, (socket) => dropQuiet(socket, connections))
  server.on("clientError", (error, socket) => {
    if (socket instanceof Socket) refuseUnreadable(error, socket, connections, settings)
    else socket.destroy()
  })
  server.on("connect", (_, socket) => {
    settings.onRefused(405)
    refuseTunnel(socket)
  })
  server.on("request", answerTo)
  // Nobody is asked to send a body that nobody reads.
  server.on("checkContinue", (message, response) => {
    response.setHeader("Connection", "close")
    answerTo(message, response)
  })
}

/**
 * Opens a socket, and closes it with the scope.
 *
 * **Fails with** one sentence: the port is in use, or may not be used.
 *
 * @returns the URL under which it is reached, without a slash at its end
 */
export const openSocket = Effect.fnUntraced(function* (
  settings: SocketSettings
): Effect.fn.Return<string, ReferenceServerError, Scope.Scope> {
  const server = create(settings)
  const connections = new Connections()
  settings.watchConnections(() => connections.count)
  prepare(server, settings, connections)
  const port = yield* Effect.acquireRelease(listen(server, settings), () => close(server, connections, settings))
  const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host
  return `${settings.certificate === undefined ? "http" : "https"}://${host}:${port}`
})
