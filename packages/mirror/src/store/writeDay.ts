import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { DaySource, DayState } from "../MirrorStatus.ts"
import { dateOf } from "./civil.ts"
import type { Database } from "./Database.ts"
import type { DayRecord } from "./DayRecord.ts"
import { digestOfCalls } from "./seal.ts"
import { sql } from "./sql.ts"
import { callOf, idText } from "./storedComplaint.ts"

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
    content: "INTEGER",
    odd: "JSON"
  }
])

/** Returns the rows of `calls` as JSON. `content` is equal in records with equal contents. */
export const callsJson = (records: ReadonlyArray<DayRecord>): string => {
  const contents = new Map<string, number>()
  const calls = records.map((record, index) => {
    const content = contents.get(record.content) ?? index
    contents.set(record.content, content)
    return callOf(record, content)
  })
  return JSON.stringify(calls)
}

/** Replaces a day, within a transaction: its records, which are the `callsJson`, and its ledger entry. */
export const writeDay = Effect.fnUntraced(function* (
  db: Database,
  day: number,
  calls: string,
  { claimed, digest, fetchedAt, key, origin, source, state, why }: DayEntry
): Effect.fn.Return<void, MirrorError> {
  const date = sql`${dateOf(day)}::date`
  yield* db.run(sql`delete from calls where day = ${date}`)
  yield* db.run(
    sql`insert into calls
      select ${date}, created, id, number, number_text, called, city, state, area, subject, robocall,
        row_number() over (partition by content order by created, ${idText}) - 1, odd
      from (select unnest(from_json(${calls}, ${callType}), recursive := true)) order by created, ${idText}`
  )
  yield* db.run(sql`insert or replace into days
    select ${date}, ${state}, ${source}, ${origin}, count(*), count(*) filter (duplicate > 0), ${claimed}, 0, ${digest}, null,
      ${fetchedAt}, 0, ${why}, null, ${key}, ${digestOfCalls} from calls where day = ${date}`)
})
