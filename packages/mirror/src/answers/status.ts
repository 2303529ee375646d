import { statSync } from "node:fs"
import type { MirrorStatus } from "../MirrorStatus.ts"
import { type Database, integer } from "../store/Database.ts"
import { dateOf, dayOf } from "../store/civil.ts"
import { coverageOf, suspiciousDays } from "../store/ledger.ts"
import { setting } from "../store/settings.ts"

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Returns the size of a mirror with the log that SQLite keeps beside it. **Units** bytes. */
export const bytesOf = (path: string): number => sizeOf(path) + sizeOf(`${path}-wal`)

const syncOf = (db: Database): MirrorStatus["sync"] => {
  const remembered = setting(db, "sync from")
  if (remembered === "") return null
  const first = dayOf(remembered)
  const { missing } = coverageOf(db, { from: first, to: Number.POSITIVE_INFINITY })
  const unread = missing.reduce((sum, { from, to }) => sum + dayOf(to) - dayOf(from) + 1, 0)
  return { from: dateOf(first), unread }
}

export const statusOf = (db: Database, path: string): MirrorStatus => ({
  path,
  bytes: bytesOf(path),
  days: integer(db.first("select count(*) as days from days"), "days"),
  records: integer(db.first("select sum(records) as records from days"), "records"),
  ...coverageOf(db, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }),
  suspicious: suspiciousDays(db),
  aside: integer(db.first("select count(*) as aside from aside"), "aside"),
  notices: integer(db.first("select count(*) as notices from notices where gone is null"), "notices"),
  sync: syncOf(db)
})
