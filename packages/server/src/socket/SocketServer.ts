import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import type { Socket } from "node:net"
import { type Clock, Duration, Effect, Predicate, type Scope } from "effect"
import type { Answer, ServiceRequest } from "../requests/Answer.ts"
import type { CertificateWithKey } from "./Certificate.ts"
import { pageWriter } from "../store/PageWriter.ts"
import { ReferenceServerError } from "../ReferenceServerError.ts"

/** What a socket needs to know. */
export interface SocketSettings {
  readonly host: string
  readonly port: number
  /** Nothing is plain HTTP. */
  readonly certificate: CertificateWithKey | undefined
  readonly allowHttp: boolean
  readonly trustProxy: boolean
  readonly answer: (request: ServiceRequest) => Answer
  readonly clock: Clock.Clock
}

// A client that does not finish its request, or does not read its answer, is dropped after these.
const headersTimeoutMillis = 10_000
const requestTimeoutMillis = 15_000
const keepAliveMillis = 5_000
const idleSocketMillis = 120_000

/** How long answers in flight may take once the server closes. */
const drainMillis = 8_000

const headerOf = (value: string | Array<string> | undefined): string =>
  Array.isArray(value) ? value.join(", ") : (value ?? "")

const requestOf = (message: IncomingMessage, settings: SocketSettings): ServiceRequest => {
  const headers: Record<string, string> = {}
  for (const name in message.headers) headers[name] = headerOf(message.headers[name])
  const forwarded = settings.trustProxy ? headers["x-forwarded-proto"]?.split(",")[0]?.trim().toLowerCase() : undefined
  const isOwnHttps = settings.certificate !== undefined || settings.allowHttp
  return {
    method: message.method ?? "GET",
    url: originForm(message.url ?? "/"),
    headers,
    isSecure: forwarded === undefined || forwarded === "" ? isOwnHttps : forwarded === "https"
  }
}

/** Path and query, also where a client sends the absolute form as to a proxy. */
const originForm = (target: string): string => {
  if (target.startsWith("/")) return target
  const scheme = /^https?:\/\/[^/?#]*/i.exec(target)?.[0]
  if (scheme === undefined) return target
  const rest = target.slice(scheme.length)
  return rest.startsWith("/") ? rest : `/${rest}`
}

/** What is open on a server, so that closing it can tell who is still owed an answer. */
class OpenConnections {
  readonly sockets = new Set<Socket>()
  readonly stalled = new Set<Socket>()
  isClosing = false

  track(server: Server): void {
    // `secureConnection` sockets are others than the raw ones; it is enough to destroy the raw ones.
    server.on("connection", (socket: Socket) => {
      this.sockets.add(socket)
      socket.once("close", () => this.sockets.delete(socket))
    })
  }
}

/** Names and values in turn, which Node writes as they are. */
const rawHeaders = (headers: Answer["headers"]): Array<string> => {
  const raw: Array<string> = []
  for (const name in headers) raw.push(name, headers[name] ?? "")
  return raw
}

const send = (response: ServerResponse, answer: Answer, open: OpenConnections): void => {
  const { socket } = response
  if (answer.ending === "reset") {
    response.destroy()
    return
  }
  if (open.isClosing) response.setHeader("Connection", "close")
  response.writeHead(answer.status, rawHeaders(answer.headers))
  if (answer.ending === "whole") {
    response.end(answer.body, () => pageWriter.giveBack(answer.body))
    return
  }
  if (answer.ending === "truncated") {
    response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => response.destroy())
    return
  }
  response.flushHeaders()
  if (socket !== null) {
    open.stalled.add(socket)
    socket.once("close", () => open.stalled.delete(socket))
    if (open.isClosing) socket.destroy()
  }
}

const respond = (
  message: IncomingMessage,
  response: ServerResponse,
  settings: SocketSettings,
  open: OpenConnections
): void => {
  const request = requestOf(message, settings)
  // A body that nobody reads would keep the connection from its next request.
  if ("content-length" in request.headers || "transfer-encoding" in request.headers) message.resume()
  const answer = settings.answer(request)
  if (answer.delayMillis === 0) {
    send(response, answer, open)
    return
  }
  const cancel = Effect.runCallback(settings.clock.sleep(Duration.millis(answer.delayMillis)), {
    onExit: () => {
      if (!response.destroyed) send(response, answer, open)
    }
  })
  response.once("close", () => cancel())
}

/** What Node cannot parse gets an answer, too. */
const refuseUnreadable = (
  error: Error,
  socket: NodeJS.WritableStream & { readonly writable: boolean; destroy: () => unknown }
): void => {
  const code = Predicate.hasProperty(error, "code") ? error.code : undefined
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  const status = code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request"
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: headersTimeoutMillis,
  requestTimeout: requestTimeoutMillis,
  keepAliveTimeout: keepAliveMillis,
  connectionsCheckingInterval: 1_000
}

const create = ({ certificate }: SocketSettings): Server =>
  certificate === undefined
    ? createHttpServer(limits)
    : createHttpsServer({ ...limits, cert: certificate.pem, key: certificate.keyPem })

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
    const onError = (cause: Error) => resume(Effect.fail(failedToListen(cause, settings)))
    server.once("error", onError)
    server.listen(settings.port, settings.host, () => {
      server.off("error", onError)
      const address = server.address()
      resume(Effect.succeed(address === null || typeof address === "string" ? settings.port : address.port))
    })
  })

/** No new connections; idle ones closed, requests in flight answered, stalled ones cut. */
const close = (server: Server, open: OpenConnections): Effect.Effect<void> =>
  Effect.callback((resume) => {
    open.isClosing = true
    const deadline = setTimeout(() => {
      for (const socket of open.sockets) socket.destroy()
    }, drainMillis)
    server.close(() => {
      clearTimeout(deadline)
      resume(Effect.void)
    })
    server.closeIdleConnections()
    for (const socket of open.stalled) socket.destroy()
  })

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
  const open = new OpenConnections()
  open.track(server)
  server.setTimeout(idleSocketMillis, (socket) => socket.destroy())
  server.on("clientError", refuseUnreadable)
  server.on("request", (message, response) => respond(message, response, settings, open))
  const port = yield* Effect.acquireRelease(listen(server, settings), () => close(server, open))
  const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host
  return `${settings.certificate === undefined ? "http" : "https"}://${host}:${port}`
})
