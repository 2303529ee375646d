import { type Answer, jsonReply, type ServiceRequest } from "../requests/Answer.ts"
import { etagOf, represent } from "../requests/representation.ts"
import { inProcessUrl } from "../InProcess.ts"
import type { ServiceState } from "../ServiceState.ts"

/**
 * Handles `GET /openapi.json`: `openapi.yaml` with the base URL and the profile of this server.
 *
 * **Gotchas** `x-default-key`, the published key, is removed if this server does not accept it.
 */
export const handleContract = (
  { apiKeys, baseUrl, docs, profile }: Pick<ServiceState, "apiKeys" | "baseUrl" | "docs" | "profile">,
  request: ServiceRequest
): Answer => {
  const { "x-default-key": defaultKey, ...contract } = docs.contract
  const body = JSON.stringify({
    ...contract,
    servers: [{ url: baseUrl, description: `This server, in the profile \`${profile.name}\`.` }],
    "x-default-key": apiKeys.has(defaultKey) ? defaultKey : undefined
  }).replaceAll(inProcessUrl, baseUrl)
  return represent(jsonReply(200, body), request, etagOf(body))
}
