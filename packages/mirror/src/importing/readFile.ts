import { open } from "node:fs/promises"
import type { ComplaintRow, PlainComplaint } from "@public-records/files/PlainComplaint"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { RecordFileError } from "@public-records/files/RecordFileError"
import { onFile, readRecordFile } from "@public-records/files/readRecordFile"
import { RowIds } from "@public-records/files/RowIds"
import { Effect } from "effect"
import { dayOf } from "../store/civil.ts"
import { Database, text } from "../store/Database.ts"

/** A record of a file. Rows of daily files have no id. */
type FileRecord = ComplaintRow | PlainComplaint

/** Files with more records than this, such as all years in one, are sorted by day in a temporary file. About 100 MB of memory. */
const maxInMemory = 200_000

/** SQLite deletes a database without a name when it is closed, also if the process is killed. */
const temporaryDatabase = (): Database => {
  const db = new Database("", { readOnly: false, timeout: 0 })
  db.execute("create table records(day integer not null, record text not null); create index by_day on records(day)")
  return db
}

/** The records of a file, the complaints by day of creation. */
class FileContents {
  readonly notices: Array<PlainNotice> = []
  /** Rows or records that cannot be imported. */
  readonly rejected: Array<{ readonly reason: string; readonly raw: string }> = []
  /** Whether the records have ids of the service. */
  hasIds = false
  complaints = 0
  readonly #days = new Map<number, Array<FileRecord>>()
  #inMemory = 0
  #overflow: Database | undefined
  #lastRow: ComplaintRow | undefined

  readonly addComplaint = (complaint: PlainComplaint): void => {
    this.hasIds = true
    this.#add(complaint)
  }

  readonly addRow = (row: ComplaintRow): void => {
    // Added one row later, because the last row of a file may be cut off.
    if (this.#lastRow !== undefined) this.#add(this.#lastRow)
    this.#lastRow = row
  }

  readonly addNotice = (notice: PlainNotice): void => void this.notices.push(notice)

  readonly addInvalid = (location: string, reason: string, raw: string): void =>
    void this.rejected.push({ reason: `${location}: ${reason}`, raw })

  /** Adds the last row, unless the file ends within it. */
  finish(path: string, endsWithLine: boolean): void {
    const row = this.#lastRow
    if (row === undefined) return
    if (endsWithLine || /^[YN]$/i.test(row.recordedMessageOrRobocall)) this.#add(row)
    else this.rejected.push({ reason: `${path}: the file ends within its last row`, raw: JSON.stringify(row) })
  }

  /** Returns the days that have complaints, oldest first. */
  days(): ReadonlyArray<number> {
    return Array.from(this.#days.keys()).toSorted((left, right) => left - right)
  }

  /** Returns the complaints of a day. The id of a row of a daily file is derived from its contents. */
  complaintsOf(day: number): ReadonlyArray<PlainComplaint> {
    const rows = this.#overflow?.rows("select record from records where day = ? order by rowid", day) ?? []
    const moved = rows.map((row): FileRecord => JSON.parse(text(row, "record")))
    const rowIds = new RowIds()
    return [...moved, ...(this.#days.get(day) ?? [])].map((record) =>
      "id" in record ? record : Object.assign({ id: rowIds.next(record) }, record)
    )
  }

  close(): void {
    this.#overflow?.close()
  }

  #add(complaint: FileRecord): void {
    const day = dayOf(complaint.createdDate)
    const records = this.#days.get(day) ?? []
    this.#days.set(day, records)
    records.push(complaint)
    this.complaints += 1
    this.#inMemory += 1
    if (this.#inMemory >= maxInMemory) this.#moveToDisk()
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

export type { FileContents }

const endsWithLine = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    return bytesRead === 1 && buffer[0] === 0x0a
  } finally {
    await file.close()
  }
}

/** Reads a file of complaints or notices. **Fails with** `RecordFileError` if it is not such a file or has no valid record. */
export const readFile = Effect.fnUntraced(function* (path: string, onBytes: (bytes: number) => void) {
  const contents = yield* Effect.acquireRelease(
    Effect.sync(() => new FileContents()),
    (opened) => Effect.sync(() => opened.close())
  )
  yield* readRecordFile(path, contents, onBytes)
  contents.finish(path, yield* onFile(path, () => endsWithLine(path)))
  const [first] = contents.rejected
  if (first === undefined || contents.complaints + contents.notices.length > 0) return contents
  const message = `The data file ${path} cannot be used: it has no valid record (${first.reason}).`
  return yield* new RecordFileError({ message })
})
