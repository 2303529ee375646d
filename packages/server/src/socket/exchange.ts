import type { IncomingMessage, ServerResponse } from "node:http"
import { type Clock, Duration, Effect, Result } from "effect"
import type { Answer, ServiceRequest } from "../requests/Answer.ts"
import type { Connection, Connections } from "./Connections.ts"
import { pageWriter } from "../store/PageWriter.ts"
import { refusalBody, refusalHeaders, type RefusedStatus } from "./refusal.ts"
import { maxBodyBytes, maxHeaderBytes, maxWaiting } from "./SocketLimits.ts"

/** What answers the requests of a socket, and how far it believes them. */
export interface Answering {
  /** Whether plain HTTP counts as HTTPS, or is HTTPS. */
  readonly isHttps: boolean
  readonly trustProxy: boolean
  readonly answer: (request: ServiceRequest) => Answer
  /** Is told of what was refused before it was a request. */
  readonly onRefused: (status: RefusedStatus) => void
  readonly clock: Clock.Clock
}

const headerOf = (value: string | Array<string> | undefined): string =>
  Array.isArray(value) ? value.join(", ") : (value ?? "")

const requestOf = (message: IncomingMessage, { isHttps, trustProxy }: Answering): ServiceRequest => {
  const headers: Record<string, string> = {}
  for (const name in message.headers) headers[name] = headerOf(message.headers[name])
  const forwarded = trustProxy ? headers["x-forwarded-proto"]?.split(",")[0]?.trim().toLowerCase() : undefined
  return {
    method: message.method ?? "GET",
    url: originForm(message.url ?? "/"),
    headers,
    isSecure: forwarded === undefined || forwarded === "" ? isHttps : forwarded === "https"
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

/** Names and values in turn, which Node.js writes as they are. */
const rawHeaders = (headers: Answer["headers"]): Array<string> => {
  const raw: Array<string> = []
  for (const name in headers) raw.push(name, headers[name] ?? "")
  return raw
}

const send = (response: ServerResponse, answer: Answer, connection: Connection, isClosing: boolean): void => {
  connection.activeAt = performance.now()
  if (answer.ending === "reset") {
    response.destroy()
    return
  }
  // Only the newest answer says that it is the last one: what was asked before it is answered, too.
  if (isClosing && connection.latest === response) response.setHeader("Connection", "close")
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
  connection.isStalled = true
  if (isClosing) connection.socket.destroy()
}

/** A body has no meaning here: it is read and thrown away, up to a bound. */
const ignoreBody = (message: IncomingMessage): void => {
  if (message.headers["content-length"] === undefined && message.headers["transfer-encoding"] === undefined) return
  let bytes = 0
  message.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBodyBytes) message.socket.destroy()
  })
}

const headerBytes = ({ rawHeaders }: IncomingMessage): number => {
  let bytes = 0
  for (const text of rawHeaders) bytes += text.length + 2
  return bytes
}

/** Why a request is refused before the service sees it. */
const refusedStatus = (message: IncomingMessage): RefusedStatus | undefined => {
  if (headerBytes(message) > maxHeaderBytes) return 431
  return message.headers.host === undefined && message.httpVersion === "1.1" ? 400 : undefined
}

const refuse = (response: ServerResponse, status: RefusedStatus): void => {
  const body = refusalBody(status)
  response.writeHead(status, { ...refusalHeaders, "Content-Length": String(Buffer.byteLength(body)) })
  response.end(body)
}

/** Sends an answer after a wait, unless the client has gone away by then. */
const sendLater = (
  response: ServerResponse,
  answer: Answer,
  connection: Connection,
  wait: Effect.Effect<void>,
  connections: Connections
): void => {
  connection.waiting += 1
  if (connection.waiting > maxWaiting) {
    connection.socket.destroy()
    return
  }
  const cancel = Effect.runCallback(wait, {
    onExit: () => {
      connection.waiting -= 1
      if (!response.destroyed) send(response, answer, connection, connections.isClosing)
    }
  })
  response.once("close", () => cancel())
}

const answerNow = (
  message: IncomingMessage,
  response: ServerResponse,
  answering: Answering,
  connection: Connection,
  connections: Connections
): void => {
  const answer = answering.answer(requestOf(message, answering))
  if (answer.delayMillis > 0) {
    const wait = answering.clock.sleep(Duration.millis(answer.delayMillis))
    sendLater(response, answer, connection, wait, connections)
  } else {
    send(response, answer, connection, connections.isClosing)
  }
}

/** Answers one request of a connection. */
const exchange = (
  message: IncomingMessage,
  response: ServerResponse,
  answering: Answering,
  connections: Connections
): void => {
  const connection = connections.of(message.socket)
  if (connection === undefined) {
    message.socket.destroy()
    return
  }
  connection.latest = response
  ignoreBody(message)
  const refused = refusedStatus(message)
  if (refused !== undefined) {
    answering.onRefused(refused)
    refuse(response, refused)
    return
  }
  if (!connections.isClosing) {
    answerNow(message, response, answering, connection, connections)
    return
  }
  connection.waiting += 1
  connections.soon(() => {
    connection.waiting -= 1
    if (!response.destroyed)
      respondSafely(message, () => answerNow(message, response, answering, connection, connections))
  })
}

const respondSafely = (message: IncomingMessage, attempt: () => void): void => {
  if (Result.isFailure(Result.try(attempt))) message.socket.destroy()
}

/** Answers one request, whatever comes of it: a mistake of ours costs that connection and no more. */
export const respond = (
  message: IncomingMessage,
  response: ServerResponse,
  answering: Answering,
  connections: Connections
): void => {
  respondSafely(message, () => exchange(message, response, answering, connections))
}
