import type { ComplaintRow, PlainComplaint } from "@public-records/files/PlainComplaint"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { RecordFileError } from "@public-records/files/RecordFileError"
import type { RecordSink } from "@public-records/files/RecordSink"
import { RowIds } from "@public-records/files/RowIds"
import { ComplaintStore } from "../store/ComplaintStore.ts"
import { NoticeStore } from "../store/NoticeStore.ts"
import type { DataSet } from "./DataSet.ts"

/** Number of invalid records that are reported by name. */
const maxReported = 3

/** Copies a string. A slice of a longer string would retain all of it in memory, and is slower to compare. */
const copied = (text: string): string => Buffer.from(text).toString()

/** Collects the records of any number of files. Ignores a record whose id was already added. */
export class DataSetBuilder implements RecordSink {
  /** Number of valid rows and records, repeated ones included. */
  records = 0
  /** Number of invalid rows and records. */
  skipped = 0
  readonly firstSkipped: Array<string> = []
  readonly #onBadRow: "fail" | "skip"
  readonly #complaints = new Map<string, PlainComplaint>()
  readonly #notices = new Map<string, PlainNotice>()
  readonly #rowIds = new RowIds()
  readonly #strings = new Map<string, string>()

  constructor(onBadRow: "fail" | "skip") {
    this.#onBadRow = onBadRow
  }

  readonly addComplaint = (complaint: PlainComplaint): void => {
    this.records += 1
    if (!this.#complaints.has(complaint.id)) this.#complaints.set(complaint.id, this.#compact(complaint))
  }

  readonly addRow = (row: ComplaintRow): void => this.addComplaint({ id: this.#rowIds.next(row), ...row })

  readonly addNotice = (notice: PlainNotice): void => {
    this.records += 1
    if (!this.#notices.has(notice.id)) this.#notices.set(notice.id, notice)
  }

  readonly addInvalid = (location: string, reason: string): void => {
    if (this.#onBadRow === "fail") throw new RecordFileError({ message: `${location}: ${reason}.` })
    this.skipped += 1
    if (this.firstSkipped.length < maxReported) this.firstSkipped.push(`${location}: ${reason}`)
  }

  /** Does nothing: these lines are no records. */
  readonly addSkipped = (): void => undefined

  build(source: string, isSample: boolean): DataSet {
    const complaints = new ComplaintStore(Array.from(this.#complaints.values()))
    const notices = new NoticeStore(Array.from(this.#notices.values()))
    return {
      summary: { source, isSample, complaints: complaints.size, notices: notices.size, skipped: this.skipped },
      complaints,
      notices
    }
  }

  /** Returns an equal complaint that uses less memory, because it shares frequent strings with other complaints. */
  #compact(complaint: PlainComplaint): PlainComplaint {
    return {
      id: complaint.id,
      companyPhoneNumber: copied(complaint.companyPhoneNumber),
      createdDate: copied(complaint.createdDate),
      violationDate: copied(complaint.violationDate),
      consumerCity: this.#shared(complaint.consumerCity),
      consumerState: this.#shared(complaint.consumerState),
      consumerAreaCode: this.#shared(complaint.consumerAreaCode),
      subject: this.#shared(complaint.subject),
      recordedMessageOrRobocall: this.#shared(complaint.recordedMessageOrRobocall)
    }
  }

  #shared(text: string): string {
    const known = this.#strings.get(text)
    if (known !== undefined) return known
    const copy = copied(text)
    this.#strings.set(copy, copy)
    return copy
  }
}
