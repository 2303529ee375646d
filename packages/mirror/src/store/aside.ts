import type { DaySource } from "../MirrorStatus.ts"
import type { Database } from "./Database.ts"
import type { Steps } from "./steps.ts"

/** A record that no day has, or the text of its row. Records are stored as JSON. */
export interface AsideRecord {
  readonly reason: string
  readonly raw: unknown
}

/** The day and the file or service of records. `day` is `null` if it is not known. */
export interface RecordSource {
  readonly day: number | null
  readonly source: DaySource
  readonly origin: string
}

/** Forgets the records that were set aside when a day or a file was read before, within a transaction. */
export const clearAside = (db: Database, { day, origin, source }: RecordSource): void =>
  void db.run("delete from aside where day is ? and source = ? and origin = ?", day, source, origin)

/** Sets records aside, within a transaction. */
export function* setAside(
  db: Database,
  { day, origin, source }: RecordSource,
  records: ReadonlyArray<AsideRecord>
): Steps<void> {
  for (const { raw, reason } of records) {
    const text = typeof raw === "string" ? raw : JSON.stringify(raw)
    db.run("insert into aside values(?, ?, ?, ?, ?)", day, source, origin, reason, text)
    yield undefined
  }
}
