import { DateTime } from "effect"
import { statSync } from "node:fs"
import type { CivilDate } from "@public-records/core"
import type { MirrorStatus } from "../MirrorStatus.ts"
import { type Database, integer } from "../store/Database.ts"
import { dateOf, dayOf } from "../store/civil.ts"
import { allReasons } from "../store/setAside.ts"
import { coverageOf, daysAhead, doubtsOf, suspiciousDays } from "../store/ledger.ts"
import { stateOf } from "../store/syncState.ts"

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Returns the size of a mirror with the log that SQLite keeps beside it. **Units** bytes. */
export const bytesOf = (path: string): number => sizeOf(path) + sizeOf(`${path}-wal`)

/** Whether a time is still to come, because the clock was ahead. */
const isAhead = (time: string, now: DateTime.Utc): boolean => time > DateTime.formatIso(now)

const unreadSince = (db: Database, first: number): number => {
  const { missing } = coverageOf(db, { from: first, to: Number.POSITIVE_INFINITY })
  return missing.reduce((sum, { from, to }) => sum + dayOf(to) - dayOf(from) + 1, 0)
}

const newestComplete = (db: Database, ahead: ReadonlyArray<number>): MirrorStatus["newestComplete"] => {
  const others = "state = 'complete' and day not in (select value from json_each(?))"
  const newest = db.first(`select max(day) as day from days where ${others}`, JSON.stringify(ahead))?.["day"]
  return typeof newest === "number" ? dateOf(newest) : null
}

const syncOf = (db: Database, now: DateTime.Utc): MirrorStatus["sync"] => {
  const from = stateOf(db, "sync from")
  const [succeeded = "", failed = ""] = (["sync succeeded at", "sync failed at"] as const).map((name) => {
    const time = stateOf(db, name)
    return isAhead(time, now) ? "" : time
  })
  if (from + succeeded + failed === "") return null
  return {
    from: from === "" ? null : dateOf(dayOf(from)),
    unread: from === "" ? 0 : unreadSince(db, dayOf(from)),
    lastSuccess: succeeded === "" ? null : new Date(succeeded),
    lastFailure: failed === "" ? null : { at: new Date(failed), why: stateOf(db, "sync failure") }
  }
}

/** `published` is the latest day that is published. */
export const statusOf = (
  db: Database,
  path: string,
  { now, published }: { readonly now: DateTime.Utc; readonly published: CivilDate }
): MirrorStatus => {
  const ahead = daysAhead(db, dayOf(published), now)
  return {
    path,
    bytes: bytesOf(path),
    days: integer(db.first("select count(*) as days from days"), "days"),
    records: integer(db.first("select sum(records) as records from days"), "records"),
    ...coverageOf(db, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }),
    suspicious: suspiciousDays(db),
    ...doubtsOf(db),
    reasons: allReasons(db),
    setAside: integer(db.first("select count(*) as records from set_aside"), "records"),
    notices: integer(db.first("select count(*) as notices from notices where gone is null"), "notices"),
    newestComplete: newestComplete(db, ahead),
    sync: syncOf(db, now),
    ahead: { days: ahead.map(dateOf), notices: isAhead(stateOf(db, "notices checked at"), now) }
  }
}
