import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { SetAsideReason, DaySource } from "../MirrorStatus.ts"
import { dateOf } from "./civil.ts"
import { type Database, integer, type Row, text } from "./Database.ts"
import { raw, type Sql, sql } from "./sql.ts"

/** A record that no day has, or the text of its row. Records are stored as JSON. */
export interface SetAsideRecord {
  readonly reason: string
  readonly raw: unknown
  /** Where the record stands in its file. */
  readonly place?: string
}

/** The day and the file or service of records. `day` is `null` if it is not known. */
export interface RecordSource {
  readonly day: number | null
  readonly source: DaySource
  readonly origin: string
  /** Identifies the source: the digest of a file, as many files share a name, or the URL of a service. */
  readonly key: string
}

const dateOrNull = (day: number | null): string | null => (day === null ? null : dateOf(day))

const isOf = ({ day, key, source }: RecordSource): Sql =>
  sql`day is not distinct from ${dateOrNull(day)}::date and source = ${source} and key = ${key}`

/** Forgets the records that were set aside when a day or a file was read before, within a transaction. */
export const clearSetAside = (db: Database, source: RecordSource): Effect.Effect<void, MirrorError> =>
  db.run(sql`delete from set_aside where ${isOf(source)}`)

/** Forgets the records of a day that were set aside for a reason that begins so, within a transaction. */
export const forgetSetAside = (db: Database, day: number, start: string): Effect.Effect<void, MirrorError> =>
  db.run(sql`delete from set_aside where day = ${dateOf(day)}::date and starts_with(reason, ${start})`)

/** Sets records aside, within a transaction. */
export const insertSetAside = (
  db: Database,
  { day, key, origin, source }: RecordSource,
  records: ReadonlyArray<SetAsideRecord>
): Effect.Effect<void, MirrorError> => {
  if (records.length === 0) return Effect.void
  const rows = records.map(({ place = "", raw: received, reason }) => ({
    place,
    reason,
    raw: typeof received === "string" ? received : JSON.stringify(received)
  }))
  return db.run(
    sql`insert into set_aside select ${dateOrNull(day)}::date, ${source}, ${origin}, r.reason, r.raw, ${key}, r.place
      from (select unnest(from_json(${JSON.stringify(rows)}, '[{"reason":"VARCHAR","raw":"VARCHAR","place":"VARCHAR"}]')) as r)`
  )
}

const reasonsWhere = (db: Database, condition: Sql): Effect.Effect<ReadonlyArray<SetAsideReason>, MirrorError> =>
  Effect.map(
    db.rows(
      sql`select reason, count(*) as records from set_aside where ${condition}
        group by reason order by records desc, reason limit 20`
    ),
    (rows) => rows.map((row: Row) => ({ reason: text(row, "reason"), records: integer(row, "records") }))
  )

/** Returns why records of a day of a source are set aside, the most frequent reason first. */
export const reasonsOfDay = (db: Database, source: RecordSource) => reasonsWhere(db, isOf(source))

/** Returns the most frequent reasons why records are set aside. */
export const allReasons = (db: Database) => reasonsWhere(db, raw("true"))
