import { pageWriter } from "./store/PageWriter.ts"
import { type Clock, Duration, Effect } from "effect"
import type { Answer, ServiceRequest } from "./requests/Answer.ts"
import { isBodiless } from "./requests/bodiless.ts"

/** Where a server in process is found: a name that no network resolves. */
export const inProcessUrl = "https://reference-server.invalid"

const host = new URL(inProcessUrl).host

const unreachable = (url: URL): TypeError =>
  new TypeError(
    `fetch failed: the reference server in this process answers for ${inProcessUrl} only, not for ${url.origin}.`
  )

const gone = (): TypeError => new TypeError("fetch failed: the reference server in this process is closed.")

const headersOf = (headers: Headers): Readonly<Record<string, string>> =>
  // Nothing decompresses a body that never leaves the process.
  Object.fromEntries(Array.from(headers).filter(([name]) => name !== "accept-encoding"))

/** The part of the body that a fault lets through, and then whatever ends it. */
const interruptedBody = (answer: Answer, ended: AbortSignal): ReadableStream<Uint8Array> => {
  if (answer.ending === "stalled") {
    return new ReadableStream({
      start: (controller) => ended.addEventListener("abort", () => controller.error(ended.reason), { once: true })
    })
  }
  const parts = [answer.body.slice(0, Math.floor(answer.body.length / 2))]
  return new ReadableStream({
    // The end is told only to who has read that far.
    pull(controller) {
      const part = parts.pop()
      if (part === undefined) controller.error(new TypeError("terminated"))
      else controller.enqueue(part)
    }
  })
}

const toResponse = (answer: Answer, hasNoBody: boolean, ended: AbortSignal): Response => {
  const whole = hasNoBody ? null : Uint8Array.from(answer.body)
  if (answer.ending === "whole") pageWriter.giveBack(answer.body)
  const body = answer.ending === "whole" ? whole : interruptedBody(answer, ended)
  return new Response(body, { status: answer.status, headers: { ...answer.headers } })
}

/** A server without a socket. */
export interface InProcess {
  /**
   * Answers in this process.
   *
   * **Gotchas** delays of faults pass on the given clock, so a test's clock passes them at once. Redirects, caches and
   * credentials do not exist here.
   */
  readonly fetch: typeof globalThis.fetch
  /** Fails what is delayed or stalled, and whatever is asked from then on. */
  readonly close: () => void
}

/** Makes a server without a socket out of the function that answers. */
export const inProcess = (answer: (request: ServiceRequest) => Answer, clock: Clock.Clock): InProcess => {
  const closing = new AbortController()

  const fetch: typeof globalThis.fetch = async (input, init) => {
    closing.signal.throwIfAborted()
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
    // Whatever waits ends with the request or with the server; most answers do not wait.
    const isQuick = answered.delayMillis === 0 && answered.ending !== "stalled"
    const ended = isQuick ? request.signal : AbortSignal.any([request.signal, closing.signal])
    if (answered.delayMillis > 0) {
      await Effect.runPromise(clock.sleep(Duration.millis(answered.delayMillis)), { signal: ended }).catch(
        (cause: unknown) => {
          ended.throwIfAborted()
          throw cause
        }
      )
    }
    ended.throwIfAborted()
    if (answered.ending === "reset") throw new TypeError("fetch failed", { cause: new Error("read ECONNRESET") })
    return toResponse(answered, isBodiless(answered.status) || request.method === "HEAD", ended)
  }

  return { fetch, close: () => closing.abort(gone()) }
}
