import { STATUS_CODES } from "node:http"
import { gatewayErrorBody } from "../gateway/GatewayError.ts"

/** Why a request is answered before the service sees it. */
const refusals = {
  400: ["MALFORMED_REQUEST", "This is no HTTP/1.1 request that can be read."],
  405: ["METHOD_NOT_ALLOWED", "This method is not allowed here. Use GET, HEAD or OPTIONS."],
  408: ["REQUEST_TIMEOUT", "The request did not arrive whole in time."],
  431: ["HEADERS_TOO_LARGE", "The head of this request is too large for this server."]
} as const

export type RefusedStatus = keyof typeof refusals

/** The body of a refusal, as the gateway words its own. */
export const refusalBody = (status: RefusedStatus): string => {
  const [code, message] = refusals[status]
  return gatewayErrorBody(code, message)
}

/** Headers of a refusal, besides its length. */
export const refusalHeaders = {
  "Content-Type": "application/json",
  "Access-Control-Allow-Origin": "*",
  Connection: "close"
} as const

/** A whole refusal, for a connection on which Node.js made no request of what came. */
export const refusalText = (status: RefusedStatus): string => {
  const body = refusalBody(status)
  const headers = {
    ...refusalHeaders,
    ...(status === 405 ? { Allow: "GET, HEAD, OPTIONS" } : {}),
    "Content-Length": String(Buffer.byteLength(body))
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${body}`
}
