import { type IncomingMessage, request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import type { Certificate } from "./Certificate.ts"

const headersOf = (message: IncomingMessage): Headers => {
  const headers = new Headers()
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  return headers
}

const isBodiless = (method: string, status: number): boolean => method === "HEAD" || status === 204 || status === 304

const toResponse = (method: string, message: IncomingMessage): Response => {
  const status = message.statusCode ?? 500
  if (isBodiless(method, status)) {
    message.resume()
    return new Response(null, { status, headers: headersOf(message) })
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      message.on("data", (chunk: Buffer) => controller.enqueue(Uint8Array.from(chunk)))
      message.once("end", () => controller.close())
      message.once("error", (cause) => controller.error(new TypeError("terminated", { cause })))
    },
    cancel() {
      message.destroy()
    }
  })
  return new Response(body, { status, headers: headersOf(message) })
}

/**
 * A `fetch` that trusts one server's own certificate, which the global one does not.
 *
 * **Gotchas** requests carry no body, and redirects are not followed: the service takes none and sends none.
 */
export const socketFetch = (certificate: Certificate | undefined): typeof globalThis.fetch => {
  if (certificate === undefined) return globalThis.fetch
  return async (input, init) => {
    const { headers, method, signal, url } = new Request(input, init)
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const options = { method, headers: Object.fromEntries(headers), signal, agent: false }
      const sent = url.startsWith("https:")
        ? httpsRequest(url, { ...options, ca: certificate.pem })
        : httpRequest(url, options)
      sent.once("response", (message) => resolve(toResponse(method, message)))
      sent.once("error", (cause) => reject(signal.aborted ? signal.reason : new TypeError("fetch failed", { cause })))
      sent.end()
    })
  }
}
