import type { PlainNotice } from "@public-records/files/PlainNotice"
import { DateTime, Effect, Result } from "effect"
import { importNotices } from "../importing/importNotices.ts"
import type { MirrorError } from "../MirrorError.ts"
import type { SiteError } from "../SiteError.ts"
import { type Database, text } from "../store/Database.ts"
import { raw } from "../store/sql.ts"
import type { Store } from "../store/Store.ts"
import { areNoticesDue, remember } from "../store/syncState.ts"
import type { SyncedNotices } from "../SyncEvent.ts"
import { browsePath, feedPath } from "./ftcSite.ts"
import { type Site, siteError, startOf } from "./Site.ts"
import { readFeed, readPage, type SiteNotices } from "./siteNotices.ts"

const checkedAt = "site notices checked at"

export const areSiteNoticesDue = (db: Database, now: DateTime.Utc): Effect.Effect<boolean, MirrorError> =>
  areNoticesDue(db, checkedAt, now)

/** The transaction numbers of the notices that the mirror has, and the newest date among them, "" if it has none. */
interface Stored {
  readonly numbers: ReadonlySet<string>
  readonly newest: string
}

const storedNotices = (db: Database): Effect.Effect<Stored, MirrorError> =>
  Effect.map(db.rows(raw("select transaction_number, date from notices where gone is null order by date")), (rows) => ({
    numbers: new Set(rows.map((row) => text(row, "transaction_number"))),
    newest: text(rows.at(-1), "date")
  }))

const noticesAt = Effect.fnUntraced(function* (site: Site, path: string, read: (page: string) => SiteNotices) {
  const page = yield* site.page(path)
  const notices = read(page)
  if (Result.isSuccess(notices)) return notices.success
  return yield* siteError("Changed", `${site.url}${path}`, `${notices.failure}, and begins: ${startOf(page)}`)
})

/**
 * Reads the feed and, while its oldest notice is newer than those of the mirror, the browse pages. Both have the newest notices first. A
 * mirror without notices gets those of the feed.
 */
const readNewest = Effect.fnUntraced(function* (site: Site, { newest, numbers }: Stored) {
  const hasMet = (oldest: PlainNotice | undefined): boolean =>
    newest === "" || oldest === undefined || oldest.date < newest || numbers.has(oldest.transactionNumber)
  const feed = yield* noticesAt(site, feedPath, readFeed)
  const read = new Map(feed.map((notice) => [notice.transactionNumber, notice]))
  let oldest = feed.at(-1)
  for (let page = 0; !hasMet(oldest); page += 1) {
    const notices = yield* noticesAt(site, browsePath(page), readPage)
    // The first page has the notices of the feed.
    if (page > 0 && notices.every(({ transactionNumber }) => read.has(transactionNumber))) {
      return yield* siteError("Changed", `${site.url}${browsePath(page)}`, "it has the notices of the pages before it")
    }
    for (const notice of notices) read.set(notice.transactionNumber, notice)
    oldest = notices.at(-1)
  }
  return [...read.values()]
})

/** Reads the newest notices of the site, and stores them in one transaction. `changed` counts those that are new. */
export const syncNoticesFromSite = Effect.fnUntraced(function* (
  store: Store,
  site: Site
): Effect.fn.Return<SyncedNotices, MirrorError | SiteError> {
  const now = yield* DateTime.now
  const stored = yield* store.read(storedNotices)
  const notices = yield* readNewest(site, stored)
  yield* store.write((db) =>
    Effect.andThen(importNotices(db, notices, false), remember(db, checkedAt, DateTime.formatIso(now)))
  )
  const changed = notices.filter(({ transactionNumber }) => !stored.numbers.has(transactionNumber)).length
  return { _tag: "Notices", changed, gone: 0, readToTheEnd: false }
})
