import { publicationOf } from "@public-records/core"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { DateTime, Effect } from "effect"
import type { ImportedDay } from "../ImportEvent.ts"
import type { MirrorError } from "../MirrorError.ts"
import { dateOf } from "../store/civil.ts"
import type { Database } from "../store/Database.ts"
import { type DayRecord, dayRecord, digestOf } from "../store/DayRecord.ts"
import { countSetAside, hold, isSecondOpinion, ledgerDay, release, settle } from "../store/ledger.ts"
import { clearSetAside, forgetSetAside, insertSetAside, reasonsOfDay, type RecordSource } from "../store/setAside.ts"
import { sql } from "../store/sql.ts"
import { recordsOfDay } from "../store/storedComplaint.ts"
import { callsText, writeDay } from "../store/writeDay.ts"
import { type DayRecords, type Decision, unchanged, reasonStarts, reconcile } from "./reconcile.ts"

/** The records of a day with distinct ids, and what is computed before the mirror is attached. */
export interface PreparedRecords {
  readonly records: DayRecords["records"]
  /** Records with the id of another one. */
  readonly repeated: ReadonlyArray<DayRecord>
  readonly digest: string
  /** See `callsText`. */
  readonly calls: string
}

/** The records of a day in a file. */
export interface IncomingDay extends DayRecords, PreparedRecords {
  readonly day: number
  /** The total that the source reported, or `null`. */
  readonly claimed: number | null
}

export interface ImportContext {
  readonly now: DateTime.Utc
  readonly replace: boolean
}

export const prepareRecords = (complaints: ReadonlyArray<PlainComplaint>): PreparedRecords => {
  const byId = new Map<string, DayRecord>()
  const repeated: Array<DayRecord> = []
  for (const complaint of complaints) {
    const record = dayRecord(complaint)
    if (byId.has(complaint.id)) repeated.push(record)
    else byId.set(complaint.id, record)
  }
  const records = [...byId.values()]
  return { records, repeated, digest: digestOf(records), calls: callsText(records) }
}

const decide = Effect.fnUntraced(function* (
  db: Database,
  incoming: IncomingDay,
  { now, replace }: ImportContext
): Effect.fn.Return<Decision, MirrorError> {
  const ledger = yield* ledgerDay(db, incoming.day)
  if (ledger === undefined) return reconcile(incoming, undefined, { replace, isConfirmed: false })
  const isSame = ledger.digest === incoming.digest && ledger.source === incoming.source
  // The file is imported again. Parts with equal contents may have different ids.
  if (isSame && ledger.state === "complete" && incoming.state === "complete" && !replace) return unchanged
  const existing = { ...ledger, records: yield* recordsOfDay(db, incoming.day) }
  // A file that is imported twice is the same opinion twice.
  const isConfirmed = incoming.source === "service" && isSecondOpinion(ledger, incoming.digest, now)
  return reconcile(incoming, existing, { replace, isConfirmed })
})

/** A day is read again this many days after its publication. */
export const daysUntilSettled = 7

/** Whether a day can be settled: a week has passed since its publication. */
export const isSettled = (day: number, now: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(DateTime.add(publicationOf(dateOf(day)), { days: daysUntilSettled }), now)

/**
 * Returns the owner of records that a day loses: the file that it was read from. Those of a service belong to the contents that are
 * replaced, because the next read replaces what the service owns.
 */
const loserOf = Effect.fnUntraced(function* (
  db: Database,
  incoming: IncomingDay
): Effect.fn.Return<RecordSource, MirrorError> {
  const existing = yield* ledgerDay(db, incoming.day)
  if (existing === undefined) return incoming
  const { digest, key, origin, source } = existing
  return { day: incoming.day, source, origin, key: key === incoming.key ? digest : key }
})

/** Forgets what was held back from a day that gets new contents, and what it lost before, if it gets that back or nobody wants it. */
const forgetReplaced = Effect.fnUntraced(function* (
  db: Database,
  { day, digest }: IncomingDay,
  { replace }: ImportContext
): Effect.fn.Return<void, MirrorError> {
  yield* forgetSetAside(db, day, reasonStarts.held)
  if (replace) yield* forgetSetAside(db, day, reasonStarts.lost)
  yield* db.run(sql`delete from set_aside where day = ${dateOf(day)}::date and key = ${digest}`)
})

/** Writes what was decided about a day. */
const applyDecision = Effect.fnUntraced(function* (
  db: Database,
  incoming: IncomingDay,
  { contents, outcome, reason, setAside }: Decision,
  context: ImportContext
): Effect.fn.Return<void, MirrorError> {
  const { claimed, day, digest, repeated } = incoming
  const { now } = context
  const rowsOf = (records: ReadonlyArray<DayRecord>, why: string) =>
    records.map(({ received }) => ({ reason: why, raw: received }))
  yield* clearSetAside(db, incoming)
  if (contents !== undefined) yield* forgetReplaced(db, incoming, context)
  yield* insertSetAside(db, contents === undefined ? incoming : yield* loserOf(db, incoming), rowsOf(setAside, reason))
  yield* insertSetAside(db, incoming, rowsOf(repeated, "its id occurs twice in the file"))
  if (contents !== undefined) {
    const { records } = contents
    const written = contents === incoming ? incoming : { digest: digestOf(records), calls: callsText(records) }
    const fetchedAt = DateTime.formatIso(now)
    yield* writeDay(db, day, written.calls, { ...contents, claimed, fetchedAt, digest: written.digest })
  } else if (outcome === "held") yield* hold(db, day, digest, now)
  else if (outcome === "unchanged" && isSettled(day, now)) yield* settle(db, day, digest)
  yield* countSetAside(db, day)
})

/** Imports a day of a file, within a transaction. */
export const importDay = Effect.fnUntraced(function* (
  db: Database,
  incoming: IncomingDay,
  context: ImportContext
): Effect.fn.Return<ImportedDay, MirrorError> {
  const { day, digest, origin, repeated, source } = incoming
  const decision = yield* decide(db, incoming, context)
  yield* applyDecision(db, incoming, decision, context)
  const { contents, outcome, reason, setAside } = decision
  const stored = yield* ledgerDay(db, day)
  if (outcome === "unchanged" && stored?.digest === digest && stored.source === source) {
    yield* release(db, day)
    yield* forgetSetAside(db, day, reasonStarts.held)
  }
  const setAsideOfFile = repeated.length + (contents === undefined ? setAside.length : 0)
  return {
    _tag: "Day",
    day: dateOf(day),
    state: stored?.state ?? incoming.state,
    why: (outcome === "held" || outcome === "setAside" ? reason : stored?.why) || null,
    records: incoming.records.length + repeated.length - setAsideOfFile,
    duplicates: stored?.duplicates ?? 0,
    setAside: setAsideOfFile,
    reasons: yield* reasonsOfDay(db, incoming),
    source,
    origin,
    outcome
  }
})
