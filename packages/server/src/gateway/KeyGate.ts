import { gatewayError } from "./GatewayError.ts"
import type { Reply, ServiceRequest } from "../requests/Answer.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"

/** The key that counts: the header's unless it is empty, then the query's (decision 34). */
export const keyOf = ({ headers }: ServiceRequest, parameters: RequestParameters): string | undefined => {
  const { "x-api-key": key = "" } = headers
  return key === "" ? parameters.first("api_key") : key
}

/** The 403 that a missing or unknown key gets; nothing for a known one. */
export const refusedByKey = (key: string | undefined, known: ReadonlySet<string>): Reply | undefined => {
  if (key === undefined) return gatewayError("API_KEY_MISSING")
  return known.has(key) ? undefined : gatewayError("API_KEY_INVALID")
}
