import Papa from "papaparse"
import { maxLine, withoutCarriageReturn } from "./lines.ts"

/** A row of a CSV file. */
export interface CsvRow {
  /** `undefined` if a quotation mark is missing or misplaced, or the row is too long. */
  readonly fields: ReadonlyArray<string> | undefined
  readonly text: string
  /** The number of its lines. */
  readonly lines: number
}

/** How the rows of a file are written. */
export interface CsvFormat {
  readonly delimiter: string
  /** The number of columns. */
  readonly width: number
}

/** A row with more lines is taken for one with a missing quotation mark. */
const maxRowLines = 100

const parse = (text: string, delimiter: string) => Papa.parse<Array<string>>(text, { delimiter, newline: "\n" })

/** Returns the fields of a row that is complete, otherwise `undefined`. */
export const fieldsOf = (text: string, delimiter: string): ReadonlyArray<string> | undefined => {
  const { data, errors } = parse(text, delimiter)
  if (errors.length > 0 || data.length > 1) return undefined
  return data[0] ?? [""]
}

/** Returns the rows of lines that are one row each, as nearly always, otherwise `undefined`. */
const singleLineRows = (
  lines: ReadonlyArray<string>,
  delimiter: string
): ReadonlyArray<CsvRow> | undefined => {
  if (lines.some((line) => line.length > maxLine)) return undefined
  const { data, errors } = parse(lines.join("\n"), delimiter)
  if (errors.length > 0 || data.length !== lines.length) return undefined
  return data.map((fields, index) => ({ fields, text: lines[index] ?? "", lines: 1 }))
}

/** Returns whether the quotation marks of a line leave a field open, or are misplaced. */
const quotationOf = (line: string, delimiter: string): "complete" | "open" | "misplaced" => {
  const { errors } = parse(line, delimiter)
  if (errors.length === 0) return "complete"
  return errors.some(({ code }) => code === "InvalidQuotes") ? "misplaced" : "open"
}

/** Whether a line within quotation marks is a row of its own, so that the mark above it is a stray one. */
const isRow = (line: string, { delimiter, width }: CsvFormat): boolean =>
  line.split(delimiter).length >= width && line.split('"').length % 2 === 1

/** Returns the number of lines of a row, 0 if its quotation marks are wrong, or `undefined` if its end is not among the lines. */
const lineCount = (lines: ReadonlyArray<string>, at: number, format: CsvFormat): number | undefined => {
  const { delimiter } = format
  const first = quotationOf(lines[at] ?? "", delimiter)
  if (first !== "open") return first === "complete" ? 1 : 0
  for (let count = 2; count <= maxRowLines; count++) {
    const line = lines[at + count - 1]
    if (line === undefined) return undefined
    if (line.length > maxLine || isRow(line, format)) return 0
    const quotation = line.includes('"') ? quotationOf(`"${line}`, delimiter) : "open"
    if (quotation !== "open") return quotation === "complete" ? count : 0
  }
  return 0
}

/**
 * Splits lines into rows. A row may have line ends in quotation marks. The line of a stray mark is a row without fields, and the lines
 * below it are rows of their own. Unless these lines are the last ones of the file, `rest` are those of a row that has not ended.
 */
export const splitRows = (
  raw: ReadonlyArray<string>,
  format: CsvFormat,
  isEnd: boolean
): { readonly rows: ReadonlyArray<CsvRow>; readonly rest: ReadonlyArray<string> } => {
  const lines = raw.map(withoutCarriageReturn)
  const single = singleLineRows(lines, format.delimiter)
  if (single !== undefined) return { rows: single, rest: [] }
  const rows: Array<CsvRow> = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ""
    const isLong = line.length > maxLine
    const count = isLong ? 0 : lineCount(lines, at, format)
    if (count === undefined && !isEnd) break
    if (count === undefined || count === 0) rows.push({ fields: undefined, text: line, lines: 1 })
    else {
      // Within quotation marks, a line may end with CRLF or LF.
      const text = [...raw.slice(at, at + count - 1), lines[at + count - 1] ?? ""].join("\n")
      rows.push({ fields: fieldsOf(text, format.delimiter), text, lines: count })
    }
    at += count === undefined || count === 0 ? 1 : count
  }
  return { rows, rest: raw.slice(at) }
}
