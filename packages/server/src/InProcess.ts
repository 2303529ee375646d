import { type Clock, Duration, Effect } from "effect"
import type { Answer, ServiceRequest } from "./requests/Answer.ts"
import { isBodiless } from "./requests/bodiless.ts"

/** The URL of a server in process: a name that no network resolves. */
export const inProcessUrl = "https://reference-server.invalid"

const host = new URL(inProcessUrl).host

const unreachableError = (url: URL): TypeError =>
  new TypeError(`fetch failed: the reference server in this process has the URL ${inProcessUrl}, not ${url.origin}.`)

const closedError = (): TypeError => new TypeError("fetch failed: the reference server in this process is closed.")

/** The headers without `Accept-Encoding`: nothing decompresses a body that never leaves the process. */
const headersOf = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(headers).filter(([name]) => name !== "accept-encoding"))

/** A body that ends the way a fault says: after its first half, or never. */
const interruptedBody = ({ body, ending }: Answer, ended: AbortSignal): ReadableStream<Uint8Array> => {
  if (ending === "stalled") {
    return new ReadableStream({
      start: (controller) => {
        const fail = (): void => controller.error(ended.reason)
        if (ended.aborted) fail()
        else ended.addEventListener("abort", fail, { once: true })
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

const toResponse = (answer: Answer, method: string, ended: AbortSignal): Response => {
  const { ending, headers, status } = answer
  const body = ending === "whole" ? Uint8Array.from(answer.body) : interruptedBody(answer, ended)
  const hasNoBody = method === "HEAD" || isBodiless(status)
  return new Response(hasNoBody ? null : body, { status, headers: { ...headers } })
}

/** A server without a socket. */
export interface InProcess {
  /**
   * Handles requests in this process.
   *
   * **Gotchas** delays of faults pass on the given clock, so that a test's clock skips them. There are no redirects, caches and
   * credentials.
   */
  readonly fetch: typeof globalThis.fetch
  /** Fails delayed and stalled requests, and all later ones. */
  readonly close: () => void
}

/** Makes a server without a socket. */
export const inProcess = (answer: (request: ServiceRequest) => Answer, clock: Clock.Clock): InProcess => {
  const closing = new AbortController()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    closing.signal.throwIfAborted()
    const { headers, method, signal, url: href } = new Request(input, init)
    signal.throwIfAborted()
    const url = new URL(href)
    if (url.host !== host) throw unreachableError(url)
    const isSecure = url.protocol === "https:"
    const answered = answer({ method, url: url.pathname + url.search, headers: headersOf(headers), isSecure })
    // Only delayed and stalled responses wait, and end with the request or the server.
    const isImmediate = answered.delayMillis === 0 && answered.ending !== "stalled"
    const ended = isImmediate ? signal : AbortSignal.any([signal, closing.signal])
    if (answered.delayMillis > 0) {
      const delay = Effect.runPromise(clock.sleep(Duration.millis(answered.delayMillis)), { signal: ended })
      await delay.catch((cause: unknown) => {
        ended.throwIfAborted()
        throw cause
      })
    }
    ended.throwIfAborted()
    if (answered.ending === "reset") throw new TypeError("fetch failed", { cause: new Error("read ECONNRESET") })
    return toResponse(answered, method, ended)
  }
  return { fetch, close: () => closing.abort(closedError()) }
}
