import { pageWriter } from "./store/PageWriter.ts"
import { type Clock, Duration, Effect } from "effect"
import type { Answer, ServiceRequest } from "./requests/Answer.ts"

/** Where a server in process is found: a name that no network resolves. */
export const inProcessUrl = "https://reference-server.invalid"

const host = new URL(inProcessUrl).host

const unreachable = (url: URL): TypeError =>
  new TypeError(
    `fetch failed: the reference server in this process answers for ${inProcessUrl} only, not for ${url.origin}.`
  )

const headersOf = (headers: Headers): Readonly<Record<string, string>> =>
  // Nothing decompresses a body that never leaves the process.
  Object.fromEntries(Array.from(headers).filter(([name]) => name !== "accept-encoding"))

/** The part of the body that a fault lets through, and then whatever ends it. */
const interruptedBody = (answer: Answer, signal: AbortSignal): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      if (answer.ending === "truncated") {
        controller.enqueue(answer.body.slice(0, Math.floor(answer.body.length / 2)))
        queueMicrotask(() => controller.error(new TypeError("terminated")))
        return
      }
      signal.addEventListener("abort", () => controller.error(signal.reason), { once: true })
    }
  })

const isBodiless = (status: number): boolean => status === 204 || status === 304

const toResponse = (answer: Answer, signal: AbortSignal): Response => {
  if (answer.ending === "reset") {
    throw new TypeError("fetch failed", { cause: new Error("read ECONNRESET") })
  }
  const whole = isBodiless(answer.status) ? null : Uint8Array.from(answer.body)
  if (answer.ending === "whole") pageWriter.giveBack(answer.body)
  const body = answer.ending === "whole" ? whole : interruptedBody(answer, signal)
  return new Response(body, { status: answer.status, headers: { ...answer.headers } })
}

/**
 * A `fetch` that answers in this process, without a socket.
 *
 * **Gotchas** delays of faults pass on the given clock, so a test's clock passes them at once. Redirects, caches and
 * credentials do not exist here.
 */
export const inProcessFetch =
  (answer: (request: ServiceRequest) => Answer, clock: Clock.Clock): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    request.signal.throwIfAborted()
    if (url.host !== host) throw unreachable(url)
    const answered = answer({
      method: request.method,
      url: url.pathname + url.search,
      headers: headersOf(request.headers),
      isSecure: url.protocol === "https:"
    })
    if (answered.delayMillis > 0) {
      await Effect.runPromise(clock.sleep(Duration.millis(answered.delayMillis)), { signal: request.signal })
    }
    request.signal.throwIfAborted()
    return toResponse(answered, request.signal)
  }
