import type { ComplaintRow, PlainComplaint } from "./PlainComplaint.ts"
import type { PlainNotice } from "./PlainNotice.ts"

/** Receives the records of a file while it is read. */
export interface RecordSink {
  readonly addComplaint: (complaint: PlainComplaint) => void
  /** Receives a row of a daily file. It has no id: see `RowIds`. */
  readonly addRow: (row: ComplaintRow) => void
  readonly addNotice: (notice: PlainNotice) => void
  /**
   * Receives the location of an invalid row or record, the reason, and its text. May throw a `RecordFileError` to stop reading.
   */
  readonly addInvalid: (location: string, reason: string, raw: string) => void
}
