import { isCivilDate } from "@public-records/core"
import { Effect } from "effect"
import type { SiteError } from "../SiteError.ts"
import { dayOf } from "../store/civil.ts"
import { editionOf, indexPath, linkedFile } from "./ftcSite.ts"
import { type Site, siteError, startOf } from "./Site.ts"

/** The addresses of the newest daily files by their dates, the newest first: of each date that of its last edition. */
export type SiteIndex = ReadonlyMap<number, string>

/** Reads the page with the links to the daily files. **Fails with** `SiteError` if it has no link. */
export const readIndex = Effect.fnUntraced(function* (site: Site): Effect.fn.Return<SiteIndex, SiteError> {
  const page = yield* site.page(indexPath)
  const newest = new Map<number, string>()
  for (const [, link = "", date = ""] of page.matchAll(linkedFile)) {
    const address = URL.parse(link, `${site.url}${indexPath}`)?.pathname
    if (address === undefined || !isCivilDate(date)) continue
    const known = newest.get(dayOf(date))
    if (known === undefined || editionOf(address) > editionOf(known)) newest.set(dayOf(date), address)
  }
  if (newest.size > 0) return new Map([...newest].toSorted(([left], [right]) => right - left))
  const why = `it has no link to a daily file, and begins: ${startOf(page)}`
  return yield* siteError("Changed", `${site.url}${indexPath}`, why)
})
