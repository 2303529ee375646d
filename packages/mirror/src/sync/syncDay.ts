import type { PublicRecordsError } from "@public-records/core"
import { complaintFromJson } from "@public-records/files/complaintRecords"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { DateTime, Effect } from "effect"
import type { ImportedDay } from "../ImportEvent.ts"
import { importDay, isSettled } from "../importing/importDay.ts"
import type { MirrorError } from "../MirrorError.ts"
import { setAside } from "../store/aside.ts"
import { dateOf } from "../store/civil.ts"
import type { Database } from "../store/Database.ts"
import { isWeekday, ledgerDay, restedSince, settled } from "../store/ledger.ts"
import type { Steps } from "../store/steps.ts"
import { digestOf } from "../store/writeDay.ts"
import { readList } from "./readList.ts"
import { clearStaging, stagedList } from "./staging.ts"
import type { SyncContext } from "./SyncContext.ts"

interface ReadDay {
  readonly day: number
  readonly origin: string
  readonly now: DateTime.Utc
  /** Whether the day is damaged, so that it is replaced in any case. */
  readonly isDamaged: boolean
}

/** The result of one read. A doubtful one is confirmed by an equal second read. */
interface StoredRead {
  readonly imported: ImportedDay
  readonly isDoubtful: boolean
}

/**
 * Stores a day that was read to its end. It is partial if the reported total is another one, unless the last read was equal, and
 * if it is a weekday without records that was published in the last week: the service may be late.
 */
function* storeDay(db: Database, { day, isDamaged, now, origin }: ReadDay): Steps<StoredRead> {
  const list = dateOf(day)
  const { agrees, records, rejected, total } = yield* stagedList<PlainComplaint>(db, list)
  const digest = digestOf(records)
  const existing = ledgerDay(db, day)
  const isRepeated = existing?.held === digest
  const isLate = records.length + rejected.length === 0 && isWeekday(day) && !isSettled(day, now)
  const isWhole = !isLate && (agrees !== false || isRepeated)
  const incoming = { day, state: isWhole ? "whole" : "partial", source: "service", origin, records } as const
  const imported = yield* importDay(db, { ...incoming, claimed: total }, { now, replace: isDamaged })
  yield* setAside(db, incoming, rejected)
  db.run(
    "update days set settled = ? where day = ? and settled = 0 and state = 'whole' and digest = unhex(?) and fetched_at <= ?",
    settled.confirmed,
    day,
    digest,
    DateTime.formatIso(restedSince(now))
  )
  db.run(
    "update days set fetched_at = ?, aside = (select count(*) from aside where day = ?) where day = ?",
    DateTime.formatIso(now),
    day,
    day
  )
  // A digest to compare with the next read: of a partial day, and of a day that changed.
  const hasChanged = imported.outcome === "replaced" && existing?.state === "whole"
  if (!isWhole || hasChanged) db.run("update days set held = unhex(?) where day = ?", digest, day)
  else if (imported.outcome === "kept") db.run("update days set held = null where day = ?", day)
  clearStaging(db, list)
  const isDoubtful = imported.outcome === "held" || (!isWhole && !isLate)
  return { imported: { ...imported, aside: imported.aside + rejected.length }, isDoubtful }
}

const readDay = Effect.fnUntraced(function* (context: SyncContext, day: number, isDamaged: boolean) {
  const { file, origin, source } = context
  const list = dateOf(day)
  yield* readList(context, {
    list,
    pages: (from) => source.complaints(list, from),
    plain: complaintFromJson,
    strayed: ({ createdDate }) =>
      createdDate.startsWith(list) ? undefined : `a complaint of ${createdDate} is in the list of ${list}`,
    isDone: () => false
  })
  const now = yield* DateTime.now
  return yield* file.write((db) => storeDay(db, { day, origin, now, isDamaged }))
})

/** Reads a day and stores it in one transaction. Reads it again at once if the first read is doubtful. */
export const syncDay = Effect.fnUntraced(function* (
  context: SyncContext,
  day: number,
  isDamaged: boolean
): Effect.fn.Return<ImportedDay, MirrorError | PublicRecordsError> {
  const { imported, isDoubtful } = yield* readDay(context, day, isDamaged)
  if (!isDoubtful) return imported
  const again = yield* readDay(context, day, isDamaged)
  // A day that the mirror did not have before is stored, although the second read replaced the first.
  return imported.outcome === "stored" ? { ...again.imported, outcome: "stored" } : again.imported
})
