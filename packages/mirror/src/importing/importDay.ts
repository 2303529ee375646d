import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { publicationOf } from "@public-records/core"
import { DateTime } from "effect"
import type { ImportedDay } from "../ImportEvent.ts"
import { dateOf } from "../store/civil.ts"
import { type Database, integer } from "../store/Database.ts"
import { digestOf } from "../store/DayWriter.ts"
import { ledgerDay, type StoredDay } from "../store/ledger.ts"
import type { Writer } from "../store/MirrorFile.ts"
import { recordsOfDay } from "../store/storedComplaint.ts"
import type { Steps } from "../store/steps.ts"
import { type DayRecords, type Decision, reconcile, type SetAside } from "./reconcile.ts"

/** The records of a day in a file. */
export interface IncomingDay extends Omit<DayRecords, "digest"> {
  readonly day: number
  readonly claimed: number | null
}

export interface ImportContext {
  readonly now: DateTime.Utc
  readonly replace: boolean
}

/** The reason for setting aside the second record with an id. */
const repeatedId = "its id occurs twice in the file"

const withDistinctIds = (records: ReadonlyArray<PlainComplaint>) => {
  const byId = new Map<string, PlainComplaint>()
  const repeated = records.filter((record) => {
    if (byId.has(record.id)) return true
    byId.set(record.id, record)
    return false
  })
  return { distinct: [...byId.values()], repeated }
}

const writeAside = (db: Database, day: number, { origin, reason, records, source }: SetAside): void => {
  for (const record of records) {
    db.run("insert into aside values(?, ?, ?, ?, ?)", day, source, origin, reason, JSON.stringify(record))
  }
}

/** A day is read again this many days after its publication. */
export const daysUntilSettled = 7

/** Whether a day can be settled: a week has passed since its publication. */
export const isSettled = (day: number, now: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(DateTime.add(publicationOf(dateOf(day)), { days: daysUntilSettled }), now)

/** Notes in the ledger that a day was read again, without changing its records. */
const noteRead = (db: Database, day: number, outcome: string, digest: Uint8Array, now: DateTime.Utc): void => {
  if (outcome === "held") db.run("update days set held = ? where day = ?", digest, day)
  if (outcome === "kept" && isSettled(day, now)) {
    db.run("update days set settled = 1 where day = ? and state = 'whole' and digest = ?", day, digest)
  }
}

const decide = function* (
  db: Database,
  incoming: DayRecords & { readonly day: number },
  ledger: StoredDay | undefined,
  isForced: boolean
): Steps<Decision> {
  const isSame = ledger?.digest === incoming.digest && ledger.source === incoming.source
  // Fast path for a file that is imported again. Partial exports with equal contents may have different ids.
  if (isSame && ledger.state === "whole" && !isForced) {
    return { outcome: "kept", contents: undefined, aside: undefined }
  }
  const existing = ledger === undefined ? undefined : { ...ledger, records: yield* recordsOfDay(db, incoming.day) }
  return reconcile(incoming, existing, isForced)
}

const hexOf = (digest: Uint8Array): string => Buffer.from(digest).toString("hex")

/** Imports a day of a file, within a transaction. */
export function* importDay({ db, days }: Writer, incoming: IncomingDay, context: ImportContext): Steps<ImportedDay> {
  const { day, origin, source } = incoming
  const { distinct, repeated } = withDistinctIds(incoming.records)
  const digest = digestOf(distinct)
  const read = { ...incoming, records: distinct, digest: hexOf(digest) }
  const decision = yield* decide(db, read, ledgerDay(db, day), context.replace)
  const { aside, contents, outcome } = decision
  db.run("delete from aside where day = ? and source = ? and origin = ?", day, source, origin)
  if (aside !== undefined) writeAside(db, day, aside)
  writeAside(db, day, { source, origin, reason: repeatedId, records: repeated })
  yield undefined
  if (contents === undefined) noteRead(db, day, outcome, digest, context.now)
  else {
    const { claimed } = incoming
    const fetchedAt = DateTime.formatIso(context.now)
    const written = contents.records === distinct ? digest : digestOf(contents.records)
    yield* days.replaceDay(day, contents.records, { ...contents, claimed, fetchedAt, digest: written })
  }
  db.run("update days set aside = (select count(*) from aside where day = ?) where day = ?", day, day)
  const isOurs = aside?.source === source && aside.origin === origin
  const asideOfFile = repeated.length + (isOurs ? aside.records.length : 0)
  return {
    _tag: "Day",
    day: dateOf(day),
    state: ledgerDay(db, day)?.state ?? incoming.state,
    records: incoming.records.length - asideOfFile,
    copies: integer(db.first("select copies from days where day = ?", day), "copies"),
    aside: asideOfFile,
    source,
    origin,
    outcome
  }
}
