import { csvLine, spreadsheetSafe } from "./csv.ts"
import { type FileForm } from "./FileForm.ts"
import { safeJson } from "./safeJson.ts"

/** The formats of exported files. */
export const exportFormats = ["ndjson", "csv", "parquet"] as const
export type ExportFormat = (typeof exportFormats)[number]

const endings: ReadonlyArray<readonly [string, ExportFormat]> = [
  [".ndjson", "ndjson"],
  [".jsonl", "ndjson"],
  [".csv", "csv"],
  [".parquet", "parquet"]
]

/** The format that a file's ending names, whatever its case; nothing for another ending. */
export const formatOfEnding = (path: string): ExportFormat | undefined =>
  endings.find(([ending]) => path.toLowerCase().endsWith(ending))?.[1]

/** How records become lines of text. */
export interface LineWriter<Record> {
  /** What goes before the first record. */
  readonly opening: string
  readonly lines: (records: ReadonlyArray<Record>) => string
}

/**
 * The lines of a format. A Parquet file is made from NDJSON when all records are there, because its rows cannot be written
 * page by page.
 */
export const lineWriter = <Record>(
  form: FileForm<Record>,
  format: ExportFormat,
  isSpreadsheetSafe: boolean
): LineWriter<Record> => {
  if (format === "csv") {
    const guard = isSpreadsheetSafe ? spreadsheetSafe : (cell: string) => cell
    return {
      opening: csvLine(form.csv.header),
      lines: (records) => records.map((record) => csvLine(form.csv.cells(record).map(guard))).join("")
    }
  }
  return {
    opening: "",
    lines: (records) => records.map((record) => `${safeJson(form.fields(record))}\n`).join("")
  }
}
