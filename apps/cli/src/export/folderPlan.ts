import { type CivilDate, type Complaint, type ComplaintQuery, type PublicRecordsError } from "@public-records/core"
import { type DayRange, withinDays } from "@public-records/export/dayRange"
import { type ExportJob } from "@public-records/export/ExportJob"
import { type InterruptedExport } from "@public-records/export/interruptedExport"
import { type Manifest } from "@public-records/export/Manifest"
import { Effect, Option } from "effect"
import { emptyPlan, measureLatency, type PagesAhead, type Plan, planOf } from "./exportPlan.ts"
import { type ExportSession } from "./exportSession.ts"

/** A day of a partitioned folder, as an export finds it. */
export interface FolderDay {
  readonly day: CivilDate
  readonly job: ExportJob<ComplaintQuery, Complaint>
  /** The manifest of a complete day. */
  readonly manifest: Manifest | undefined
  /** The state of an interrupted day. */
  readonly left: InterruptedExport | undefined
}

/** Whether the folder has records of the day. */
export const hasRecords = ({ left, manifest }: FolderDay): boolean =>
  (manifest?.records ?? 0) > 0 || (left?.progress.written ?? 0) > 0

/** Returns the number of a day's records that the service sent before. */
const recordsRead = ({ left, manifest }: FolderDay): number => {
  if (manifest !== undefined) return manifest.claimedTotal ?? manifest.records + manifest.rejected
  return left === undefined ? 0 : left.progress.report.records + left.progress.report.rejected
}

/** Returns the range from the first to the last of some days. */
const spanOf = (days: ReadonlyArray<FolderDay>): DayRange | undefined => {
  const sorted = days.map(({ day }) => day).toSorted()
  const [from, to] = [sorted[0], sorted.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

const pagesAhead = (
  days: ReadonlyArray<FolderDay>,
  unread: ReadonlyArray<FolderDay>,
  { from, to }: DayRange,
  total: number,
  pageSize: number
): PagesAhead => {
  const read = days.filter(({ day }) => from <= day && day <= to).reduce((sum, day) => sum + recordsRead(day), 0)
  return {
    records: Math.max(0, total - read),
    pageSize,
    days: unread.length
  }
}

/**
 * Returns the plan of the days that are not complete. It counts the records of all days with one request, and takes from them
 * those of the complete days.
 */
export const folderPlan = Effect.fnUntraced(function* (
  { records }: ExportSession,
  query: ComplaintQuery,
  days: ReadonlyArray<FolderDay>
): Effect.fn.Return<Plan, PublicRecordsError> {
  const unread = days.filter(({ left, manifest }) => manifest === undefined && left?.hasEveryPage !== true)
  const span = spanOf(unread)
  const [first] = unread
  if (span === undefined || first === undefined) return emptyPlan
  const { complaints } = records
  const estimate = yield* complaints.estimate(withinDays(query, span), { priority: "bulk" })
  const ahead = Option.map(estimate.records, (total) => pagesAhead(days, unread, span, total, query.limit))
  yield* measureLatency(records, complaints, first.job.query, ahead)
  return yield* planOf(records, ahead)
})
