import type { ComplaintRow, PlainComplaint } from "./PlainComplaint.ts"
import type { PlainNotice } from "./PlainNotice.ts"

/** A kind of line that is no record. The header of a CSV file is not counted. */
export type SkippedLine =
  | "empty"
  /** A header line that occurs again, as in two files that were put together. */
  | "repeated header"
  /** A title, or the line `sep=;` of a spreadsheet. */
  | "above the header"
  /** The second and each further line of a row, which has a line end in quotation marks. */
  | "continued row"
  /** The character Ctrl+Z, with which old programs end a file. */
  | "end mark"

/**
 * Receives the records of a file while it is read. Each line of a file is a record, invalid or skipped, so that nothing is lost
 * without a word.
 */
export interface RecordSink {
  readonly addComplaint: (complaint: PlainComplaint) => void
  /** Receives a row of a daily file. It has no id: see `RowIds`. */
  readonly addRow: (row: ComplaintRow) => void
  readonly addNotice: (notice: PlainNotice) => void
  /**
   * Receives the location of an invalid row or record, the reason, and the start of its text. May throw a `RecordFileError` to stop
   * reading.
   */
  readonly addInvalid: (location: string, reason: string, raw: string) => void
  /** Receives the location of the last line if it is not complete and invalid, so that the file was cut off. */
  readonly addCutOff?: (location: string) => void
  readonly addSkipped: (line: SkippedLine) => void
}
