import { Result } from "effect"
import { type Answer, jsonReply, type Reply, type ServiceRequest } from "./requests/Answer.ts"
import { answerComplaint, answerComplaintList } from "./complaints/ComplaintRoutes.ts"
import { answerNotice, answerNoticeList } from "./notices/NoticeRoutes.ts"
import { type CollectionRoute, type Route, routeOf } from "./requests/Route.ts"
import { headersOver } from "./faults/FaultHeaders.ts"
import { keyOf, refusedByKey } from "./gateway/KeyGate.ts"
import { type PageBend, straight } from "./faults/PageBend.ts"
import { represent, toAnswer } from "./requests/representation.ts"
import { isBodiless } from "./requests/bodiless.ts"
import { answerContract } from "./contract/ContractRoute.ts"
import { gatewayError } from "./gateway/GatewayError.ts"
import type { Metrics } from "./watching/Metrics.ts"
import { refusedByHttps } from "./gateway/HttpsGate.ts"
import { RequestParameters } from "./requests/RequestParameters.ts"
import type { ServiceState } from "./ServiceState.ts"
import { withArrival } from "./dataset/arrival.ts"

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

/** An answer with headers of the gateway, which a fault may have set otherwise. */
const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({
  ...answer,
  headers: answer.struck.length === 0 ? { ...answer.headers, ...headers } : headersOver(answer.headers, headers)
})

/** The routes: what the collections say once the gates let a request through. */
const routed = (state: ServiceState, route: CollectionRoute, parameters: RequestParameters, bend: PageBend): Reply => {
  const { dataSet, profile } = state
  const origin = profile.linkOrigin ?? state.baseUrl
  switch (route._tag) {
    case "ComplaintList":
      return answerComplaintList({ store: dataSet.complaints, profile, origin, bend }, parameters)
    case "Complaint":
      return answerComplaint({ store: dataSet.complaints, profile, origin, bend }, parameters, route.id)
    case "NoticeList":
      return answerNoticeList({ store: dataSet.notices, profile, origin, bend }, parameters)
    case "Notice":
      return answerNotice({ store: dataSet.notices, profile, origin, bend }, parameters, route.id)
  }
}

const health = ({ dataSet }: ServiceState): Reply => {
  const { complaints, isSample, notices, source } = dataSet.summary
  return jsonReply(200, JSON.stringify({ status: "ok", dataSet: source, isSample, complaints, notices }))
}

const metricsReply = (metrics: Metrics): Reply => ({
  status: 200,
  headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
  body: metrics.text()
})

/** What the collection says where no fault bends it. */
const unbent = (
  state: ServiceState,
  request: ServiceRequest,
  route: CollectionRoute,
  parameters: RequestParameters
) => {
  const reply = routed(state, route, parameters, state.pages)
  return represent(reply, request, reply.status === 200 ? `W/"${state.dataSet.version}"` : undefined)
}

/** Faults, and then the collection: what stands behind the gates. */
const behindGates = (
  state: ServiceState,
  request: ServiceRequest,
  route: CollectionRoute,
  parameters: RequestParameters
): Answer => {
  const { bend, delayMillis, ending, instead, mutates, struck } = state.faults.next(parameters.path)
  if (mutates) state.dataSet = withArrival(state.dataSet, route._tag.startsWith("Notice") ? "notices" : "complaints")
  if (instead !== undefined) return { ...toAnswer(instead), delayMillis, ending, struck }
  const answered =
    bend === straight
      ? state.recent.to(request, state.dataSet, () => unbent(state, request, route, parameters))
      : represent(routed(state, route, parameters, bend), request, undefined)
  return { ...answered, delayMillis, ending, struck }
}

const beforeRoutes = (state: ServiceState, request: ServiceRequest, nowMillis: number): Answer => {
  const parameters = new RequestParameters(request.url)
  // `OPTIONS *` is about the server as a whole.
  if (request.method === "OPTIONS" && request.url === "*") return toAnswer(preflight)
  const route = request.url.length > maxUrlLength ? undefined : routeOf(parameters.path)
  if (route === undefined) {
    return toAnswer(gatewayError(request.url.length > maxUrlLength ? "URI_TOO_LONG" : "NOT_FOUND"))
  }
  return { ...atRoute(state, request, route, parameters, nowMillis), route: route._tag }
}

const atRoute = (
  state: ServiceState,
  request: ServiceRequest,
  route: Route,
  parameters: RequestParameters,
  nowMillis: number
): Answer => {
  if (request.method === "OPTIONS") return toAnswer(preflight)
  if (request.method !== "GET" && request.method !== "HEAD") {
    return toAnswer(gatewayError("METHOD_NOT_ALLOWED", undefined, { Allow: allow }))
  }
  if (route._tag === "Health") return toAnswer(health(state))
  if (route._tag === "Metrics") return toAnswer(metricsReply(state.metrics))
  if (route._tag === "Contract") return answerContract(state, request)
  if (route._tag === "Docs") return state.docs.answer(route.file, request)
  const key = keyOf(request, parameters)
  const refusal = refusedByHttps(request.isSecure) ?? refusedByKey(key, state.apiKeys)
  if (refusal !== undefined) return toAnswer(refusal)
  const quota = state.quota?.take(key ?? "", nowMillis)
  if (quota?.refusal !== undefined) return withHeaders(toAnswer(quota.refusal), quota.headers)
  return withHeaders(behindGates(state, request, route, parameters), quota?.headers ?? {})
}

const nothing = new Uint8Array(0)

/** An answer that ends with its headers: a fault finds no body to cut or to hold back. */
const withoutBody = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({
  ...answer,
  headers,
  body: nothing,
  ending: answer.ending === "reset" ? "reset" : "whole"
})

/**
 * Answers one request: route 404, OPTIONS 204, method 405, HTTPS 400, key 403, limit 429, faults, then the collection.
 *
 * **Gotchas** it reads no clock and opens no socket; whatever carries requests calls it. A HEAD is answered as a GET
 * whose body is left out.
 */
export const answer = (state: ServiceState, request: ServiceRequest, nowMillis: number): Answer => {
  // A request must never stop the server, whatever a mistake of ours makes of it.
  const attempted = Result.try(() => beforeRoutes(state, request, nowMillis))
  const reply = Result.getOrElse(attempted, () => toAnswer(gatewayError("INTERNAL_SERVER_ERROR")))
  const answered = withHeaders(reply, corsHeaders)
  if (isBodiless(answered.status)) return withoutBody(answered, answered.headers)
  const headers = { ...answered.headers, "Content-Length": String(answered.body.length) }
  return request.method === "HEAD" ? withoutBody(answered, headers) : { ...answered, headers }
}
