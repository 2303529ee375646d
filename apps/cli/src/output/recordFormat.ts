import { safeText } from "@public-records/tui/safeText"
import { csvLine, spreadsheetSafe } from "@public-records/export/csv"
import { type RecordKind } from "./RecordKind.ts"
import { safeJson } from "@public-records/export/safeJson"

/**
 * How the terminal UI writes records that leave it.
 *
 * **Gotchas** its CSV is for spreadsheets and for reading: cells are guarded as `--spreadsheet-safe` does, and what would act
 * on a terminal is made visible. Its JSON is exact.
 */
export const recordFormat = <Record>(kind: RecordKind<Record>) => ({
  json: (record: Record): string => safeJson(kind.fields(record), 2),
  ndjson: (record: Record): string => `${safeJson(kind.fields(record))}\n`,
  csv: {
    header: csvLine(kind.csv.header),
    line: (record: Record): string => csvLine(kind.csv.cells(record).map((cell) => spreadsheetSafe(safeText(cell))))
  }
})
