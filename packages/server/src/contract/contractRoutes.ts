import { readFileSync } from "node:fs"
import { load } from "js-yaml"
import { inProcessUrl } from "../InProcess.ts"
import { etagOf, negotiateResponse } from "../requests/representation.ts"
import { jsonResponse, type RouteResponse, type ServiceRequest, type ServiceResponse } from "../requests/Response.ts"
import type { ServiceState } from "../ServiceState.ts"

/** Returns `openapi.yaml` as JSON, with the base URL and the profile of this server. */
const contractOf = ({ baseUrl, bundledData, profile }: ServiceState): object => {
  const yaml = readFileSync(new URL("openapi.yaml", bundledData), "utf8").replaceAll(inProcessUrl, baseUrl)
  const servers = [{ url: baseUrl, description: `This server, in the profile \`${profile.name}\`.` }]
  return Object.assign({}, load(yaml), { servers })
}

/** Handles `GET /openapi.json`. */
export const handleContract = (state: ServiceState, request: ServiceRequest): ServiceResponse => {
  const body = JSON.stringify(contractOf(state))
  return negotiateResponse(jsonResponse(200, body), request, etagOf(body))
}

// The page contains its script and its style. It sends requests to its own server and loads nothing else.
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src data:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

/** Handles `GET /docs`. */
export const handleDocs = async (state: ServiceState, request: ServiceRequest): Promise<ServiceResponse> => {
  // Loaded on demand, because the page has 3.2 MB.
  const { docsPage } = await import("./docsPage.ts")
  const body = await docsPage(contractOf(state))
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy }
  const page: RouteResponse = { status: 200, headers: { ...headers, "Referrer-Policy": "no-referrer" }, body }
  return negotiateResponse(page, request, etagOf(body))
}
