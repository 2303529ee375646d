import type { RouteResponse, ServiceRequest } from "../requests/Response.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"
import { gatewayError } from "./GatewayError.ts"

/** Returns the key in the header, or in the query if the header is empty (docs/api.md, statement 29). */
export const keyOf = ({ headers }: ServiceRequest, parameters: RequestParameters): string | undefined => {
  const { "x-api-key": key = "" } = headers
  return key === "" ? parameters.first("api_key") : key
}

/** Returns the 400 for a request without HTTPS, otherwise `undefined`. */
export const checkHttps = (isSecure: boolean): RouteResponse | undefined =>
  isSecure ? undefined : gatewayError("HTTPS_REQUIRED")

/** Returns the 403 for a missing or unknown key, otherwise `undefined`. */
export const checkKey = (key: string | undefined, known: ReadonlySet<string>): RouteResponse | undefined => {
  if (key === undefined) return gatewayError("API_KEY_MISSING")
  return known.has(key) ? undefined : gatewayError("API_KEY_INVALID")
}
