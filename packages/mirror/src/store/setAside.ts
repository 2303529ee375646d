import type { SetAsideReason, DaySource } from "../MirrorStatus.ts"
import { type Database, integer, type Row, text } from "./Database.ts"
import type { Steps } from "./steps.ts"

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

/** Forgets the records that were set aside when a day or a file was read before, within a transaction. */
export const clearSetAside = (db: Database, { day, key, source }: RecordSource): void =>
  void db.run("delete from set_aside where day is ? and source = ? and key = ?", day, source, key)

/** Forgets the records of a day that were set aside for a reason that begins so, within a transaction. */
export const forgetSetAside = (db: Database, day: number, start: string): void =>
  void db.run("delete from set_aside where day = ? and substr(reason, 1, ?) = ?", day, start.length, start)

/** Sets records aside, within a transaction. */
export function* insertSetAside(
  db: Database,
  { day, key, origin, source }: RecordSource,
  records: ReadonlyArray<SetAsideRecord>
): Steps<void> {
  for (const { place = "", raw, reason } of records) {
    const stored = typeof raw === "string" ? raw : JSON.stringify(raw)
    db.run("insert into set_aside values(?, ?, ?, ?, ?, ?, ?)", day, source, origin, reason, stored, key, place)
    yield undefined
  }
}

const asReason = (row: Row): SetAsideReason => ({ reason: text(row, "reason"), records: integer(row, "records") })

/** Returns why records of a day of a source are set aside, the most frequent reason first. */
export const reasonsOfDay = (db: Database, { day, key, source }: RecordSource): ReadonlyArray<SetAsideReason> =>
  db
    .rows(
      `select reason, count(*) as records from set_aside where day is ? and source = ? and key = ?
      group by reason order by records desc, reason limit 20`,
      day,
      source,
      key
    )
    .map(asReason)

/** Returns the most frequent reasons why records are set aside. */
export const allReasons = (db: Database): ReadonlyArray<SetAsideReason> =>
  db
    .rows("select reason, count(*) as records from set_aside group by reason order by records desc, reason limit 20")
    .map(asReason)
