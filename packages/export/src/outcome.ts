import { Option } from "effect"
import { type ExportReport } from "./ExportEvent.ts"
import { type DayCounts } from "./publishedDays.ts"

/** The result of an export. A member is `null` if it is unknown. */
export interface ExportOutcome extends DayCounts {
  /** Records in the file, or in the files that this run wrote. */
  readonly records: number
  readonly requests: number
  readonly duplicates: number
  readonly rejected: number
  readonly path: string
  /** Whether the service's own count is the number of records that it sent. */
  readonly agrees: boolean | null
}

/** Returns `false` if the service's count differs for a file, `null` if no file differs and a count is unknown. */
const agreementOf = (reports: ReadonlyArray<ExportReport>): boolean | null => {
  const each = reports.map(({ report }) => Option.getOrNull(report.agrees))
  if (each.includes(false)) return false
  return each.length > 0 && !each.includes(null) ? true : null
}

/** Returns the result of an export: the sum of the files that it wrote. */
export const outcomeOf = (
  path: string,
  reports: ReadonlyArray<ExportReport>,
  { daysAdded, daysComplete, daysNotPublished }: DayCounts
): ExportOutcome => {
  const sum = (count: (report: ExportReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0)
  return {
    records: sum(({ written }) => written),
    requests: sum(({ requests }) => requests),
    duplicates: sum(({ report }) => report.duplicates),
    rejected: sum(({ report }) => report.rejected),
    daysAdded,
    daysComplete,
    daysNotPublished,
    path,
    agrees: agreementOf(reports)
  }
}
