import { DateTime, Effect } from "effect"
import { statSync } from "node:fs"
import type { CivilDate } from "@public-records/core"
import type { MirrorError } from "../MirrorError.ts"
import type { DayRange, MirrorStatus } from "../MirrorStatus.ts"
import { type Database, integer, text } from "../store/Database.ts"
import { dateOf, dayOf } from "../store/civil.ts"
import { allReasons } from "../store/setAside.ts"
import { nothingNewIn } from "../site/nothingNew.ts"
import { coverageOf, daysAhead, doubtsOf, sourcesOf, suspiciousDays } from "../store/ledger.ts"
import { list, sql } from "../store/sql.ts"
import type { StoreNames } from "../store/Store.ts"
import { pastTimeOf, stateOf } from "../store/syncState.ts"

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Returns the size of a mirror with the engine's log beside it. **Units** bytes. */
export const bytesOf = (path: string): number => sizeOf(path) + sizeOf(`${path}.wal`)

/** Whether a time is still to come, because the clock was ahead. */
const isAhead = (time: string, now: DateTime.Utc): boolean => time > DateTime.formatIso(now)

const unreadSince = (db: Database, first: number) =>
  Effect.map(coverageOf(db, { from: first, to: Number.POSITIVE_INFINITY }), ({ missing }) =>
    missing.reduce((sum, { from, to }) => sum + dayOf(to) - dayOf(from) + 1, 0)
  )

/** Returns what is counted by one statement. `ahead` are days that do not count as read. */
const countsOf = (db: Database, ahead: ReadonlyArray<CivilDate>) =>
  Effect.map(
    db.first(sql`select count(*) as days, sum(records) as records,
        max(day) filter (state = 'complete' and day::varchar not in ${list(ahead)}) as newest_complete,
        (select count(*) from set_aside) as set_aside, (select count(*) from notices where gone is null) as notices
      from days`),
    (row) => {
      const newest = text(row, "newest_complete")
      return {
        days: integer(row, "days"),
        records: integer(row, "records"),
        setAside: integer(row, "set_aside"),
        notices: integer(row, "notices"),
        newestComplete: newest === "" ? null : dateOf(dayOf(newest))
      }
    }
  )

/** Returns the published days after a day. */
const dueAfter = (day: CivilDate | null, published: CivilDate): DayRange | null =>
  day === null || day >= published ? null : { from: dateOf(dayOf(day) + 1), to: published }

const syncOf = Effect.fnUntraced(function* (
  db: Database,
  now: DateTime.Utc
): Effect.fn.Return<MirrorStatus["sync"], MirrorError> {
  const from = yield* stateOf(db, "sync from")
  const succeeded = yield* pastTimeOf(db, "sync succeeded at", now)
  const failed = yield* pastTimeOf(db, "sync failed at", now)
  if (from + succeeded + failed === "") return null
  return {
    from: from === "" ? null : dateOf(dayOf(from)),
    unread: from === "" ? 0 : yield* unreadSince(db, dayOf(from)),
    lastSuccess: succeeded === "" ? null : new Date(succeeded),
    lastFailure: failed === "" ? null : { at: new Date(failed), why: yield* stateOf(db, "sync failure") }
  }
})

/** `published` is the latest day that is published, `today` the date in Eastern time. */
export const statusOf = Effect.fnUntraced(function* (
  db: Database,
  { name, path }: StoreNames,
  { now, published, today }: { readonly now: DateTime.Utc; readonly published: CivilDate; readonly today: number }
): Effect.fn.Return<MirrorStatus, MirrorError> {
  const ahead = (yield* daysAhead(db, dayOf(published), now)).map(dateOf)
  const checkedAt = yield* stateOf(db, "notices checked at")
  const siteCheckedAt = yield* stateOf(db, "site notices checked at")
  const counts = yield* countsOf(db, ahead)
  const sync = yield* syncOf(db, now)
  return {
    path: name,
    bytes: bytesOf(path),
    ...(yield* coverageOf(db, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY })),
    ...counts,
    suspicious: yield* suspiciousDays(db),
    ...(yield* doubtsOf(db)),
    sources: yield* sourcesOf(db),
    nothingNew: yield* nothingNewIn(db, today),
    reasons: yield* allReasons(db),
    sync,
    due: sync === null ? null : dueAfter(counts.newestComplete, published),
    ahead: { days: ahead, notices: isAhead(checkedAt, now) || isAhead(siteCheckedAt, now) }
  }
})
