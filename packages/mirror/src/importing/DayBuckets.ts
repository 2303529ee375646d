import type { ComplaintRow, PlainComplaint } from "@public-records/files/PlainComplaint"
import { RowIds } from "@public-records/files/RowIds"
import { dayOf } from "../store/civil.ts"
import { Database, text } from "../store/Database.ts"

/** A record of a file. Rows of daily files have no id. */
export type FileRecord = ComplaintRow | PlainComplaint

/** Files with more records than this, such as all years in one, are sorted by day in a temporary file. About 100 MB of memory. */
const maxInMemory = 200_000

/** Returns records with ids. The id of a row of a daily file is derived from its contents. */
const withIds = (records: ReadonlyArray<FileRecord>): ReadonlyArray<PlainComplaint> => {
  const rowIds = new RowIds()
  return records.map((record) => ("id" in record ? record : { id: rowIds.next(record), ...record }))
}

/** The records of a file by day of creation. */
export class DayBuckets {
  readonly #days = new Map<number, Array<FileRecord>>()
  readonly #maxInMemory: number
  #inMemory = 0
  #overflow: Database | undefined

  constructor(limit = maxInMemory) {
    this.#maxInMemory = limit
  }

  add(record: FileRecord): void {
    const day = dayOf(record.createdDate)
    const records = this.#days.get(day) ?? []
    this.#days.set(day, records)
    records.push(record)
    this.#inMemory += 1
    if (this.#inMemory >= this.#maxInMemory) this.#moveToDisk()
  }

  /** Returns the days that have records, oldest first. */
  days(): ReadonlyArray<number> {
    return Array.from(this.#days.keys()).toSorted((left, right) => left - right)
  }

  recordsOf(day: number): ReadonlyArray<PlainComplaint> {
    const rows = this.#overflow?.rows("select record from records where day = ? order by rowid", day) ?? []
    const moved = rows.map((row): FileRecord => JSON.parse(text(row, "record")))
    return withIds([...moved, ...(this.#days.get(day) ?? [])])
  }

  close(): void {
    this.#overflow?.close()
    this.#overflow = undefined
    this.#days.clear()
  }

  #moveToDisk(): void {
    const db = (this.#overflow ??= temporaryDatabase())
    db.execute("begin")
    for (const [day, records] of this.#days) {
      for (const record of records) db.run("insert into records values(?, ?)", day, JSON.stringify(record))
      this.#days.set(day, [])
    }
    db.execute("commit")
    this.#inMemory = 0
  }
}

/** SQLite deletes a database without a name when it is closed, also if the process is killed. */
const temporaryDatabase = (): Database => {
  const db = new Database("", { readOnly: false, timeout: 0 })
  db.execute("create table records(day integer not null, record text not null); create index by_day on records(day)")
  return db
}
