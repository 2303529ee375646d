import { statSync } from "node:fs"
import type { MirrorStatus } from "../MirrorStatus.ts"
import { type Database, integer } from "../store/Database.ts"
import { dateOf, dayOf } from "../store/civil.ts"
import { allReasons } from "../store/aside.ts"
import { coverageOf, doubtsOf, suspiciousDays } from "../store/ledger.ts"
import { setting } from "../store/settings.ts"

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Returns the size of a mirror with the log that SQLite keeps beside it. **Units** bytes. */
export const bytesOf = (path: string): number => sizeOf(path) + sizeOf(`${path}-wal`)

const unreadSince = (db: Database, first: number): number => {
  const { missing } = coverageOf(db, { from: first, to: Number.POSITIVE_INFINITY })
  return missing.reduce((sum, { from, to }) => sum + dayOf(to) - dayOf(from) + 1, 0)
}

const newestWhole = (db: Database): MirrorStatus["newestWhole"] => {
  const newest = db.first("select max(day) as day from days where state = 'whole'")?.["day"]
  return typeof newest === "number" ? dateOf(newest) : null
}

const syncOf = (db: Database): MirrorStatus["sync"] => {
  const [from, succeeded, failed] = [
    setting(db, "sync from"),
    setting(db, "sync succeeded at"),
    setting(db, "sync failed at")
  ]
  if (from + succeeded + failed === "") return null
  return {
    from: from === "" ? null : dateOf(dayOf(from)),
    unread: from === "" ? 0 : unreadSince(db, dayOf(from)),
    lastSuccess: succeeded === "" ? null : new Date(succeeded),
    lastFailure: failed === "" ? null : { at: new Date(failed), why: setting(db, "sync failure") }
  }
}

export const statusOf = (db: Database, path: string): MirrorStatus => ({
  path,
  bytes: bytesOf(path),
  days: integer(db.first("select count(*) as days from days"), "days"),
  records: integer(db.first("select sum(records) as records from days"), "records"),
  ...coverageOf(db, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }),
  suspicious: suspiciousDays(db),
  ...doubtsOf(db),
  reasons: allReasons(db),
  aside: integer(db.first("select count(*) as aside from aside"), "aside"),
  notices: integer(db.first("select count(*) as notices from notices where gone is null"), "notices"),
  newestWhole: newestWhole(db),
  sync: syncOf(db)
})
