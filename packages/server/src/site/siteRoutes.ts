import { basename } from "node:path"
import { Clock, Effect } from "effect"
import type { Headers } from "effect/http"
import { httpDate } from "../requests/httpDate.ts"
import { negotiated } from "../requests/negotiated.ts"
import type { Reply, TextReply } from "../requests/Reply.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"
import type { ServerState } from "../ServerState.ts"
import { editionAt, editionText, linkedEditions, sitePath } from "./dailyFiles.ts"
import { browsePath, noticeFeed, noticePage } from "./noticePages.ts"

const indexPath = "/policy-notices/open-government/data-sets/do-not-call-data"

const feedPath = "/feeds/hsr-early-termination-notices.xml"

const reply = (type: string, body: string): TextReply => ({ status: 200, headers: { "Content-Type": type }, body })

/** Returns a reply with a page in HTML. */
const pageReply = (title: string, content: string): TextReply =>
  reply(
    "text/html; charset=utf-8",
    `<!DOCTYPE html>
<html lang="en">
<head><title>${title} | Federal Trade Commission</title></head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`
  )

const notFound: TextReply = {
  ...pageReply("Page not found", "<p>The requested page could not be found.</p>"),
  status: 404
}

const dailyFileIndex = Effect.fnUntraced(function* ({ published, site }: ServerState) {
  const editions = yield* linkedEditions(site, published, yield* Clock.currentTimeMillis)
  const links = editions.map(({ name }) => {
    const path = sitePath(name)
    return `<li><a href="${path}">${basename(path)}</a></li>`
  })
  return pageReply("Do Not Call (DNC) Reported Calls Data", `<ul>\n${links.join("\n")}\n</ul>`)
})

const dailyFile = Effect.fnUntraced(function* ({ published, site }: ServerState, path: string) {
  const edition = yield* editionAt(site, published, path, yield* Clock.currentTimeMillis)
  if (edition === undefined) return notFound
  const file = reply("text/csv", yield* editionText(published, edition))
  if (site.validators === false) return file
  return { ...file, headers: { ...file.headers, "Last-Modified": httpDate(edition.uploadedAt) } }
})

const pageNumber = (parameters: RequestParameters): number => {
  const page = parameters.get("page") ?? ""
  return /^\d{1,9}$/.test(page) ? Number(page) : 0
}

/** Returns the page or file at a path of the site. */
const siteReply = (state: ServerState, parameters: RequestParameters): Effect.Effect<TextReply> => {
  const { notices } = state.dataSet
  switch (parameters.path) {
    case indexPath:
      return dailyFileIndex(state)
    case feedPath:
      return Effect.sync(() => reply("application/rss+xml; charset=utf-8", noticeFeed(notices)))
    case browsePath:
      return Effect.sync(() => pageReply("Early Termination Notices", noticePage(notices, pageNumber(parameters))))
    default:
      return dailyFile(state, parameters.path)
  }
}

/** Handles a request to the FTC's web site, which needs no key. **Source** docs/server.md, "The web site". */
export const handleSite = Effect.fnUntraced(function* (
  state: ServerState,
  parameters: RequestParameters,
  headers: Headers.Headers
): Effect.fn.Return<Reply> {
  const found = yield* siteReply(state, parameters)
  return negotiated(found, headers, found.status === 200 && state.site.validators !== false ? "strong" : "none")
})
