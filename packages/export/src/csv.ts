import { type RecordLayout } from "./RecordLayout.ts"

/** The beginning of a file for spreadsheets, some of which would otherwise not read it as UTF-8. */
export const byteOrderMark = "\uFEFF"

const lineEnd = "\r\n"
const needsQuotes = /[",\r\n]/
const startsFormula = /^[=+\-@\t\r]/

/** Prevents spreadsheets from interpreting a cell as a formula. */
export const spreadsheetSafe = (cell: string): string => (startsFormula.test(cell) ? `'${cell}` : cell)

/** Formats one line of CSV, with quotes only if needed and a final CRLF. */
export const csvLine = (cells: ReadonlyArray<string>): string =>
  cells.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",") + lineEnd

/** Returns the text before the first record, and the function that returns the cells of a record. */
export const csvWriter = <Record>(
  { cells, header, spreadsheetCells = cells }: RecordLayout<never, Record>["csv"],
  isSpreadsheetSafe: boolean
) => ({
  opening: (isSpreadsheetSafe ? byteOrderMark : "") + csvLine(header),
  cells: isSpreadsheetSafe ? (record: Record) => spreadsheetCells(record).map(spreadsheetSafe) : cells
})
