import { publicationOf } from "@public-records/core"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { DateTime, Effect } from "effect"
import type { ImportedDay } from "../ImportEvent.ts"
import type { MirrorError } from "../MirrorError.ts"
import { dateOf } from "../store/civil.ts"
import type { Database } from "../store/Database.ts"
import { type DayRecord, dayRecord, digestOf } from "../store/DayRecord.ts"
import { countSetAside, hold, isSecondOpinion, ledgerDay, release, settle, type StoredDay } from "../store/ledger.ts"
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

const decide = (
  db: Database,
  incoming: IncomingDay,
  existing: StoredDay | undefined,
  { now, replace }: ImportContext
): Effect.Effect<Decision, MirrorError> => {
  const { digest, source, state } = incoming
  // A file that is imported twice is the same opinion twice.
  const isConfirmed = source === "service" && isSecondOpinion(existing, digest, now)
  if (existing === undefined) return Effect.succeed(reconcile(incoming, undefined, { replace, isConfirmed }))
  const isSame = existing.digest === digest && existing.source === source
  // The file is imported again. Parts with equal contents may have different ids.
  if (isSame && existing.state === "complete" && state === "complete" && !replace) return Effect.succeed(unchanged)
  return Effect.map(recordsOfDay(db, incoming.day), (records) =>
    reconcile(incoming, { ...existing, records }, { replace, isConfirmed })
  )
}

/** A day is read again this many days after its publication. */
export const daysUntilSettled = 7

/** Whether a day can be settled: a week has passed since its publication. */
export const isSettled = (day: number, now: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(DateTime.add(publicationOf(dateOf(day)), { days: daysUntilSettled }), now)

/**
 * Returns the owner of records that a day loses: the file that it was read from. Those of a service belong to the contents that are
 * replaced, because the next read replaces what the service owns.
 */
const loserOf = (incoming: IncomingDay, existing: StoredDay | undefined): RecordSource => {
  if (existing === undefined) return incoming
  const key = existing.key === incoming.key ? existing.digest : existing.key
  return { day: incoming.day, source: existing.source, origin: existing.origin, key }
}

/** Forgets what was held back from a day that gets new contents, and what it lost before, if it gets that back or nobody wants it. */
const forgetReplaced = Effect.fnUntraced(function* (db: Database, { day, digest }: IncomingDay, replace: boolean) {
  yield* forgetSetAside(db, day, reasonStarts.held)
  if (replace) yield* forgetSetAside(db, day, reasonStarts.lost)
  yield* db.run(sql`delete from set_aside where day = ${dateOf(day)}::date and key = ${digest}`)
})

/** Writes the new contents of a day. */
const writeContents = (db: Database, incoming: IncomingDay, contents: DayRecords, now: DateTime.Utc) => {
  const { records } = contents
  const { calls, digest } =
    records === incoming.records ? incoming : { calls: callsText(records), digest: digestOf(records) }
  const { claimed, day } = incoming
  return writeDay(db, day, calls, { ...contents, claimed, fetchedAt: DateTime.formatIso(now), digest })
}

const received = (records: ReadonlyArray<DayRecord>, reason: string) =>
  records.map((record) => ({ reason, raw: record.received }))

/** Imports a day of a file, within a transaction. */
export const importDay = Effect.fnUntraced(function* (
  db: Database,
  incoming: IncomingDay,
  context: ImportContext
): Effect.fn.Return<ImportedDay, MirrorError> {
  const { day, digest, origin, repeated, source } = incoming
  const { now, replace } = context
  const existing = yield* ledgerDay(db, day)
  const { contents, outcome, reason, setAside } = yield* decide(db, incoming, existing, context)
  yield* clearSetAside(db, incoming)
  if (contents !== undefined) yield* forgetReplaced(db, incoming, replace)
  const owner = contents === undefined ? incoming : loserOf(incoming, existing)
  yield* insertSetAside(db, owner, received(setAside, reason))
  yield* insertSetAside(db, incoming, received(repeated, "its id occurs twice in the file"))
  if (contents !== undefined) yield* writeContents(db, incoming, contents, now)
  else if (outcome === "held") yield* hold(db, day, digest, now, reason)
  else if (outcome === "unchanged" && isSettled(day, now)) yield* settle(db, day, digest)
  yield* countSetAside(db, day)
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
