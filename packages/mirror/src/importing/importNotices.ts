import type { Notice } from "@public-records/core"
import { noticeFromJson } from "@public-records/files/noticeRecords"
import { type PlainNotice, sitePrefix } from "@public-records/files/PlainNotice"
import { compareInstants } from "@public-records/files/text"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { type Database, text } from "../store/Database.ts"
import { list, sql } from "../store/sql.ts"
import { remember } from "../store/syncState.ts"

/** The type of the rows in JSON. */
const noticeType = JSON.stringify([
  {
    id: "VARCHAR",
    transactionNumber: "VARCHAR",
    title: "VARCHAR",
    acquiringParty: "VARCHAR",
    acquiredParty: "VARCHAR",
    acquiredEntities: "JSON",
    date: "VARCHAR",
    created: "VARCHAR",
    updated: "VARCHAR",
    tags: "JSON",
    revision: "VARCHAR"
  }
])

/** Returns a notice of a service as a mirror stores it. Its link has the revision. */
export const plainNotice = (notice: Notice) => noticeFromJson({ ...notice, links: { self: { href: notice.link } } })

/** When the notices with some ids were changed that the mirror has, by their ids. `isGone` is whether the service has them no longer. */
export const storedUpdates = (db: Database, ids: ReadonlyArray<string>) =>
  Effect.map(
    db.rows(sql`select id, updated, gone is not null as gone from notices where id in ${list(ids)}`),
    (rows): ReadonlyMap<string, { readonly updated: string; readonly isGone: boolean }> =>
      new Map(rows.map((row) => [text(row, "id"), { updated: text(row, "updated"), isGone: row["gone"] === true }]))
  )

/** The condition for rows that were read from the FTC's site. */
export const isOfSite = sql`starts_with(id, ${sitePrefix})`

/**
 * Writes notices, within a transaction. A notice that was changed later stays. One of the FTC's site is removed, or not stored, if the mirror
 * has one of the service with its transaction number. `areAll` is whether they are all of the service.
 */
export const importNotices = Effect.fnUntraced(function* (
  db: Database,
  notices: ReadonlyArray<PlainNotice>,
  areAll: boolean
): Effect.fn.Return<void, MirrorError> {
  const stored = yield* storedUpdates(
    db,
    notices.map(({ id }) => id)
  )
  const latest = new Map<string, PlainNotice>()
  for (const notice of notices) {
    const known = latest.get(notice.id) ?? stored.get(notice.id)
    if (known === undefined || compareInstants(notice.updated, known.updated) >= 0) latest.set(notice.id, notice)
  }
  yield* db.run(
    sql`insert or replace into notices
      select *, null from (select unnest(from_json(${JSON.stringify([...latest.values()])}, ${noticeType}), recursive := true))`
  )
  const others = sql`select ${sitePrefix} || transaction_number from notices where gone is null and not ${isOfSite}`
  yield* db.run(sql`delete from notices where id in (${others})`)
  if (areAll) yield* remember(db, "notices read to the end", "true")
})
