import { type ExportReport } from "./ExportEvent.ts"
import { type DayCounts } from "./days.ts"

/** The result of an export, as printed for programs. `null` means unknown. */
export interface ExportOutcome extends DayCounts {
  /** Number of records in the file, or in the days that this run wrote. */
  readonly records: number
  readonly requests: number
  readonly duplicates: number
  readonly rejected: number
  readonly path: string
  /** Whether the service sent the number of records that it reported. */
  readonly agrees: boolean | null
}

/** Returns the result of an export to one file. */
export const outcomeOf = ({ file, report, requests, written }: ExportReport, days: DayCounts): ExportOutcome => ({
  records: written,
  requests,
  duplicates: report.duplicates,
  rejected: report.rejected,
  ...days,
  path: file,
  agrees: report.agrees
})
