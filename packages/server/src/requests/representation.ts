import { hash } from "node:crypto"
import { constants, gzipSync } from "node:zlib"
import type { ServiceResponse, RouteResponse, ServiceRequest } from "./Response.ts"

// Shorter bodies fit into one packet uncompressed.
const minBytesToCompress = 1_024

/** Converts the response of a route to a response without faults. */
export const toServiceResponse = (routeResponse: RouteResponse): ServiceResponse => ({
  status: routeResponse.status,
  headers: routeResponse.headers,
  body: Buffer.from(routeResponse.body),
  delayMillis: 0,
  delivery: "whole",
  applied: [],
  errorCode: routeResponse.errorCode
})

/** Returns the `ETag` of a body. */
export const etagOf = (body: string): string => `W/"${hash("sha256", body).slice(0, 16)}"`

const withoutWeakness = (etag: string): string => etag.trim().replace(/^W\//, "")

/** Whether `If-None-Match` matches an `ETag`. Weak and strong tags are equal (RFC 9110, section 13.1.2). */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((one) => one.trim() === "*" || withoutWeakness(one) === withoutWeakness(etag))

/** Whether `Accept-Encoding` names gzip with a weight other than 0 (RFC 9110, section 12.5.3). */
const acceptsGzip = (acceptEncoding = ""): boolean =>
  acceptEncoding
    .toLowerCase()
    .split(",")
    .some((part) => {
      const [coding, ...parameters] = part.split(";").map((text) => text.trim())
      return coding === "gzip" && !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter))
    })

/** Returns a 304 if the client has the current version, otherwise the response, compressed if the client accepts that. */
export const negotiateResponse = (
  routeResponse: RouteResponse,
  request: ServiceRequest,
  etag: string | undefined
): ServiceResponse => {
  const vary = { Vary: "Accept-Encoding" }
  const caching = etag === undefined ? vary : { ETag: etag, "Cache-Control": "no-cache", ...vary }
  if (etag !== undefined && matchesEtag(request.headers["if-none-match"], etag)) {
    return toServiceResponse({ status: 304, headers: caching, body: "" })
  }
  const response = toServiceResponse({ ...routeResponse, headers: { ...routeResponse.headers, ...caching } })
  if (response.body.length < minBytesToCompress || !acceptsGzip(request.headers["accept-encoding"])) return response
  const body = gzipSync(response.body, { level: constants.Z_BEST_SPEED })
  return { ...response, headers: { ...response.headers, "Content-Encoding": "gzip" }, body }
}
