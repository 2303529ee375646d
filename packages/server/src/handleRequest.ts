import { hasNoBody } from "./requests/Response.ts"
import { Result } from "effect"
import { handleComplaint, handleComplaintList } from "./complaints/ComplaintRoutes.ts"
import { handleContract, handleDocs } from "./contract/contractRoutes.ts"
import { addNewestRecord } from "./dataset/addNewestRecord.ts"
import { overrideHeaders } from "./faults/FaultHeaders.ts"
import { identityTransform, type PageTransform } from "./faults/PageTransform.ts"
import { gatewayError } from "./gateway/GatewayError.ts"
import { checkHttps, checkKey, keyOf } from "./gateway/KeyGate.ts"
import { handleNotice, handleNoticeList } from "./notices/NoticeRoutes.ts"
import {
  type HeaderValues,
  jsonResponse,
  type RouteResponse,
  type ServiceRequest,
  type ServiceResponse
} from "./requests/Response.ts"
import { etagOf, negotiateResponse, toServiceResponse } from "./requests/representation.ts"
import { RequestParameters } from "./requests/RequestParameters.ts"
import { type CollectionRoute, type Route, routeOf } from "./requests/Route.ts"
import type { ServiceState } from "./ServiceState.ts"

const maxUrlLength = 8_192

const allow = "GET, HEAD, OPTIONS"

const corsHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After, ETag"
}

const preflight: RouteResponse = {
  status: 204,
  headers: {
    Allow: allow,
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": "X-Api-Key, Accept, If-None-Match, User-Agent",
    "Access-Control-Max-Age": "86400"
  },
  body: ""
}

const redirectToDocs: RouteResponse = { status: 302, headers: { Location: "/docs" }, body: "" }

/** Adds headers. Those of the response take precedence, because a fault may have set them. */
const withHeaders = (response: ServiceResponse, headers: HeaderValues): ServiceResponse => ({
  ...response,
  headers: overrideHeaders(response.headers, headers)
})

const callCollection = (
  state: ServiceState,
  route: CollectionRoute,
  parameters: RequestParameters,
  transformPage: PageTransform
): RouteResponse => {
  const { dataSet, profile, quirks } = state
  const origin = profile.linkOrigin ?? state.baseUrl
  const shared = { profile, quirks, origin, transformPage }
  switch (route._tag) {
    case "ComplaintList":
      return handleComplaintList({ ...shared, store: dataSet.complaints }, parameters)
    case "Complaint":
      return handleComplaint({ ...shared, store: dataSet.complaints }, parameters, route.id)
    case "NoticeList":
      return handleNoticeList({ ...shared, store: dataSet.notices }, parameters)
    case "Notice":
      return handleNotice({ ...shared, store: dataSet.notices }, parameters, route.id)
  }
}

const health = ({ dataSet }: ServiceState): RouteResponse => {
  const { complaints, isSample, notices, source } = dataSet.summary
  return jsonResponse(200, JSON.stringify({ status: "ok", dataSet: source, isSample, complaints, notices }))
}

/** Injects faults, then calls the collection. */
const afterGates = (
  state: ServiceState,
  request: ServiceRequest,
  route: CollectionRoute,
  parameters: RequestParameters
): ServiceResponse => {
  const { applied, delayMillis, delivery, mutates, replacement, transformPage } = state.faults.next(parameters.path)
  const injected = { delayMillis, delivery, applied }
  if (mutates)
    state.dataSet = addNewestRecord(state.dataSet, route._tag.startsWith("Notice") ? "notices" : "complaints")
  if (replacement !== undefined) return { ...toServiceResponse(replacement), ...injected }
  const isUnmodified = transformPage === identityTransform
  const reply = callCollection(state, route, parameters, isUnmodified ? state.transformPage : transformPage)
  const etag = reply.status === 200 && isUnmodified ? etagOf(reply.body) : undefined
  return { ...negotiateResponse(reply, request, etag), ...injected }
}

const handleRoute = async (
  state: ServiceState,
  request: ServiceRequest,
  route: Route,
  parameters: RequestParameters,
  nowMillis: number
): Promise<ServiceResponse> => {
  if (request.method === "OPTIONS") return toServiceResponse(preflight)
  if (request.method !== "GET" && request.method !== "HEAD") {
    return toServiceResponse(gatewayError("METHOD_NOT_ALLOWED", undefined, { Allow: allow }))
  }
  if (route._tag === "Root") return toServiceResponse(redirectToDocs)
  if (route._tag === "Health") return toServiceResponse(health(state))
  if (route._tag === "Contract") return handleContract(state, request)
  if (route._tag === "Docs") return handleDocs(state, request)
  const key = keyOf(request, parameters)
  const rejection = checkHttps(request.isSecure) ?? checkKey(key, state.apiKeys)
  if (rejection !== undefined) return toServiceResponse(rejection)
  const quota = state.quota?.consume(key ?? "", nowMillis)
  if (quota?.rejection !== undefined) return withHeaders(toServiceResponse(quota.rejection), quota.headers)
  return withHeaders(afterGates(state, request, route, parameters), quota?.headers ?? {})
}

const routeRequest = async (
  state: ServiceState,
  request: ServiceRequest,
  nowMillis: number
): Promise<ServiceResponse> => {
  // `OPTIONS *` applies to the entire server.
  if (request.method === "OPTIONS" && request.url === "*") return toServiceResponse(preflight)
  if (request.url.length > maxUrlLength) return toServiceResponse(gatewayError("URI_TOO_LONG"))
  const parameters = new RequestParameters(request.url)
  const route = routeOf(parameters.path)
  if (route === undefined) return toServiceResponse(gatewayError("NOT_FOUND"))
  return handleRoute(state, request, route, parameters, nowMillis)
}

/** Removes the body. Faults that truncate or stall the body then have no effect. */
const withoutBody = (response: ServiceResponse, headers: HeaderValues): ServiceResponse => ({
  ...response,
  headers,
  body: new Uint8Array(0),
  delivery: response.delivery === "reset" ? "reset" : "whole"
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

/**
 * Handles a request. The checks run in this order: route (404), OPTIONS (204), method (405), HTTPS (400), key (403), limit
 * (429). Then faults are injected and the collection is called.
 *
 * **Gotchas** A HEAD is handled like a GET, without the body.
 */
export const handleRequest = async (
  state: ServiceState,
  request: ServiceRequest,
  nowMillis: number
): Promise<ServiceResponse> => {
  // A bug must not stop the server.
  const routed = await routeRequest(state, request, nowMillis).catch((cause: unknown) => {
    const stack = stackOf(cause, state.apiKeys)
    // Nor must a closed standard error.
    Result.try(() => process.stderr.write(`${stack}\n`))
    return toServiceResponse(gatewayError("INTERNAL_SERVER_ERROR"))
  })
  const response = withHeaders(routed, corsHeaders)
  if (hasNoBody(response.status)) return withoutBody(response, response.headers)
  const headers = { ...response.headers, "Content-Length": String(response.body.length) }
  return request.method === "HEAD" ? withoutBody(response, headers) : { ...response, headers }
}
