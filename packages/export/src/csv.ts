const lineEnd = "\r\n"
const needsQuotes = /[",\r\n]/
const startsFormula = /^[=+\-@\t\r]/

/** Keeps a spreadsheet from reading a cell as a formula. */
export const spreadsheetSafe = (cell: string): string => (startsFormula.test(cell) ? `'${cell}` : cell)

/** One line of a CSV file: quotes only where they are needed, CRLF at the end. */
export const csvLine = (cells: ReadonlyArray<string>): string =>
  cells.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",") + lineEnd
