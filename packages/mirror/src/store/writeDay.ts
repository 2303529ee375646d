import { foldName } from "@public-records/files/names"
import { sha256 } from "@public-records/files/sha256"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { rowText } from "@public-records/files/RowIds"
import { compareText } from "@public-records/files/text"
import type { DaySource, DayState } from "../MirrorStatus.ts"
import { canonicalRow } from "./canonicalRow.ts"
import { contentOf } from "./contentOf.ts"
import { dateOf, secondsOf, secondsPerDay } from "./civil.ts"
import { type Database, integer } from "./Database.ts"
import { fillSql, rollUps } from "./rollUps.ts"
import { idBytes, oddValues, robocallCode } from "./storedComplaint.ts"
import type { Steps } from "./steps.ts"

/** The ledger entry of a day, without the counts of its records. */
export interface DayEntry {
  readonly state: DayState
  /** Why the day is partial, or "". */
  readonly why: string
  readonly source: DaySource
  /** The file name or the base URL that the day was read from. */
  readonly origin: string
  /** See `RecordSource`. */
  readonly key: string
  /** The total that the source reported, or `null` if it reported none. */
  readonly claimed: number | null
  /** ISO 8601 */
  readonly fetchedAt: string
  /** The `digestOf` the records. */
  readonly digest: string
}

/** Returns the SHA-256 of the contents of a day, in hexadecimal. It does not depend on ids or on the order of records. */
export const digestOf = (complaints: ReadonlyArray<PlainComplaint>): string =>
  sha256(complaints.map(contentOf).toSorted().join("\u001E")).toString("hex")

/** Returns a function for the codes of names in a lookup table. A new name gets a new code. */
const codesIn = (db: Database, table: "states" | "cities" | "subjects") => {
  const codes = new Map<string, number>()
  return (name: string): number => {
    const row = () =>
      db.first(`select code from ${table} where name = ?`, name) ??
      db.first(`insert into ${table}(name, folded) values(?, ?) returning code`, name, foldName(name))
    const code = codes.get(name) ?? integer(row(), "code")
    codes.set(name, code)
    return code
  }
}

/** Writes complaints in the documented order: by creation, ties by id. */
function* writeCalls(db: Database, day: number, complaints: ReadonlyArray<PlainComplaint>): Steps<void> {
  const [stateOf, cityOf, subjectOf] = [codesIn(db, "states"), codesIn(db, "cities"), codesIn(db, "subjects")]
  const duplicates = new Map<string, number>()
  const inOrder = complaints.toSorted(
    (left, right) => compareText(left.createdDate, right.createdDate) || compareText(left.id, right.id)
  )
  for (const [position, complaint] of inOrder.entries()) {
    const canonical = canonicalRow(complaint)
    const content = rowText(canonical)
    const duplicate = duplicates.get(content) ?? 0
    duplicates.set(content, duplicate + 1)
    db.run(
      "insert into calls values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      day,
      position,
      secondsOf(complaint.createdDate) - day * secondsPerDay,
      canonical.companyPhoneNumber === "" ? null : canonical.companyPhoneNumber,
      secondsOf(complaint.violationDate),
      stateOf(canonical.consumerState),
      cityOf(canonical.consumerCity),
      canonical.consumerAreaCode,
      subjectOf(canonical.subject),
      robocallCode(complaint.recordedMessageOrRobocall),
      duplicate,
      idBytes(complaint.id),
      oddValues(complaint, canonical)
    )
    yield undefined
  }
}

/** Replaces a day, within a transaction: its records in any order, its roll-ups and its ledger entry. */
export function* writeDay(
  db: Database,
  day: number,
  complaints: ReadonlyArray<PlainComplaint>,
  { claimed, digest, fetchedAt, key, origin, source, state, why }: DayEntry
): Steps<void> {
  for (const table of ["calls", ...rollUps.map(({ name }) => name)]) {
    db.run(`delete from ${table} where day = ?`, day)
    yield undefined
  }
  yield* writeCalls(db, day, complaints)
  for (const rollUp of rollUps) {
    db.run(fillSql(rollUp), day)
    yield undefined
  }
  db.run(
    `insert or replace into days select ?, ?, ?, ?, ?, count(*), ifnull(sum(duplicate > 0), 0), ifnull(sum(robocall is 1), 0),
    ifnull(sum(robocall is 0), 0), ?, 0, unhex(?), null, ?, 0, ?, null, ? from calls where day = ?`,
    day,
    dateOf(day),
    state,
    source,
    origin,
    claimed,
    digest,
    fetchedAt,
    why,
    key,
    day
  )
}
