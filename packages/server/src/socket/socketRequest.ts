import type { IncomingMessage } from "node:http"
import type { ServiceRequest } from "../requests/Response.ts"

/** The settings that decide whether a request counts as HTTPS. */
export interface Trust {
  /** Whether the connection is HTTPS, or plain HTTP counts as HTTPS. */
  readonly isHttps: boolean
  /** Whether `X-Forwarded-Proto` overrides that. */
  readonly trustProxy: boolean
}

/** Converts a request of Node.js. */
export const toServiceRequest = (message: IncomingMessage, { isHttps, trustProxy }: Trust): ServiceRequest => {
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, String(value ?? "")])
  )
  const [forwarded = ""] = trustProxy ? (headers["x-forwarded-proto"] ?? "").split(",") : []
  return {
    method: message.method ?? "GET",
    // A client may send the absolute form, as it does to a proxy.
    url: (message.url ?? "/").replace(/^https?:\/\/[^/?#]*\/?/i, "/"),
    headers,
    isSecure: forwarded === "" ? isHttps : forwarded.trim().toLowerCase() === "https"
  }
}

/**
 * Whether two programs could parse a request differently, because it has two `Host` headers or a transfer coding other than
 * `chunked`. Node.js rejects a transfer coding together with a `Content-Length` itself.
 *
 * **Source** RFC 9112, sections 3.2 and 6.3.
 */
export const isAmbiguous = ({ headers, headersDistinct }: IncomingMessage): boolean => {
  const { "transfer-encoding": coding = "chunked" } = headers
  return (headersDistinct["host"]?.length ?? 0) > 1 || coding.trim().toLowerCase() !== "chunked"
}
