import { type ServiceResponse, jsonResponse, type ServiceRequest } from "../requests/Response.ts"
import { etagOf, negotiateResponse } from "../requests/representation.ts"
import { inProcessUrl } from "../InProcess.ts"
import type { ServiceState } from "../ServiceState.ts"

/**
 * Handles `GET /openapi.json`. The response is `openapi.yaml` with the base URL and the profile of this server.
 *
 * **Gotchas** Removes `x-default-key`, the published key, if this server does not accept it.
 */
export const handleContract = (
  { apiKeys, baseUrl, docs, profile }: Pick<ServiceState, "apiKeys" | "baseUrl" | "docs" | "profile">,
  request: ServiceRequest
): ServiceResponse => {
  const { "x-default-key": defaultKey, ...contract } = docs.contract
  const body = JSON.stringify({
    ...contract,
    servers: [{ url: baseUrl, description: `This server, in the profile \`${profile.name}\`.` }],
    "x-default-key": apiKeys.has(defaultKey) ? defaultKey : undefined
  }).replaceAll(inProcessUrl, baseUrl)
  return negotiateResponse(jsonResponse(200, body), request, etagOf(body))
}
