import { type WalkReport } from "@public-records/core"
import { Option } from "effect"

/**
 * The progress of an export.
 *
 * **Units** `written` counts the records in the file, `requests` the pages that were read. `writtenNow` and `requestsNow` count
 * only those of this run.
 */
export interface ExportProgress {
  readonly written: number
  readonly writtenNow: number
  readonly requests: number
  readonly requestsNow: number
  readonly report: WalkReport
}

/** The result of an export. **Units** times in ISO 8601; `startedAt` is that of the first run if others were interrupted. */
export interface ExportReport extends ExportProgress {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
  readonly startedAt: string
  readonly endedAt: string
  /** Whether it ended because it had as many records as wanted. */
  readonly isCutShort: boolean
  /** The file of the rejected records, or `undefined` if no record was rejected. */
  readonly rejectedFile: string | undefined
}

/** An event of a running export. */
export type ExportEvent =
  /** It begins, or resumes an earlier run. `source` is where the earlier run read from. */
  | { readonly _tag: "Opened"; readonly resumed: ExportProgress | undefined; readonly source: string }
  | { readonly _tag: "Page"; readonly progress: ExportProgress }
  /** The list changed since the last run. The walk found the last record that it had read. */
  | { readonly _tag: "Moved" }
  /** All records were read, and the file is made of them. */
  | { readonly _tag: "Finishing" }
  | { readonly _tag: "Done"; readonly report: ExportReport }

type Counts = Pick<ExportProgress, "report" | "written">

/** Returns the progress of a run that began where `before` was. */
export const progressSince = (before: Counts, { report, written }: Counts): ExportProgress => ({
  written,
  writtenNow: written - before.written,
  requests: report.requests,
  requestsNow: report.requests - before.report.requests,
  report
})

/** Returns the progress at the start of a run that resumes an earlier one. */
export const progressBefore = (saved: Counts): ExportProgress => progressSince(saved, saved)

/** The progress before the first page. */
export const nothingYet: ExportProgress = progressBefore({
  written: 0,
  report: {
    records: 0,
    requests: 0,
    duplicates: 0,
    rejected: 0,
    claimedTotal: Option.none(),
    agrees: Option.none(),
    forgotten: 0
  }
})
