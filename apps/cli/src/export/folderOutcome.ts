import { complaintFiles } from "@public-records/export/complaintFiles"
import { daysIn } from "@public-records/export/dayRange"
import { type ExportReport } from "@public-records/export/ExportEvent"
import { type Manifest } from "@public-records/export/Manifest"
import { Option } from "effect"
import { type RangeDays } from "./exportDays.ts"
import { type ExportOutcome } from "./Outcome.ts"
import { counted, grouped } from "@public-records/text/counts"
import { notPublishedText } from "./exportText.ts"

/** The result of one day of a partitioned folder. */
export type DayResult =
  | { readonly _tag: "Written"; readonly report: ExportReport }
  | { readonly _tag: "Complete"; readonly manifest: Manifest }
  | { readonly _tag: "NotPublished" }

/** The result of an export to a partitioned folder. */
export interface FolderResult {
  readonly folder: string
  readonly days: ReadonlyMap<string, DayResult>
  readonly found: RangeDays
}

/** Returns the reports of the days that this run wrote. */
export const reportsOf = ({ days }: FolderResult): ReadonlyArray<ExportReport> =>
  [...days.values()].flatMap((result) => (result._tag === "Written" ? [result.report] : []))

const daysStillEmpty = ({ days }: FolderResult): ReadonlyArray<string> =>
  [...days].flatMap(([day, { _tag }]) => (_tag === "NotPublished" ? [day] : []))

const completeDays = ({ days }: FolderResult): ReadonlyArray<Manifest> =>
  [...days.values()].flatMap((result) => (result._tag === "Complete" ? [result.manifest] : []))

/** Whether no day of the query has a record in the folder. */
export const isFolderEmpty = (result: FolderResult): boolean =>
  reportsOf(result).every(({ written }) => written === 0) && completeDays(result).every(({ records }) => records === 0)

/** `false` if the service's count differs for a day, `null` if no day differs and a count is unknown. */
const agreementOf = (reports: ReadonlyArray<ExportReport>): boolean | null => {
  const each = reports.map(({ report }) => report.agrees)
  if (each.some(Option.contains(false))) return false
  return each.length > 0 && each.every(Option.isSome) ? true : null
}

/** Returns the result of an export to a folder: the sum of the days that this run wrote. */
export const folderOutcome = (result: FolderResult): ExportOutcome => {
  const reports = reportsOf(result)
  const sum = (count: (report: ExportReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0)
  return {
    records: sum(({ written }) => written),
    requests: sum(({ requests }) => requests),
    duplicates: sum(({ report }) => report.duplicates),
    rejected: sum(({ report }) => report.rejected),
    daysAdded: reports.length,
    daysComplete: completeDays(result).length,
    daysNotPublished: daysIn(result.found.notPublished) + daysStillEmpty(result).length,
    path: result.folder,
    agrees: agreementOf(reports)
  }
}

/** The details of a folder's result, one sentence per line. */
export const folderText = (
  result: FolderResult,
  { duplicates, records, rejected, requests }: ExportOutcome
): ReadonlyArray<string> => {
  const differ = reportsOf(result).filter(({ report }) => Option.contains(report.agrees, false)).length
  const { notPublished, withoutRecords } = result.found
  return [
    `${counted(records, complaintFiles.one, complaintFiles.many)} in ${counted(requests, "request", "requests")}, ` +
      `${counted(duplicates, "duplicate", "duplicates")} dropped, ${grouped(rejected)} rejected.`,
    ...(differ === 0 ? [] : [`The service's count differs for ${counted(differ, "day", "days")}; see the manifests.`]),
    ...(withoutRecords === 0
      ? []
      : [`${counted(withoutRecords, "day", "days")} without ${complaintFiles.many} in the data got no folder.`]),
    ...notPublishedText(notPublished, daysStillEmpty(result)),
    ...(complaintFiles.note === undefined ? [] : [complaintFiles.note])
  ]
}
