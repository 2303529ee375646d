import { basename } from "node:path"
import { Clock, DateTime, Effect } from "effect"
import type { Headers } from "effect/http"
import { negotiated } from "../requests/negotiated.ts"
import type { Reply, TextReply } from "../requests/Reply.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"
import type { ServerState } from "../ServerState.ts"
import { editionAt, editionText, linkedEditions, sitePath } from "./dailyFiles.ts"

const indexPath = "/policy-notices/open-government/data-sets/do-not-call-data"

/** Returns a reply with a page in HTML. */
const pageReply = (status: number, title: string, content: string): TextReply => ({
  status,
  headers: { "Content-Type": "text/html; charset=utf-8" },
  body: `<!DOCTYPE html>\n<html lang="en">\n<head><title>${title} | Federal Trade Commission</title></head>\n<body>\n<h1>${title}</h1>\n${content}\n</body>\n</html>\n`
})

const notFound = pageReply(404, "Page not found", "<p>The requested page could not be found.</p>")

const withLastModified = (reply: TextReply, millis: number): TextReply => {
  const lastModified = DateTime.toDateUtc(DateTime.makeUnsafe(millis)).toUTCString()
  return { ...reply, headers: { ...reply.headers, "Last-Modified": lastModified } }
}

const index = Effect.fnUntraced(function* ({ dataSet, site }: ServerState, now: number) {
  const editions = yield* linkedEditions(site, dataSet.complaints, now)
  const links = editions.map(({ name }) => {
    const path = sitePath(name)
    return `<li><a href="${path}">${basename(path)}</a></li>`
  })
  return pageReply(200, "Do Not Call (DNC) Reported Calls Data", `<ul>\n${links.join("\n")}\n</ul>`)
})

const dailyFile = Effect.fnUntraced(function* (
  { dataSet: { complaints }, site }: ServerState,
  path: string,
  now: number
) {
  const edition = yield* editionAt(site, complaints, path, now)
  if (edition === undefined) return notFound
  const body = yield* editionText(complaints, edition)
  const reply = { status: 200, headers: { "Content-Type": "text/csv" }, body }
  return site.validators === false ? reply : withLastModified(reply, edition.uploadedAt)
})

/** Handles a request to the FTC's web site, which needs no key. **Source** docs/server.md, "The web site". */
export const handleSite = Effect.fnUntraced(function* (
  state: ServerState,
  { path }: RequestParameters,
  headers: Headers.Headers
): Effect.fn.Return<Reply> {
  const now = yield* Clock.currentTimeMillis
  const reply = yield* path === indexPath ? index(state, now) : dailyFile(state, path, now)
  return negotiated(reply, headers, reply.status === 200 && state.site.validators !== false ? "strong" : "none")
})
