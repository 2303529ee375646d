import { type ExportFormat, exportFormats } from "@public-records/export/ExportFormat"
import { choiceFlag, switchFlag, textFlag } from "./flag.ts"
import { type complaintQueryFlags, type noticeQueryFlags } from "./queryFlags.ts"
import { type SourceFlags } from "./sourceFlags.ts"

/** Where records go, and how; for `export`. */
export const exportFlags = {
  out: textFlag("out", "FILE", "The file to write; - for standard output, which cannot be resumed"),
  format: choiceFlag("format", exportFormats, "The file's form (by the file's ending)"),
  max: textFlag("max", "N", "Stop after N records"),
  dryRun: switchFlag("dry-run", "Print the number of records and requests and the estimated time, then exit"),
  manifest: switchFlag("manifest", "Write FILE.manifest.json: query, counts, SHA-256, times, version"),
  restart: switchFlag("restart", "Begin anew where an export was cut off"),
  strict: switchFlag("strict", "Exit 6 where the service counts otherwise, or records were rejected"),
  failIfEmpty: switchFlag("fail-if-empty", "Exit 7 if no record matches"),
  report: choiceFlag("report", ["json"], "Print the result as one JSON object on standard output"),
  spreadsheetSafe: switchFlag("spreadsheet-safe", "With csv: keep cells from being read as formulas; not for serving"),
  verbose: switchFlag(
    "verbose",
    "Print each request (URL, status, milliseconds, quota) and each retry on standard error"
  ),
  quiet: switchFlag("quiet", "Nothing on standard error but errors"),
  noProgress: switchFlag("no-progress", "No progress on standard error")
}

/** Only complaints have a day by which a folder can be partitioned. */
export const partitionFlags = {
  partitionBy: choiceFlag(
    "partition-by",
    ["created-date"],
    "A folder of Parquet files, one a day, that engines read as a table"
  )
}

/** What the flags of `exportFlags` were read as. */
export interface ExportFlags {
  readonly out: string | undefined
  readonly format: ExportFormat | undefined
  readonly max: string | undefined
  readonly dryRun: boolean
  readonly manifest: boolean
  readonly restart: boolean
  readonly strict: boolean
  readonly failIfEmpty: boolean
  readonly report: "json" | undefined
  readonly spreadsheetSafe: boolean
  readonly verbose: boolean
  readonly quiet: boolean
  readonly noProgress: boolean
}

type FlagTexts<Flags> = { readonly [Name in keyof Flags]: string | undefined }

/** What `export complaints` was given. */
export type ComplaintExportFlags = FlagTexts<typeof complaintQueryFlags> &
  ExportFlags &
  SourceFlags & { readonly partitionBy: "created-date" | undefined }

/** What `export notices` was given. */
export type NoticeExportFlags = FlagTexts<typeof noticeQueryFlags> & ExportFlags & SourceFlags
