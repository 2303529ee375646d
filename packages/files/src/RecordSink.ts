import type { ComplaintRow, PlainComplaint } from "./PlainComplaint.ts"
import type { PlainNotice } from "./PlainNotice.ts"

/** Receives the records of a file while it is read. */
export interface RecordSink {
  readonly addComplaint: (complaint: PlainComplaint) => void
  /** Receives a row of a daily file. It has no id: see `RowIds`. */
  readonly addRow: (row: ComplaintRow) => void
  readonly addNotice: (notice: PlainNotice) => void
  /** Receives where an invalid row or record is, and the reason. May throw a `RecordFileError` to stop the reading. */
  readonly addInvalid: (location: string, reason: string) => void
}
