import { type ExportReport } from "./ExportEvent.ts"
import { type DayCounts } from "./days.ts"

/** The result of an export, as printed for programs. `null` means unknown. */
export interface ExportOutcome extends DayCounts {
  /** Number of records in the file, or in the files that this run wrote. */
  readonly records: number
  readonly requests: number
  readonly duplicates: number
  readonly rejected: number
  readonly path: string
  /** Whether the service sent the number of records that it reported, for each file. */
  readonly agrees: boolean | null
}

/** Adds up the reports of the files that an export wrote. */
export const outcomeOf = (path: string, reports: ReadonlyArray<ExportReport>, days: DayCounts): ExportOutcome => {
  const sum = (count: (report: ExportReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0)
  const agreements = new Set(reports.map(({ report }) => report.agrees))
  const isUnknown = agreements.size === 0 || agreements.has(null)
  return {
    records: sum(({ written }) => written),
    requests: sum(({ requests }) => requests),
    duplicates: sum(({ report }) => report.duplicates),
    rejected: sum(({ report }) => report.rejected),
    ...days,
    path,
    agrees: agreements.has(false) ? false : isUnknown ? null : true
  }
}
