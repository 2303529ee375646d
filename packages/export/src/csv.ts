const lineEnd = "\r\n"
const needsQuotes = /[",\r\n]/
const startsFormula = /^[=+\-@\t\r]/

/** Prevents spreadsheets from interpreting a cell as a formula. */
export const spreadsheetSafe = (cell: string): string => (startsFormula.test(cell) ? `'${cell}` : cell)

/** Formats one line of CSV, with quotes only if needed and a final CRLF. */
export const csvLine = (cells: ReadonlyArray<string>): string =>
  cells.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",") + lineEnd
