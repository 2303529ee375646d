import { gatewayErrorBody } from "../gateway/GatewayError.ts"
import { hasNoBody, type RouteResponse } from "../requests/Response.ts"
import { overrideHeaders } from "./FaultHeaders.ts"
import type { NextFault } from "./FaultSchedule.ts"

const htmlBody =
  "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n"

const reply = (fault: NextFault, status: number, contentType: string, body: string): RouteResponse => {
  const retryAfter = fault.retryAfter === undefined ? {} : { "Retry-After": String(fault.retryAfter) }
  const headers = hasNoBody(status) ? retryAfter : { "Content-Type": contentType, ...retryAfter }
  return {
    status,
    headers: overrideHeaders(fault.headers ?? {}, headers),
    body: fault.body ?? body
  }
}

const scheduledError = gatewayErrorBody("SCHEDULED_FAULT", "This failure was scheduled.")

/** Returns a status with an error body in the gateway's format. */
export const statusResponse = (fault: NextFault): RouteResponse =>
  reply(fault, fault.status ?? 500, "application/json", scheduledError)

/** Returns an HTML error page like that of a proxy. */
export const htmlResponse = (fault: NextFault): RouteResponse =>
  reply(fault, fault.status ?? 502, "text/html; charset=utf-8", htmlBody)

/** Returns a truncated JSON document. */
export const malformedResponse = (fault: NextFault): RouteResponse =>
  reply(fault, 200, "application/json", '{"data":[{"type":')
