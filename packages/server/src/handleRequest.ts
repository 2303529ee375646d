import { Clock, Data, Duration, Effect, Result } from "effect"
import { Headers, HttpServerRequest, HttpServerResponse } from "effect/http"
import { handleComplaint, handleComplaintList } from "./complaints/ComplaintRoutes.ts"
import { handleContract, handleDocs } from "./contract/contractRoutes.ts"
import { addNewestRecord } from "./dataset/addNewestRecord.ts"
import type { InjectedFault } from "./faults/FaultInjector.ts"
import type { Interruption } from "./faults/faultKinds.ts"
import type { PageTransform } from "./faults/PageTransform.ts"
import { gatewayError } from "./gateway/GatewayError.ts"
import { handleNotice, handleNoticeList } from "./notices/NoticeRoutes.ts"
import { negotiated } from "./requests/negotiated.ts"
import { hasNoBody, jsonReply, type Reply, type TextReply } from "./requests/Reply.ts"
import { decodedSegment, RequestParameters } from "./requests/RequestParameters.ts"
import type { ServerState } from "./ServerState.ts"
import { handleSite } from "./site/siteRoutes.ts"

const maxUrlLength = 8_192

const allow = "GET, HEAD, OPTIONS"

const corsHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After, ETag"
}

const preflight: Reply = {
  status: 204,
  headers: {
    Allow: allow,
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": "X-Api-Key, Accept, If-None-Match, User-Agent",
    "Access-Control-Max-Age": "86400"
  },
  body: ""
}

const health = ({ dataSet }: ServerState): Reply => {
  const { complaints, isSample, notices, source } = dataSet.summary
  return jsonReply(200, JSON.stringify({ status: "ok", dataSet: source, isSample, complaints, notices }))
}

/** A documented route of the service. */
interface CollectionRoute {
  readonly collection: "complaints" | "notices"
  readonly call: (
    state: ServerState,
    parameters: RequestParameters,
    transformPage: PageTransform,
    id: string
  ) => Effect.Effect<TextReply>
}

/** A route of this server only, which needs neither HTTPS nor a key. */
interface OwnRoute {
  readonly reply: (state: ServerState, headers: Headers.Headers) => Effect.Effect<Reply>
}

/** The FTC's web site, which needs neither HTTPS nor a key. Faults that name its paths apply to it. */
interface SiteRoute {
  readonly site: typeof handleSite
}

const complaintsIn = ({ baseUrl, dataSet, profile, quirks }: ServerState, transformPage: PageTransform) => {
  return { profile, quirks, transformPage, origin: profile.linkOrigin ?? baseUrl, store: dataSet.complaints }
}

const noticesIn = ({ baseUrl, dataSet, profile }: ServerState, transformPage: PageTransform) => {
  return { profile, transformPage, origin: profile.linkOrigin ?? baseUrl, store: dataSet.notices }
}

/** The routes by the pattern of their path. */
const routes: ReadonlyArray<readonly [path: RegExp, CollectionRoute | OwnRoute | SiteRoute]> = [
  [
    /^\/v0\/dnc-complaints$/,
    {
      collection: "complaints",
      call: (state, parameters, transformPage) => handleComplaintList(complaintsIn(state, transformPage), parameters)
    }
  ],
  [
    /^\/v0\/dnc-complaints\/([^/]+)$/,
    {
      collection: "complaints",
      call: (state, parameters, transformPage, id) =>
        handleComplaint(complaintsIn(state, transformPage), parameters, id)
    }
  ],
  [
    /^\/v0\/hsr-early-termination-notices$/,
    {
      collection: "notices",
      call: (state, parameters, transformPage) =>
        Effect.sync(() => handleNoticeList(noticesIn(state, transformPage), parameters))
    }
  ],
  [
    /^\/v0\/hsr-early-termination-notices\/([^/]+)$/,
    {
      collection: "notices",
      call: (state, parameters, transformPage, id) =>
        Effect.sync(() => handleNotice(noticesIn(state, transformPage), parameters, id))
    }
  ],
  [/^\/(?:feeds|legal-library|policy-notices|sites|system)\//, { site: handleSite }],
  [/^\/$/, { reply: () => Effect.succeed({ status: 302, headers: { Location: "/docs" }, body: "" }) }],
  [/^\/health$/, { reply: (state) => Effect.sync(() => health(state)) }],
  [/^\/openapi\.json$/, { reply: (state, headers) => Effect.sync(() => handleContract(state, headers)) }],
  [/^\/docs$/, { reply: (state, headers) => Effect.promise(() => handleDocs(state, headers)) }]
]

/** Returns the route of a path and the id in it. */
const findRoute = (path: string) => {
  for (const [pattern, route] of routes) {
    const match = pattern.exec(path)
    if (match !== null) return { route, id: decodedSegment(match[1] ?? "") }
  }
  return undefined
}

/** A reply, the headers of the limits if the request counted, and the fault that was injected. */
interface Handled {
  readonly reply: Reply
  readonly limits?: Reply["headers"] | undefined
  readonly fault?: InjectedFault
}

/** Returns the key in the header, or in the query if the header is empty (docs/api.md, statement 29). */
const keyOf = ({ "x-api-key": key = "" }: Headers.Headers, parameters: RequestParameters): string | undefined =>
  key === "" ? parameters.first("api_key") : key

/** Returns the reply of a collection, changed as a fault requires. */
const callCollection = Effect.fnUntraced(function* (
  state: ServerState,
  { call, collection }: CollectionRoute,
  { addsRecord = false, replacement, transformPage }: InjectedFault,
  headers: Headers.Headers,
  parameters: RequestParameters,
  id: string
): Effect.fn.Return<Reply> {
  if (addsRecord) state.dataSet = yield* addNewestRecord(state.dataSet, collection)
  if (replacement !== undefined) return replacement
  const reply = yield* call(state, parameters, transformPage ?? state.transformPage, id)
  return negotiated(reply, headers, reply.status === 200 && transformPage === undefined ? "weak" : "none")
})

/** Checks a request, then calls its route. The first check that fails determines the reply. */
const routeRequest = Effect.fnUntraced(function* (
  state: ServerState,
  request: HttpServerRequest.HttpServerRequest,
  isSecure: boolean
): Effect.fn.Return<Handled> {
  const { headers, method, url } = request
  // `OPTIONS *` applies to the entire server.
  if (method === "OPTIONS" && url === "*") return { reply: preflight }
  if (url.length > maxUrlLength) return { reply: gatewayError("URI_TOO_LONG") }
  const parameters = new RequestParameters(url)
  // Not by the router of Effect, which looks for the method first: without a route, any method is a 404.
  const found = findRoute(parameters.path)
  if (found === undefined) return { reply: gatewayError("NOT_FOUND") }
  if (method === "OPTIONS") return { reply: preflight }
  if (method !== "GET" && method !== "HEAD") {
    return { reply: gatewayError("METHOD_NOT_ALLOWED", undefined, { Allow: allow }) }
  }
  const { id, route } = found
  if ("reply" in route) return { reply: yield* route.reply(state, headers) }
  if ("site" in route) {
    const fault = state.faults.next(parameters.path)
    return { reply: fault.replacement ?? (yield* route.site(state, parameters, headers)), fault }
  }
  if (!isSecure) return { reply: gatewayError("HTTPS_REQUIRED") }
  const key = keyOf(headers, parameters)
  if (key === undefined) return { reply: gatewayError("API_KEY_MISSING") }
  if (!state.apiKeys.has(key)) return { reply: gatewayError("API_KEY_INVALID") }
  const quota = state.quota?.consume(key, yield* Clock.currentTimeMillis)
  if (quota?.rejection !== undefined) return { reply: quota.rejection, limits: quota.headers }
  const fault = state.faults.next(parameters.path)
  const reply = yield* callCollection(state, route, fault, request.headers, parameters, id)
  return { reply, limits: quota?.headers, fault }
})

/** Returns the stack of an exception without the server's keys. */
const stackOf = (cause: unknown, keys: ReadonlySet<string>): string =>
  // Longest first, because a key may begin with another one.
  Array.from(keys)
    .toSorted((left, right) => right.length - left.length)
    .reduce(
      (stack, key) => stack.replaceAll(key, "••••"),
      cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    )

/** Reports a bug, which must not stop the server. */
const unexpected = (cause: unknown, keys: ReadonlySet<string>): Handled => {
  // Nor must a closed standard error.
  Result.try(() => process.stderr.write(`${stackOf(cause, keys)}\n`))
  return { reply: gatewayError("INTERNAL_SERVER_ERROR") }
}

const toResponse = (method: string, { limits, reply: { body, headers: own, status } }: Handled) => {
  // Those of the reply take precedence, because a fault may have set them.
  const headers = Headers.setAll(Headers.fromInput({ ...corsHeaders, ...limits }), own)
  if (hasNoBody(status)) return HttpServerResponse.empty({ status, headers })
  if (body.length === 0) return HttpServerResponse.empty({ status, headers: { ...headers, "content-length": "0" } })
  const toBody =
    typeof body === "string"
      ? HttpServerResponse.text(body, { status, headers })
      : HttpServerResponse.uint8Array(body, { status, headers })
  return method === "HEAD" ? HttpServerResponse.empty({ status, headers: toBody.headers }) : toBody
}

/** A response that a fault keeps from arriving. Who serves the request decides how its connection ends. */
export class InterruptedResponse extends Data.TaggedError("InterruptedResponse")<{
  readonly interruption: Interruption
  readonly response: HttpServerResponse.HttpServerResponse
}> {
  /** The part of the body that is sent. */
  get sentBody(): Uint8Array {
    const { body } = this.response
    const isHalf = this.interruption.sent === "half" && body._tag === "Uint8Array"
    return isHalf ? body.body.slice(0, body.body.length / 2) : new Uint8Array(0)
  }
}

/** How a request arrived. */
interface Arrival<E> {
  readonly isSecure: (request: HttpServerRequest.HttpServerRequest) => boolean
  /** Ends a delay. */
  readonly ended: Effect.Effect<never, E>
}

/**
 * Handles a request. The checks run in this order: length of the URL (414), route (404), OPTIONS (204), method (405), HTTPS (400),
 * key (403), limit (429). Then faults are injected, the collection is called and its reply compared with the client's `ETag`.
 *
 * **Gotchas** A HEAD is handled like a GET, without the body. A delay passes on the clock of the caller.
 */
export const handleRequest = Effect.fnUntraced(function* <E>(
  state: ServerState,
  { ended, isSecure }: Arrival<E>
): Effect.fn.Return<
  HttpServerResponse.HttpServerResponse,
  E | InterruptedResponse,
  HttpServerRequest.HttpServerRequest
> {
  const request = yield* HttpServerRequest.HttpServerRequest
  const at = yield* Clock.currentTimeMillis
  const start = performance.now()
  const handled = yield* routeRequest(state, request, isSecure(request)).pipe(
    Effect.catchDefect((cause) => Effect.sync(() => unexpected(cause, state.apiKeys)))
  )
  const response = toResponse(request.method, handled)
  const { applied = [], delayMillis = 0, interruption } = handled.fault ?? {}
  const bytes = response.body._tag === "Uint8Array" ? response.body.contentLength : 0
  const milliseconds = performance.now() - start + delayMillis
  state.log?.({ request, reply: handled.reply, applied, bytes, at, milliseconds })
  if (delayMillis > 0) yield* Effect.raceFirst(Effect.sleep(Duration.millis(delayMillis)), ended)
  const isInterrupted = interruption?.sent === "nothing" || response.body._tag !== "Empty"
  if (interruption !== undefined && isInterrupted) return yield* new InterruptedResponse({ interruption, response })
  return response
})
