import { type WalkReport } from "@public-records/core"
import { Option } from "effect"
import { type PageLine } from "./Checkpoint.ts"

/**
 * How far an export is.
 *
 * **Units** `written` counts the records in the file, `requests` the pages that were read, and `report` the whole walk.
 * `writtenNow` and `requestsNow` count only what this run did.
 */
export interface ExportProgress {
  readonly written: number
  readonly writtenNow: number
  readonly requests: number
  readonly requestsNow: number
  readonly report: WalkReport
}

/**
 * What came of an export.
 *
 * **Units** times in ISO 8601; `startedAt` is that of the first run, where others were cut off.
 */
export interface ExportReport extends ExportProgress {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
  readonly startedAt: string
  readonly endedAt: string
  /** Whether it ended because as many records as wanted were there. */
  readonly isCutShort: boolean
  /** Where the rejected records are; nothing where there are none. */
  readonly rejectedFile: string | undefined
}

/** What an export tells on its way. */
export type ExportEvent =
  /** It goes on from an earlier run, or begins. `source` is where the earlier run read from. */
  | { readonly _tag: "Opened"; readonly resumed: ExportProgress | undefined; readonly source: string }
  | { readonly _tag: "Page"; readonly progress: ExportProgress }
  /** The list changed since the last run. The walk found the last record that it had read. */
  | { readonly _tag: "Moved" }
  /** All records are there; the file is being made of them. */
  | { readonly _tag: "Finishing" }
  | { readonly _tag: "Done"; readonly report: ExportReport }

/** Before the first page. */
export const nothingYet: ExportProgress = {
  written: 0,
  writtenNow: 0,
  requests: 0,
  requestsNow: 0,
  report: {
    records: 0,
    requests: 0,
    duplicates: 0,
    rejected: 0,
    claimedTotal: Option.none(),
    agrees: Option.none(),
    forgotten: 0
  }
}

/** How far an earlier run was. */
export const progressBefore = ({ report, written }: Pick<PageLine, "report" | "written">): ExportProgress => ({
  written,
  writtenNow: 0,
  requests: report.requests,
  requestsNow: 0,
  report
})
