import { csvLine, spreadsheetSafe } from "./csv.ts"
import { type FileForm } from "./FileForm.ts"
import { safeJson } from "./safeJson.ts"

/** The formats of exported files. */
export const exportFormats = ["ndjson", "csv", "parquet"] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Returns the format that a file's ending names, in any letter case, or `undefined` for another ending. */
export const formatOfEnding = (path: string): ExportFormat | undefined => {
  const ending = path.toLowerCase().replace(/\.jsonl$/, ".ndjson")
  return exportFormats.find((format) => ending.endsWith(`.${format}`))
}

/**
 * Returns the text before the first record, and what makes lines of records. A Parquet file is made from NDJSON when all
 * records are there, because its rows cannot be written page by page.
 */
export const lineWriter = <Record>(form: FileForm<Record>, format: ExportFormat, isSpreadsheetSafe: boolean) => {
  const guard = isSpreadsheetSafe ? spreadsheetSafe : (cell: string) => cell
  const line =
    format === "csv"
      ? (record: Record) => csvLine(form.csv.cells(record).map(guard))
      : (record: Record) => `${safeJson(form.fields(record))}\n`
  return {
    opening: format === "csv" ? csvLine(form.csv.header) : "",
    lines: (records: ReadonlyArray<Record>): string => records.map(line).join("")
  }
}
