import { sha256 } from "@public-records/files/sha256"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { rowText } from "@public-records/files/RowIds"
import { compareText } from "@public-records/files/text"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { DaySource, DayState } from "../MirrorStatus.ts"
import { canonicalRow } from "./canonicalRow.ts"
import { dateOf } from "./civil.ts"
import { contentOf } from "./contentOf.ts"
import { type Database } from "./Database.ts"
import { sql } from "./sql.ts"
import { callOf } from "./storedComplaint.ts"

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

/** Returns rows of `calls` in the documented order: by creation, ties by id. */
const callsOf = (complaints: ReadonlyArray<PlainComplaint>) => {
  const duplicates = new Map<string, number>()
  const inOrder = complaints.toSorted(
    (left, right) => compareText(left.createdDate, right.createdDate) || compareText(left.id, right.id)
  )
  return inOrder.map((complaint) => {
    const canonical = canonicalRow(complaint)
    const content = rowText(canonical)
    const duplicate = duplicates.get(content) ?? 0
    duplicates.set(content, duplicate + 1)
    return callOf(complaint, canonical, duplicate)
  })
}

/** The type of the rows in JSON. */
const callType = JSON.stringify([
  {
    created: "TIMESTAMP",
    id: "UUID",
    number: "BIGINT",
    number_text: "VARCHAR",
    called: "TIMESTAMP",
    city: "VARCHAR",
    state: "VARCHAR",
    area: "VARCHAR",
    subject: "VARCHAR",
    robocall: "BOOLEAN",
    duplicate: "USMALLINT",
    odd: "JSON"
  }
])

/** Replaces a day, within a transaction: its records in any order, and its ledger entry. */
export const writeDay = Effect.fnUntraced(function* (
  db: Database,
  day: number,
  complaints: ReadonlyArray<PlainComplaint>,
  { claimed, digest, fetchedAt, key, origin, source, state, why }: DayEntry
): Effect.fn.Return<void, MirrorError> {
  const date = sql`${dateOf(day)}::date`
  const calls = JSON.stringify(callsOf(complaints))
  yield* db.run(sql`delete from calls where day = ${date}`)
  yield* db.run(
    sql`insert into calls select ${date}, call.* from (select unnest(from_json(${calls}, ${callType})) as call)`
  )
  yield* db.run(sql`insert or replace into days
    select ${date}, ${state}, ${source}, ${origin}, count(*), count(*) filter (duplicate > 0), ${claimed}, 0, ${digest}, null,
      ${fetchedAt}, 0, ${why}, null, ${key} from calls where day = ${date}`)
})
