import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { publicationOf } from "@public-records/core"
import { DateTime } from "effect"
import type { ImportedDay } from "../ImportEvent.ts"
import { clearSetAside, forgetSetAside, reasonsOfDay, insertSetAside } from "../store/setAside.ts"
import { dateOf } from "../store/civil.ts"
import { type Database, integer } from "../store/Database.ts"
import { hold, isSecondOpinion, ledgerDay, release } from "../store/ledger.ts"
import { recordsOfDay } from "../store/storedComplaint.ts"
import type { Steps } from "../store/steps.ts"
import { digestOf, writeDay } from "../store/writeDay.ts"
import { type DayRecords, type Decision, unchanged, reasonStarts, reconcile } from "./reconcile.ts"

/** The records of a day in a file. */
export interface IncomingDay extends DayRecords {
  readonly day: number
  /** The total that the source reported, or `null`. */
  readonly claimed: number | null
}

export interface ImportContext {
  readonly now: DateTime.Utc
  readonly replace: boolean
}

const withDistinctIds = (records: ReadonlyArray<PlainComplaint>) => {
  const byId = new Map<string, PlainComplaint>()
  const repeated = records.filter((record) => {
    if (byId.has(record.id)) return true
    byId.set(record.id, record)
    return false
  })
  return { distinct: [...byId.values()], repeated }
}

function* decide(
  db: Database,
  incoming: IncomingDay,
  digest: string,
  { now, replace }: ImportContext
): Steps<Decision> {
  const ledger = ledgerDay(db, incoming.day)
  if (ledger === undefined) return reconcile(incoming, undefined, { replace, isConfirmed: false })
  const isSame = ledger.digest === digest && ledger.source === incoming.source
  // The file is imported again. Parts with equal contents may have different ids.
  if (isSame && ledger.state === "complete" && incoming.state === "complete" && !replace) return unchanged
  const existing = { ...ledger, records: yield* recordsOfDay(db, incoming.day) }
  // A file that is imported twice is the same opinion twice.
  const isConfirmed = incoming.source === "service" && isSecondOpinion(ledger, digest, now)
  return reconcile(incoming, existing, { replace, isConfirmed })
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
const loserOf = (db: Database, incoming: IncomingDay): IncomingDay => {
  const existing = ledgerDay(db, incoming.day)
  const key = existing?.key === incoming.key ? existing.digest : existing?.key
  return { ...incoming, ...existing, ...(key === undefined ? {} : { key }) }
}

/** Forgets what was held back from a day that gets new contents, and what it lost before, if it gets that back or nobody wants it. */
const forgetReplaced = (db: Database, day: number, digest: string, { replace }: ImportContext): void => {
  forgetSetAside(db, day, reasonStarts.held)
  if (replace) forgetSetAside(db, day, reasonStarts.lost)
  db.run("delete from set_aside where day = ? and key = ?", day, digest)
}

/** Imports a day of a file, within a transaction. */
export function* importDay(db: Database, incoming: IncomingDay, context: ImportContext): Steps<ImportedDay> {
  const { now } = context
  const { claimed, day, origin, source } = incoming
  const { distinct, repeated } = withDistinctIds(incoming.records)
  const digest = digestOf(distinct)
  const { setAside, contents, outcome, reason } = yield* decide(db, { ...incoming, records: distinct }, digest, context)
  const decided = setAside.map((raw) => ({ reason, raw }))
  const twice = repeated.map((raw) => ({ reason: "its id occurs twice in the file", raw }))
  clearSetAside(db, incoming)
  if (contents !== undefined) forgetReplaced(db, day, digest, context)
  const owner = contents === undefined ? incoming : loserOf(db, incoming)
  yield* insertSetAside(db, owner, decided)
  yield* insertSetAside(db, incoming, twice)
  if (contents !== undefined) {
    const written = contents.records === distinct ? digest : digestOf(contents.records)
    const fetchedAt = DateTime.formatIso(now)
    yield* writeDay(db, day, contents.records, { ...contents, claimed, fetchedAt, digest: written })
  } else if (outcome === "held") hold(db, day, digest, now)
  else if (outcome === "unchanged" && isSettled(day, now)) {
    db.run("update days set settled = 1 where day = ? and state = 'complete' and digest = unhex(?)", day, digest)
  }
  db.run("update days set set_aside = (select count(*) from set_aside where day = ?) where day = ?", day, day)
  const stored = ledgerDay(db, day)
  if (outcome === "unchanged" && stored?.digest === digest && stored.source === source) {
    release(db, day)
    forgetSetAside(db, day, reasonStarts.held)
  }
  const setAsideOfFile = repeated.length + (contents === undefined ? setAside.length : 0)
  return {
    _tag: "Day",
    day: dateOf(day),
    state: stored?.state ?? incoming.state,
    why: (outcome === "held" || outcome === "setAside" ? reason : stored?.why) || null,
    records: incoming.records.length - setAsideOfFile,
    duplicates: integer(db.first("select duplicates from days where day = ?", day), "duplicates"),
    setAside: setAsideOfFile,
    reasons: reasonsOfDay(db, incoming),
    source,
    origin,
    outcome
  }
}
