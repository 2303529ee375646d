import { compareText } from "@public-records/files/text"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { DaySource, DayState } from "../MirrorStatus.ts"
import { dateOf } from "./civil.ts"
import type { Database } from "./Database.ts"
import type { DayRecord } from "./DayRecord.ts"
import { digestOfRows } from "./seal.ts"
import { raw, type Sql, sql } from "./sql.ts"
import { idText, oddValues, uuidOf } from "./storedComplaint.ts"

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

/** Returns the numbers of complaints with equal contents, in the order of lists. A record that is not in it has 0. */
const duplicatesIn = (records: ReadonlyArray<DayRecord>): ReadonlyMap<DayRecord, number> => {
  const byContent = Map.groupBy(records, ({ content }) => content)
  const equal = [...byContent.values()].filter(({ length }) => length > 1)
  const byId = (left: DayRecord, right: DayRecord) => compareText(uuidOf(left.received.id), uuidOf(right.received.id))
  const inOrder = equal.map((some) => some.toSorted(byId))
  return new Map(inOrder.flatMap((some) => some.map((record, index) => [record, index] as const)))
}

/** Returns the rows of `calls` as one text: rows between `chr(30)`, values between `chr(31)`. */
export const callsText = (records: ReadonlyArray<DayRecord>): string => {
  const duplicates = duplicatesIn(records)
  const lines = records.map((record) => {
    const odd = oddValues(record)
    const values = [uuidOf(record.received.id), duplicates.get(record) ?? 0, odd === null ? "" : JSON.stringify(odd)]
    return `${values.join("\u001F")}\u001F${record.content}`
  })
  return lines.join("\u001E")
}

/** Selects the rows of `calls`, without their day, from a `callsText`. Splitting takes a third of the time of reading JSON. */
const callsIn = (text: string): Sql => sql`
  select v[5]::timestamp as created, v[1]::uuid as id, case when v[4] similar to '[0-9]{10}' then v[4]::bigint end as number,
    case when number is null then nullif(v[4], '') end as number_text, v[6]::timestamp as called, v[7] as city, v[8] as state,
    v[9] as area, v[10] as subject, case upper(v[11]) when 'Y' then true when 'N' then false end as robocall,
    v[2]::usmallint as duplicate, nullif(v[3], '') as odd
  from (select string_split(line, chr(31)) as v from (select unnest(string_split(${text}, chr(30))) as line) where line <> '')
  order by created, ${idText}`

const insertCalls = (db: Database, day: Sql, calls: string): Effect.Effect<void, MirrorError> =>
  db.run(sql`insert into calls select ${day}, * from (${callsIn(calls)})`)

/** Selects the ledger entry of a day from its `calls`. */
const entryOf = (
  day: Sql,
  { claimed, digest, fetchedAt, key, origin, source, state, why }: DayEntry
): Sql => sql`select ${day}, ${state}, ${source}, ${origin}, count(*), count(*) filter (duplicate > 0), ${claimed}, 0, ${digest}, null,
  ${fetchedAt}, 0, ${why}, null, '', ${key}, ${digestOfRows} from calls`

/** Replaces a day, within a transaction: its records, which are the `callsText`, and its ledger entry. */
export const writeDay = Effect.fnUntraced(function* (
  db: Database,
  day: number,
  calls: string,
  entry: DayEntry
): Effect.fn.Return<void, MirrorError> {
  const date = sql`${dateOf(day)}::date`
  yield* db.run(sql`delete from calls where day = ${date}`)
  yield* insertCalls(db, date, calls)
  yield* db.run(sql`insert or replace into days ${entryOf(date, entry)} where day = ${date}`)
})

/** Writes records of many days to an empty mirror, within a transaction. All their days get the same entry. */
export const writeDays = (db: Database, calls: string, entry: DayEntry): Effect.Effect<void, MirrorError> =>
  Effect.andThen(
    insertCalls(db, raw("created::date"), calls),
    db.run(sql`insert into days ${entryOf(raw("day"), entry)} group by day`)
  )
