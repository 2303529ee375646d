import { open, stat } from "node:fs/promises"
import type { ComplaintRow, PlainComplaint } from "@public-records/files/PlainComplaint"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { RecordFileError } from "@public-records/files/RecordFileError"
import { onFile, readRecordFile } from "@public-records/files/readRecordFile"
import { Effect } from "effect"
import { DayBuckets } from "./DayBuckets.ts"

/** A row or record that cannot be imported. */
interface RejectedLine {
  readonly reason: string
  readonly raw: string
}

/** Collects the records of a file. */
class FileContents {
  readonly complaints = new DayBuckets()
  readonly notices: Array<PlainNotice> = []
  readonly rejected: Array<RejectedLine> = []
  /** Whether the records have ids of the service. */
  hasIds = false
  count = 0
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
    const isComplete = endsWithLine || /^[YN]$/i.test(row.recordedMessageOrRobocall)
    if (isComplete) this.#add(row)
    else this.rejected.push({ reason: `${path}: the file ends within its last row`, raw: JSON.stringify(row) })
  }

  #add(complaint: ComplaintRow): void {
    this.count += 1
    this.complaints.add(complaint)
  }
}

export type { FileContents }

const endsWithLine = async (path: string): Promise<boolean> => {
  const { size } = await stat(path)
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    return bytesRead === 1 && buffer[0] === 0x0a
  } finally {
    await file.close()
  }
}

/**
 * Reads a file of complaints or notices.
 * **Fails with** `RecordFileError`, which names the file, if it is not such a file or has no valid record.
 */
export const readFile = Effect.fnUntraced(function* (path: string, onBytes: (bytes: number) => void) {
  const contents = yield* Effect.acquireRelease(
    Effect.sync(() => new FileContents()),
    ({ complaints }) => Effect.sync(() => complaints.close())
  )
  yield* readRecordFile(path, contents, onBytes)
  contents.finish(path, yield* onFile(path, () => endsWithLine(path)))
  const [first] = contents.rejected
  if (first !== undefined && contents.count + contents.notices.length === 0) {
    const message = `The data file ${path} cannot be used: it has no valid record (${first.reason}).`
    return yield* new RecordFileError({ message })
  }
  return contents
})
