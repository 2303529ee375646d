import type { Notice, PublicRecordsError, RejectedRecord } from "@public-records/core"
import { type PlainNotice, sitePrefix } from "@public-records/files/PlainNotice"
import { sha256 } from "@public-records/files/sha256"
import { compareInstants } from "@public-records/files/text"
import { DateTime, Effect } from "effect"
import { importNotices, isOfSite, plainNotice, storedUpdates } from "../importing/importNotices.ts"
import type { MirrorError } from "../MirrorError.ts"
import { insertSetAside } from "../store/setAside.ts"
import { type Database, integer, text } from "../store/Database.ts"
import { raw, sql } from "../store/sql.ts"
import { isRecent, remember, stateOf } from "../store/syncState.ts"
import type { SyncedNotices } from "../SyncEvent.ts"
import { readList } from "./readList.ts"
import { clearStaging, stagedList } from "./staging.ts"
import type { SyncContext } from "./SyncContext.ts"

/** A read of the changes ends after this many pages in a row that the mirror has. */
const maxKnownPages = 2
const daysBetweenFullReads = 7
/** More notices than this share must be missing from two full reads in a row before they are marked as gone. */
const guardShare = 0.01

/** Returns the notices that the mirror does not have as they are. */
const unknownNotices = (
  db: Database,
  notices: ReadonlyArray<PlainNotice>
): Effect.Effect<ReadonlyArray<PlainNotice>, MirrorError> => {
  const ids = notices.map(({ id }) => id)
  return Effect.map(storedUpdates(db, ids), (stored) =>
    notices.filter(({ id, updated }) => {
      const known = stored.get(id)
      return known === undefined || known.isGone || compareInstants(updated, known.updated) !== 0
    })
  )
}

/** Whether all notices are read this time, not only the changed ones. */
export const isFullReadDue = Effect.fnUntraced(function* (
  db: Database,
  now: DateTime.Utc
): Effect.fn.Return<boolean, MirrorError> {
  if ((yield* stateOf(db, "notices held")) !== "") return true
  return !(yield* isRecent(db, "notices read at", { days: daysBetweenFullReads }, now))
})

/** Marks the service's notices as gone that a full read did not find. Returns their number, or `undefined` if a second read must confirm it. */
const markGone = Effect.fnUntraced(function* (db: Database, notices: ReadonlyArray<PlainNotice>, now: DateTime.Utc) {
  const ids = notices.map(({ id }) => id)
  const isFound = sql`id in (select unnest(from_json(${JSON.stringify(ids)}, '["VARCHAR"]')))`
  const isKnown = sql`gone is null and not ${isOfSite}`
  const counts = yield* db.first(
    sql`select count(*) as known, count(*) filter (not ${isFound}) as missing from notices where ${isKnown}`
  )
  const missing = integer(counts, "missing")
  const digest = sha256(ids.toSorted().join()).toString("hex")
  const isGuarded = missing > integer(counts, "known") * guardShare
  if (isGuarded && (yield* stateOf(db, "notices held")) !== digest) {
    yield* remember(db, "notices held", digest)
    return undefined
  }
  yield* remember(db, "notices held", "")
  yield* db.run(sql`update notices set gone = ${DateTime.formatIso(now)} where ${isKnown} and not ${isFound}`)
  return missing
})

/** Sets notices aside. Those of earlier reads stay until all notices are read, unless they were found again. */
const setNoticesAside = Effect.fnUntraced(function* (
  db: Database,
  origin: string,
  rejected: ReadonlyArray<RejectedRecord>,
  isAll: boolean
) {
  const ofNotices = raw("day is null and source = 'service'")
  if (isAll) yield* db.run(sql`delete from set_aside where ${ofNotices}`)
  yield* insertSetAside(db, { day: null, source: "service", origin, key: origin }, rejected)
  const newest = sql`select max(rowid) from set_aside where ${ofNotices} group by raw`
  yield* db.run(sql`delete from set_aside where ${ofNotices} and rowid not in (${newest})`)
})

const storeNotices = Effect.fnUntraced(function* (
  db: Database,
  origin: string,
  readToTheEnd: boolean,
  now: DateTime.Utc
) {
  const { agrees, records, rejected } = yield* stagedList<PlainNotice>(db, "notices")
  const ofSite = new Set((yield* db.rows(sql`select id from notices where ${isOfSite}`)).map((row) => text(row, "id")))
  const unknown = yield* unknownNotices(db, records)
  const changed = unknown.filter(({ transactionNumber }) => !ofSite.has(sitePrefix + transactionNumber))
  yield* importNotices(db, records, false)
  yield* clearStaging(db, "notices")
  yield* remember(db, "notices checked at", DateTime.formatIso(now))
  const isAll = readToTheEnd && agrees !== false
  yield* setNoticesAside(db, origin, rejected, isAll)
  const gone = isAll ? yield* markGone(db, records, now) : 0
  if (isAll) {
    yield* remember(db, "notices read to the end", "true")
    yield* remember(db, "notices read at", DateTime.formatIso(now))
  }
  const event = { _tag: "Notices", changed: changed.length, gone: gone ?? 0, readToTheEnd: isAll } as const
  return { event, isDoubtful: gone === undefined }
})

const readNotices = Effect.fnUntraced(function* (context: SyncContext, isFull: boolean) {
  const { store, origin, source } = context
  let known = 0
  yield* readList<Notice, PlainNotice>(context, {
    list: "notices",
    pages: source.notices,
    plain: plainNotice,
    strayed: () => undefined,
    isDone: (db, page) =>
      Effect.map(unknownNotices(db, page), (unknown) => {
        known = page.length > 0 && unknown.length === 0 ? known + 1 : 0
        return !isFull && known === maxKnownPages
      })
  })
  const now = yield* DateTime.now
  return yield* store.write((db) => storeNotices(db, origin, isFull || known < maxKnownPages, now))
})

/** Reads the notices that were changed last, or all of them, and stores them in one transaction. */
export const syncNotices = Effect.fnUntraced(function* (
  context: SyncContext
): Effect.fn.Return<SyncedNotices, MirrorError | PublicRecordsError> {
  const now = yield* DateTime.now
  const isFull = yield* context.store.read((db) => isFullReadDue(db, now))
  const { event, isDoubtful } = yield* readNotices(context, isFull)
  if (!isDoubtful) return event
  const again = yield* readNotices(context, true)
  return { ...again.event, changed: event.changed + again.event.changed }
})
