import { csvLine, csvWriter } from "./csv.ts"
import { type RecordLayout } from "./RecordLayout.ts"
import { safeJson } from "./safeJson.ts"

/** The formats of exported files. */
export const exportFormats = ["ndjson", "csv", "parquet"] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Returns the format of a file extension, in upper or lower case, or `undefined` if the extension is unknown. */
export const formatOfEnding = (path: string): ExportFormat | undefined => {
  const ending = path.toLowerCase().replace(/\.jsonl$/, ".ndjson")
  return exportFormats.find((format) => ending.endsWith(`.${format}`))
}

/**
 * Returns the text before the first record, and the function that formats records as lines. Parquet cannot be written page by
 * page, so a Parquet file is converted from NDJSON once all records are written.
 */
export const lineWriter = <Record>(
  layout: RecordLayout<never, Record>,
  format: ExportFormat,
  isSpreadsheetSafe: boolean
) => {
  const { cells, opening } = csvWriter(layout.csv, isSpreadsheetSafe)
  const line =
    format === "csv"
      ? (record: Record) => csvLine(cells(record))
      : (record: Record) => `${safeJson(layout.fields(record))}\n`
  return {
    opening: format === "csv" ? opening : "",
    lines: (records: ReadonlyArray<Record>): string => records.map(line).join("")
  }
}
