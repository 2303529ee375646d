import { Deferred, Effect, Option, type Scope, Stream } from "effect"
import { Headers, HttpClient, HttpClientError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { handleRequest, InterruptedResponse } from "./handleRequest.ts"
import { inProcessUrl } from "./inProcessUrl.ts"
import type { ReferenceServerShape } from "./ReferenceServerShape.ts"
import type { ReferenceServerError } from "./ReferenceServerError.ts"
import type { ReferenceServerOptions } from "./ReferenceServerOptions.ts"
import { controlsOf, makeServerState } from "./ServerState.ts"

const { host } = new URL(inProcessUrl)

/** Fails with the reason of a signal when it is aborted. */
const aborted = (signal: AbortSignal): Effect.Effect<never, unknown> =>
  Effect.callback((resume) => {
    const abort = (): void => resume(Effect.fail(signal.reason))
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort)
    return Effect.sync(() => signal.removeEventListener("abort", abort))
  })

/** Returns the part of a response that arrives. A request `ended` by its client or its server fails a response that stalls. */
const interrupted = (
  { interruption: { sent, next }, response: { headers, status }, sentBody }: InterruptedResponse,
  ended: Effect.Effect<never, unknown>
): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> => {
  const reset = new TypeError("fetch failed", { cause: new Error("read ECONNRESET") })
  const close = Effect.fail(sent === "nothing" ? reset : new TypeError("terminated"))
  const end = next === "wait" ? ended : close
  if (sent === "nothing") return end
  const part = Stream.make(sentBody)
  if (next === "end") {
    return Effect.succeed(
      HttpServerResponse.stream(part, { status, headers: Headers.remove(headers, "content-length") })
    )
  }
  return Effect.succeed(HttpServerResponse.stream(Stream.concat(part, Stream.fromEffect(end)), { status, headers }))
}

/**
 * Creates a server without a socket. When the scope closes, delayed, stalled and later requests fail.
 *
 * **Gotchas** Redirects, caching and credentials are not supported.
 */
export const makeInProcess = Effect.fnUntraced(function* (
  options: ReferenceServerOptions
): Effect.fn.Return<ReferenceServerShape, ReferenceServerError, Scope.Scope> {
  const state = yield* makeServerState(options)
  const context = yield* Effect.context<never>()
  const closed = yield* Deferred.make<never, TypeError>()
  const closedError = new TypeError("fetch failed: the reference server in this process is closed.")
  yield* Effect.addFinalizer(() => Deferred.fail(closed, closedError))

  const respond = (
    request: HttpServerRequest.HttpServerRequest,
    url: URL,
    ended: Effect.Effect<never, unknown>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> => {
    if (Deferred.isDoneUnsafe(closed)) return Effect.fail(closedError)
    if (url.host !== host) {
      const message = `fetch failed: the reference server in this process has the URL ${inProcessUrl}, not ${url.origin}.`
      return Effect.fail(new TypeError(message))
    }
    // A body that never leaves the process is not decompressed.
    const headers = Headers.remove(request.headers, "accept-encoding")
    return handleRequest(state, { isSecure: () => url.protocol === "https:", ended }).pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, request.modify({ headers })),
      Effect.catch((error) => (error instanceof InterruptedResponse ? interrupted(error, ended) : Effect.fail(error)))
    )
  }

  const httpClient = HttpClient.make((request, url) =>
    Effect.suspend(() => respond(HttpServerRequest.fromClientRequest(request), url, Deferred.await(closed))).pipe(
      Effect.mapBoth({
        onFailure: (cause) =>
          new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) }),
        onSuccess: (response) => HttpServerResponse.toClientResponse(response, { request })
      })
    )
  )

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const ended = Effect.raceFirst(Deferred.await(closed), aborted(signal))
    const response = respond(HttpServerRequest.fromWeb(request), new URL(request.url), ended)
    return HttpServerResponse.toWeb(await Effect.runPromiseWith(context)(response), { context })
  }

  return Object.assign(controlsOf(state), { url: inProcessUrl, certificate: Option.none(), fetch, httpClient })
})
