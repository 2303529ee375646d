import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { csvLine, spreadsheetSafe } from "@public-records/export/csv"
import { type Format } from "./Format.ts"
import { type RecordKind, shownValue } from "./RecordKind.ts"
import { printedJson } from "./printedJson.ts"

/** What a printer has to know of where its text goes. */
export interface PrinterOptions {
  readonly format: Format
  readonly spreadsheetSafe: boolean
  /** Width of the terminal, which may change. **Units** cells; `undefined` if the text goes to a file or a pipe. */
  readonly width: number | undefined
}

/** Turns the records of a list into text, some at a time. */
export interface ListPrinter<Record> {
  /** What goes before the first record. */
  readonly opening: string
  /** Records as text; `isFirst` says whether none were printed before. */
  readonly some: (records: ReadonlyArray<Record>, isFirst: boolean) => string
  /** What goes after the last record. */
  readonly closing: (isEmpty: boolean) => string
  /** Fields that the printed records had no room for. */
  readonly leftOut: () => ReadonlyArray<string>
}

const csvRow = <Record>(kind: RecordKind<Record>, options: PrinterOptions) => {
  const guard = options.spreadsheetSafe ? spreadsheetSafe : (cell: string) => cell
  // A file gets the exact text; a terminal would act on it.
  const shown = options.width === undefined ? guard : (cell: string) => safeText(guard(cell))
  return (record: Record): string => csvLine(kind.csv.cells(record).map(shown))
}

const linesOf =
  <Record>(line: (record: Record) => string) =>
  (records: ReadonlyArray<Record>): string =>
    records.map(line).join("")

// Loaded when it is needed: measuring text in cells takes large tables of characters.
const loadTable = Effect.promise(() => import("./table.ts"))

/** Prints the records of a list in one of the formats. */
export const listPrinter = Effect.fnUntraced(function* <Record>(
  kind: RecordKind<Record>,
  options: PrinterOptions
): Effect.fn.Return<ListPrinter<Record>> {
  const nothing = { opening: "", closing: () => "", leftOut: () => [] }
  const json = (record: Record): string => printedJson(kind.fields(record), { isTTY: options.width !== undefined })
  switch (options.format) {
    case "ndjson":
      return { ...nothing, some: linesOf((record) => `${json(record)}\n`) }
    case "csv":
      return { ...nothing, opening: csvLine(kind.csv.header), some: linesOf(csvRow(kind, options)) }
    case "json":
      return {
        ...nothing,
        opening: "[",
        some: (records, isFirst) =>
          records.map((record, index) => (isFirst && index === 0 ? "\n" : ",\n") + json(record)).join(""),
        closing: (isEmpty) => (isEmpty ? "]\n" : "\n]\n")
      }
    case "table": {
      const { tableOf } = yield* loadTable
      const table = tableOf(kind.columns, () => options.width)
      return {
        ...nothing,
        some: table.some,
        closing: (isEmpty) => (isEmpty ? table.header() : ""),
        leftOut: table.leftOut
      }
    }
  }
})

/** One record, a line for each field, nothing cut. */
const listing = (fields: ReadonlyArray<readonly [string, string]>): string => {
  const widest = Math.max(...fields.map(([name]) => name.length))
  return fields.map(([name, text]) => `${name.padEnd(widest)}  ${safeText(text)}`.trimEnd() + "\n").join("")
}

/** Prints one record by itself. */
export const printRecord = <Record>(kind: RecordKind<Record>, options: PrinterOptions, record: Record): string => {
  const fields = kind.fields(record)
  const terminal = { isTTY: options.width !== undefined }
  switch (options.format) {
    case "ndjson":
      return `${printedJson(fields, terminal)}\n`
    case "json":
      return `${printedJson(fields, terminal, 2)}\n`
    case "csv":
      return csvLine(kind.csv.header) + csvRow(kind, options)(record)
    case "table":
      return listing(Object.entries(fields).map(([name, value]) => [name, shownValue(value)] as const))
  }
}
