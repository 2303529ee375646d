import { readFileSync } from "node:fs"
import { load } from "js-yaml"
import type { Headers } from "effect/http"
import { inProcessUrl } from "../inProcessUrl.ts"
import { negotiated } from "../requests/negotiated.ts"
import { jsonReply, type Reply } from "../requests/Reply.ts"
import type { ServerState } from "../ServerState.ts"

/** Returns `openapi.yaml` as JSON, with the base URL and the profile of this server. */
const contractOf = ({ baseUrl, bundledData, profile }: ServerState): object => {
  const yaml = readFileSync(new URL("openapi.yaml", bundledData), "utf8").replaceAll(inProcessUrl, baseUrl)
  const servers = [{ url: baseUrl, description: `This server, in the profile \`${profile.name}\`.` }]
  return Object.assign({}, load(yaml), { servers })
}

/** Handles `GET /openapi.json`. */
export const handleContract = (state: ServerState, headers: Headers.Headers): Reply =>
  negotiated(jsonReply(200, JSON.stringify(contractOf(state))), headers, "weak")

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
export const handleDocs = async (state: ServerState, request: Headers.Headers): Promise<Reply> => {
  // Loaded on demand, because the page has 3.2 MB.
  const { docsPage } = await import("./docsPage.ts")
  const body = await docsPage(contractOf(state))
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy }
  return negotiated({ status: 200, headers: { ...headers, "Referrer-Policy": "no-referrer" }, body }, request, "weak")
}
