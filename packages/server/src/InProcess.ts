import { type Clock, Duration, Effect } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse, HttpServerResponse } from "effect/http"
import type { ServiceResponse, ServiceRequest } from "./requests/Response.ts"

/** The URL of a server in process: a name that no network resolves. */
export const inProcessUrl = "https://reference-server.invalid"

const host = new URL(inProcessUrl).host

const unreachableError = (url: URL): TypeError =>
  new TypeError(`fetch failed: the reference server in this process has the URL ${inProcessUrl}, not ${url.origin}.`)

const closedError = (): TypeError => new TypeError("fetch failed: the reference server in this process is closed.")

/** Returns the headers without `Accept-Encoding`, because a body that never leaves the process is not decompressed. */
const headersOf = (headers: Iterable<readonly [string, string]>): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(headers).filter(([name]) => name !== "accept-encoding"))

/** A request of `fetch` or of an Effect client. */
interface InProcessRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** A response after its delay, and the signal that ends a stalled body. */
interface PendingResponse {
  readonly response: ServiceResponse
  readonly ended: AbortSignal
}

type Handle = (request: InProcessRequest) => Promise<PendingResponse>

/** Returns a body that a fault interrupts: it fails after its first half, or stalls. */
const interruptedBody = ({ body, delivery }: ServiceResponse, ended: AbortSignal): ReadableStream<Uint8Array> => {
  if (delivery === "stalled") {
    return new ReadableStream({
      start: (controller) => {
        const fail = (): void => controller.error(ended.reason)
        if (ended.aborted) fail()
        else ended.addEventListener("abort", fail)
      }
    })
  }
  const parts = [body.slice(0, Math.floor(body.length / 2))]
  return new ReadableStream({
    // Fails only after the first half was read.
    pull(controller) {
      const part = parts.pop()
      if (part === undefined) controller.error(new TypeError("terminated"))
      else controller.enqueue(part)
    }
  })
}

const toResponse = ({ response, ended }: PendingResponse): Response => {
  const { delivery, headers, status } = response
  const body = delivery === "whole" ? Uint8Array.from(response.body) : interruptedBody(response, ended)
  return new Response(response.body.length === 0 ? null : body, { status, headers: { ...headers } })
}

/** Returns an Effect client. Complete responses need no `Response`, for which Node.js loads all of its HTTP client. */
const makeClient = (handle: Handle): HttpClient.HttpClient =>
  HttpClient.make((request, url, signal) =>
    Effect.tryPromise({
      try: () => handle({ method: request.method, url, headers: headersOf(Object.entries(request.headers)), signal }),
      catch: (cause) =>
        new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
    }).pipe(
      Effect.map((pending) => {
        const { body, delivery, headers, status } = pending.response
        // Stryker disable next-line ConditionalExpression,StringLiteral: a Response has the same content, but needs more time
        if (delivery !== "whole") return HttpClientResponse.fromWeb(request, toResponse(pending))
        const served = HttpServerResponse.uint8Array(body, { status, headers })
        return HttpServerResponse.toClientResponse(served, { request })
      })
    )
  )

/** The Effect clients of servers in this process, by their `fetch`. */
const clients = new WeakMap<typeof globalThis.fetch, HttpClient.HttpClient>()

/** Returns the Effect client of a server in this process, or `undefined` for the `fetch` of any other server. */
export const clientInProcess = (fetch: typeof globalThis.fetch): HttpClient.HttpClient | undefined => clients.get(fetch)

/** A server without a socket. */
export interface InProcess {
  /**
   * Handles requests in this process.
   *
   * **Gotchas** delays of faults pass on the given clock, so that a test's clock skips them. Redirects,
   * caching and credentials are not supported.
   */
  readonly fetch: typeof globalThis.fetch
  /** Fails delayed and stalled requests, and all later ones. */
  readonly close: () => void
}

/** Creates a server without a socket. */
export const inProcess = (
  respond: (request: ServiceRequest) => Promise<ServiceResponse>,
  clock: Clock.Clock
): InProcess => {
  const closing = new AbortController()
  const handle: Handle = async ({ headers, method, signal, url }) => {
    closing.signal.throwIfAborted()
    signal.throwIfAborted()
    if (url.host !== host) throw unreachableError(url)
    const response = await respond({
      method,
      url: url.pathname + url.search,
      headers,
      isSecure: url.protocol === "https:"
    })
    // Only delayed and stalled responses wait, and end with the request or the server.
    const isImmediate = response.delayMillis === 0 && response.delivery !== "stalled"
    const ended = isImmediate ? signal : AbortSignal.any([signal, closing.signal])
    if (response.delayMillis > 0) {
      await Effect.runPromiseExit(clock.sleep(Duration.millis(response.delayMillis)), { signal: ended })
    }
    ended.throwIfAborted()
    if (response.delivery === "reset") throw new TypeError("fetch failed", { cause: new Error("read ECONNRESET") })
    return { response, ended }
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { headers, method, signal } = request
    return toResponse(await handle({ method, url: new URL(request.url), headers: headersOf(headers), signal }))
  }
  clients.set(fetch, makeClient(handle))
  return { fetch, close: () => closing.abort(closedError()) }
}
