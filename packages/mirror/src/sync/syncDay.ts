import type { PublicRecordsError } from "@public-records/core"
import { complaintFromJson } from "@public-records/files/complaintRecords"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { DateTime, Effect } from "effect"
import type { ImportedDay } from "../ImportEvent.ts"
import { importDay, isSettled, type PreparedRecords, prepareRecords } from "../importing/importDay.ts"
import type { MirrorError } from "../MirrorError.ts"
import { reasonsOfDay, insertSetAside } from "../store/setAside.ts"
import { dateOf } from "../store/civil.ts"
import type { Database } from "../store/Database.ts"
import {
  confirm,
  countSetAside,
  forgetAhead,
  hold,
  isSecondOpinion,
  isWeekday,
  ledgerDay,
  release,
  settlePartial
} from "../store/ledger.ts"
import { readList } from "./readList.ts"
import { clearStaging, type StagedList, stagedList } from "./staging.ts"
import type { SyncContext } from "./SyncContext.ts"

/** `repair` replaces damaged days, `replace` any day. */
export interface SyncWish {
  readonly repair: boolean
  readonly replace: boolean
}

/** Returns why a day that was read to its end is partial, or "". */
const whyPartial = (
  { agrees, records, rejected, total }: StagedList<PlainComplaint>,
  isLate: boolean,
  isRepeated: boolean
): string => {
  const unread = rejected.filter(({ isStray }) => isStray !== true).length
  if (isLate) return "a weekday without records; the service may be late"
  const [sent, all, reported] = [unread, unread + records.length, total ?? 0].map((count) =>
    count.toLocaleString("en-US")
  )
  if (unread > 0) return `${sent} of the ${all} records of the service could not be read`
  if (agrees !== false || isRepeated) return ""
  return `the service reports ${reported} records and sends ${all}`
}

/** A day that was read to its end. */
interface ReadDay {
  readonly day: number
  readonly origin: string
  readonly now: DateTime.Utc
  readonly staged: StagedList<PlainComplaint>
  readonly prepared: PreparedRecords
  /** Why the day is read although no plan says so. */
  readonly wish: SyncWish
}

/** The result of one read. A doubtful one is confirmed by an equal second read. */
interface StoredRead {
  readonly imported: ImportedDay
  readonly isDoubtful: boolean
}

/**
 * Stores a day that was read to its end. It is partial if a record of it could not be read, if the reported total is another one, unless
 * the last read was equal, and if it is a weekday without records that was published in the last week: the service may be late. A
 * partial day with records that cannot be read is settled by a second opinion, unless none could be read: that may be an outage.
 */
const storeDay = Effect.fnUntraced(function* (
  db: Database,
  { day, now, origin, prepared, staged, wish }: ReadDay
): Effect.fn.Return<StoredRead, MirrorError> {
  const { records, rejected, total } = staged
  const { digest } = prepared
  yield* forgetAhead(db, day, now)
  const existing = yield* ledgerDay(db, day)
  const isRepeated = existing?.held === digest
  const isLate = records.length + rejected.length === 0 && isWeekday(day) && !isSettled(day, now)
  const why = whyPartial(staged, isLate, isRepeated)
  const isComplete = why === ""
  const state = isComplete ? "complete" : "partial"
  const incoming = { ...prepared, day, state, why, source: "service", origin, key: origin, claimed: total } as const
  // A settled partial day is not damaged: a repair reads it again, and no more.
  const isDamaged = wish.repair && existing?.state !== "partial"
  const imported = yield* importDay(db, incoming, { now, replace: wish.replace || isDamaged })
  yield* insertSetAside(db, incoming, rejected)
  yield* countSetAside(db, day)
  const isUnreadable = rejected.some(({ isStray }) => isStray !== true)
  if (isUnreadable && records.length > 0 && isSecondOpinion(existing, digest, now)) yield* settlePartial(db, day)
  yield* confirm(db, day, digest, now)
  // A digest to compare with the next read: of a partial day, and of a day that changed.
  const hasChanged = imported.outcome === "replaced" && existing?.state === "complete"
  if (!isComplete || hasChanged) yield* hold(db, day, digest, now, imported.why ?? "another read has other records")
  else if (imported.outcome === "unchanged") yield* release(db, day)
  yield* clearStaging(db, dateOf(day))
  // A second look a moment later does not tell an outage from a change, but a total that changes from one that is wrong.
  const isDoubtful = !isComplete && !isLate && !isUnreadable
  const setAside = imported.setAside + rejected.length
  return { imported: { ...imported, setAside, reasons: yield* reasonsOfDay(db, incoming) }, isDoubtful }
})

const readDay = Effect.fnUntraced(function* (context: SyncContext, day: number, wish: SyncWish) {
  const { store, origin, source } = context
  const list = dateOf(day)
  yield* readList(context, {
    list,
    pages: (from) => source.complaints(list, from),
    plain: complaintFromJson,
    strayed: ({ createdDate }) =>
      createdDate.startsWith(list) ? undefined : `it is of ${createdDate.slice(0, 10)}, in the list of ${list}`,
    isDone: () => Effect.succeed(false)
  })
  const now = yield* DateTime.now
  const staged = yield* store.read((db) => stagedList<PlainComplaint>(db, list))
  const prepared = prepareRecords(staged.records)
  return yield* store.write((db) => storeDay(db, { day, origin, now, staged, prepared, wish }))
})

/** Reads a day and stores it in one transaction. Reads it again at once if the first read is doubtful. */
export const syncDay = Effect.fnUntraced(function* (
  context: SyncContext,
  day: number,
  wish: SyncWish
): Effect.fn.Return<ImportedDay, MirrorError | PublicRecordsError> {
  const { imported, isDoubtful } = yield* readDay(context, day, wish)
  if (!isDoubtful) return imported
  const again = yield* readDay(context, day, wish)
  // A day that the mirror did not have before is stored, although the second read replaced the first.
  return imported.outcome === "stored" ? { ...again.imported, outcome: "stored" } : again.imported
})
