import { pageWriter } from "./store/PageWriter.ts"
import { type Clock, Duration, Effect } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import type { Answer, ServiceRequest } from "./requests/Answer.ts"
import { isBodiless } from "./requests/bodiless.ts"
import { ServedResponse } from "./ServedResponse.ts"

/** Where a server in process is found: a name that no network resolves. */
export const inProcessUrl = "https://reference-server.invalid"

const host = new URL(inProcessUrl).host

const unreachable = (url: URL): TypeError =>
  new TypeError(
    `fetch failed: the reference server in this process answers for ${inProcessUrl} only, not for ${url.origin}.`
  )

const gone = (): TypeError => new TypeError("fetch failed: the reference server in this process is closed.")

/** Nothing decompresses a body that never leaves the process. */
const uncompressed = (headers: Iterable<readonly [string, string]>): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(headers).filter(([name]) => name !== "accept-encoding"))

/** A request, however it was put. */
interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** An answer that is due, and what ends it before it is read. */
interface Due {
  readonly answer: Answer
  readonly hasNoBody: boolean
  readonly ended: AbortSignal
}

/** The bytes of a body, which the next answer does not write over. */
const bodyOf = ({ answer, hasNoBody }: Due): Uint8Array<ArrayBuffer> => {
  const body = new Uint8Array(hasNoBody ? [] : answer.body)
  pageWriter.giveBack(answer.body)
  return body
}

/** The part of the body that a fault lets through, and then whatever ends it. */
const interruptedBody = (answer: Answer, ended: AbortSignal): ReadableStream<Uint8Array> => {
  if (answer.ending === "stalled") {
    return new ReadableStream({
      start: (controller) => {
        const fail = (): void => controller.error(ended.reason)
        if (ended.aborted) fail()
        else ended.addEventListener("abort", fail, { once: true })
      }
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

const toResponse = (due: Due): Response => {
  const { answer, ended, hasNoBody } = due
  const { ending, headers, status } = answer
  const whole = ending === "whole" ? bodyOf(due) : undefined
  const body = hasNoBody ? null : (whole ?? interruptedBody(answer, ended))
  return new Response(body, { status, headers: { ...headers } })
}

/** The client that reaches a server in this process sooner than by its `fetch`. */
const clients = new WeakMap<typeof globalThis.fetch, HttpClient.HttpClient>()

/** The HTTP client of a server in this process, by its `fetch`; nothing for any other. */
export const clientInProcess = (fetch: typeof globalThis.fetch): HttpClient.HttpClient | undefined => clients.get(fetch)

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

type Exchange = (asked: Asked) => Promise<Due>

/** Answers what is asked when it is due; what waits ends when the server is closed. */
const exchangeOf =
  (answer: (request: ServiceRequest) => Answer, clock: Clock.Clock, closing: AbortSignal): Exchange =>
  async ({ headers, method, signal, url }) => {
    closing.throwIfAborted()
    signal.throwIfAborted()
    if (url.host !== host) throw unreachable(url)
    const answered = answer({ method, url: url.pathname + url.search, headers, isSecure: url.protocol === "https:" })
    // Whatever waits ends with the request or with the server; most answers do not wait.
    const isQuick = answered.delayMillis === 0 && answered.ending !== "stalled"
    const ended = isQuick ? signal : AbortSignal.any([signal, closing])
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
    return { answer: answered, hasNoBody: isBodiless(answered.status) || method === "HEAD", ended }
  }

/** The client of Effect around an exchange. */
const clientOf = (exchange: Exchange): HttpClient.HttpClient =>
  HttpClient.make((request, url, signal) =>
    Effect.tryPromise({
      try: () =>
        exchange({ method: request.method, url, headers: uncompressed(Object.entries(request.headers)), signal }),
      catch: (cause) =>
        new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
    }).pipe(
      Effect.map((due) => {
        const { ending, headers, status } = due.answer
        return ending === "whole"
          ? new ServedResponse(request, { status, headers, body: bodyOf(due) })
          : HttpClientResponse.fromWeb(request, toResponse(due))
      })
    )
  )

/** Makes a server without a socket out of the function that answers. */
export const inProcess = (answer: (request: ServiceRequest) => Answer, clock: Clock.Clock): InProcess => {
  const closing = new AbortController()
  const exchange = exchangeOf(answer, clock, closing.signal)
  const fetch: typeof globalThis.fetch = async (input, init) => {
    closing.signal.throwIfAborted()
    const request = new Request(input, init)
    const { method, signal } = request
    return toResponse(
      await exchange({ method, url: new URL(request.url), headers: uncompressed(request.headers), signal })
    )
  }
  clients.set(fetch, clientOf(exchange))
  return { fetch, close: () => closing.abort(gone()) }
}
