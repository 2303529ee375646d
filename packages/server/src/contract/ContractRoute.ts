import type { Answer, ServiceRequest } from "../requests/Answer.ts"
import { jsonReply } from "../requests/Answer.ts"
import { bodyTag } from "./bodyTag.ts"
import { contractOf } from "./contract.ts"
import { represent } from "../requests/representation.ts"
import type { ServiceState } from "../ServiceState.ts"

const publishedKey = "DEMO_KEY"

/** Answers `GET /openapi.json`: the contract of this very server. */
export const answerContract = (
  { apiKeys, baseUrl, profile }: Pick<ServiceState, "apiKeys" | "baseUrl" | "profile">,
  request: ServiceRequest
): Answer => {
  const body = JSON.stringify(contractOf({ baseUrl, profile, takesDemoKey: apiKeys.has(publishedKey) }))
  return represent(jsonReply(200, body), request, bodyTag(body))
}
