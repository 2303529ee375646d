import type { Notice, PublicRecordsError, RejectedRecord } from "@public-records/core"
import { noticeFromJson } from "@public-records/files/noticeRecords"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { sha256 } from "@public-records/files/sha256"
import { compareInstants } from "@public-records/files/text"
import { DateTime, Effect, Option } from "effect"
import { importNotices } from "../importing/importNotices.ts"
import type { MirrorError } from "../MirrorError.ts"
import { insertSetAside } from "../store/setAside.ts"
import { type Database, integer, text } from "../store/Database.ts"
import { remember, stateOf } from "../store/syncState.ts"
import type { Steps } from "../store/steps.ts"
import type { SyncedNotices } from "../SyncEvent.ts"
import { readList } from "./readList.ts"
import { clearStaging, stagedList } from "./staging.ts"
import type { SyncContext } from "./SyncContext.ts"

/** A read of the changes ends after this many pages in a row that the mirror has. */
const maxKnownPages = 2
const hoursBetweenReads = 12
const daysBetweenFullReads = 7
/** More notices than this share must be missing from two full reads in a row before they are marked as gone. */
const guardShare = 0.01

const isKnown = (db: Database, { id, updated }: PlainNotice): boolean => {
  const stored = db.first("select updated from notices where id = ? and gone is null", id)
  return stored !== undefined && compareInstants(updated, text(stored, "updated")) === 0
}

/** Whether a time is remembered since which the period has not passed. One that is still to come is that of a clock that was ahead. */
const isRecent = (
  db: Database,
  name: "notices read at" | "notices checked at",
  period: Parameters<typeof DateTime.add>[1],
  now: DateTime.Utc
): boolean =>
  Option.exists(
    DateTime.make(stateOf(db, name)),
    (at) => DateTime.isLessThanOrEqualTo(at, now) && DateTime.isGreaterThan(DateTime.add(at, period), now)
  )

export const areNoticesDue = (db: Database, now: DateTime.Utc): boolean =>
  !isRecent(db, "notices checked at", { hours: hoursBetweenReads }, now)

/** Whether all notices are read this time, not only the changed ones. */
export const isFullReadDue = (db: Database, now: DateTime.Utc): boolean =>
  stateOf(db, "notices held") !== "" || !isRecent(db, "notices read at", { days: daysBetweenFullReads }, now)

/** Marks the notices as gone that a full read did not find. Returns their number, or `undefined` if a second read must confirm it. */
const markGone = (db: Database, ids: ReadonlyArray<string>, now: DateTime.Utc): number | undefined => {
  const missing = "gone is null and id not in (select value from json_each(?))"
  const found = JSON.stringify(ids)
  const count = integer(db.first(`select count(*) as count from notices where ${missing}`, found), "count")
  const digest = sha256(ids.toSorted().join()).toString("hex")
  const isGuarded =
    count > integer(db.first("select count(*) as count from notices where gone is null"), "count") * guardShare
  if (isGuarded && stateOf(db, "notices held") !== digest) {
    remember(db, "notices held", digest)
    return undefined
  }
  remember(db, "notices held", "")
  db.run(`update notices set gone = ? where ${missing}`, DateTime.formatIso(now), found)
  return count
}

/** Sets notices aside. Those of earlier reads stay until all notices are read, unless they were found again. */
function* setNoticesAside(
  db: Database,
  origin: string,
  rejected: ReadonlyArray<RejectedRecord>,
  isAll: boolean
): Steps<void> {
  const ofNotices = "day is null and source = 'service'"
  if (isAll) db.run(`delete from set_aside where ${ofNotices}`)
  yield* insertSetAside(db, { day: null, source: "service", origin, key: origin }, rejected)
  const newest = `select max(rowid) from set_aside where ${ofNotices} group by raw`
  db.run(`delete from set_aside where ${ofNotices} and rowid not in (${newest})`)
}

interface StoredNotices {
  readonly event: SyncedNotices
  readonly isDoubtful: boolean
}

function* storeNotices(db: Database, origin: string, readToTheEnd: boolean, now: DateTime.Utc): Steps<StoredNotices> {
  const { agrees, records, rejected } = yield* stagedList<PlainNotice>(db, "notices")
  const changed = records.filter((notice) => !isKnown(db, notice)).length
  yield* importNotices(db, records, false)
  clearStaging(db, "notices")
  remember(db, "notices checked at", DateTime.formatIso(now))
  const isAll = readToTheEnd && agrees !== false
  yield* setNoticesAside(db, origin, rejected, isAll)
  const gone = isAll
    ? markGone(
        db,
        records.map(({ id }) => id),
        now
      )
    : 0
  if (isAll) {
    remember(db, "notices read to the end", "true")
    remember(db, "notices read at", DateTime.formatIso(now))
  }
  return { event: { _tag: "Notices", changed, gone: gone ?? 0, readToTheEnd: isAll }, isDoubtful: gone === undefined }
}

const readNotices = Effect.fnUntraced(function* (context: SyncContext, isFull: boolean) {
  const { file, origin, source } = context
  let known = 0
  yield* readList<Notice, PlainNotice>(context, {
    list: "notices",
    pages: source.notices,
    plain: (notice) => noticeFromJson({ ...notice, links: { self: { href: notice.link } } }),
    strayed: () => undefined,
    isDone: (db, page) => {
      known = page.length > 0 && page.every((notice) => isKnown(db, notice)) ? known + 1 : 0
      return !isFull && known === maxKnownPages
    }
  })
  const now = yield* DateTime.now
  return yield* file.write((db) => storeNotices(db, origin, isFull || known < maxKnownPages, now))
})

/** Reads the notices that were changed last, or all of them, and stores them in one transaction. */
export const syncNotices = Effect.fnUntraced(function* (
  context: SyncContext
): Effect.fn.Return<SyncedNotices, MirrorError | PublicRecordsError> {
  const now = yield* DateTime.now
  const isFull = yield* context.file.read(function* (db) {
    return isFullReadDue(db, now)
  })
  const { event, isDoubtful } = yield* readNotices(context, isFull)
  if (!isDoubtful) return event
  const again = yield* readNotices(context, true)
  return { ...again.event, changed: event.changed + again.event.changed }
})
