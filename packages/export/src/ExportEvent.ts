import { type WalkReport } from "@public-records/core"

/**
 * The progress of an export.
 *
 * **Units** `written` counts the records in the file, and `requests` the pages that were read. `writtenNow` and `requestsNow`
 * count those of this run only.
 */
export interface ExportProgress {
  readonly written: number
  readonly writtenNow: number
  readonly requests: number
  readonly requestsNow: number
  readonly report: WalkReport
}

/** The result of an export. **Units** times in ISO 8601. For a resumed export, `startedAt` is the start of the first run. */
export interface ExportReport extends ExportProgress {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
  readonly startedAt: string
  readonly endedAt: string
  /** Whether the export ended at the maximum number of records. */
  readonly reachedMax: boolean
  /** The file of the rejected records, or `undefined` if no record was rejected. */
  readonly rejectedFile: string | undefined
}

/** An event of a running export. */
export type ExportEvent =
  /** The export starts, or resumes an earlier run. `source` names the source of the earlier run. */
  | { readonly _tag: "Started"; readonly resumed: ExportProgress | undefined; readonly source: string }
  | { readonly _tag: "Page"; readonly progress: ExportProgress }
  /** The list changed since the last run. The export found the last record it had written and continues after it. */
  | { readonly _tag: "ListChanged" }
  /** All records were read, and the file is being completed. */
  | { readonly _tag: "Finishing" }
  | { readonly _tag: "Done"; readonly report: ExportReport }

type Counts = Pick<ExportProgress, "report" | "written">

/** Returns the progress of a run that started from `before`. */
export const progressSince = (before: Counts, { report, written }: Counts): ExportProgress => ({
  written,
  writtenNow: written - before.written,
  requests: report.requests,
  requestsNow: report.requests - before.report.requests,
  report
})

/** Returns the progress at the start of a run that resumes an earlier one. */
export const progressBefore = (saved: Counts): ExportProgress => progressSince(saved, saved)

/** The progress of an export that has not read a page yet. */
export const initialProgress: ExportProgress = progressBefore({
  written: 0,
  report: {
    records: 0,
    requests: 0,
    duplicates: 0,
    rejected: 0,
    claimedTotal: null,
    agrees: null
  }
})
