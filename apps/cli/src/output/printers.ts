import { csvLine, spreadsheetSafe } from "@public-records/export/csv"
import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { type WriteStream } from "node:tty"
import { type Format, type OutputFlags } from "../flags.ts"
import { usageFailure } from "../CommandFailure.ts"
import { type Environment, Host } from "../Host.ts"
import { shownValue } from "./columns.ts"
import { type PrintedKind } from "./kinds.ts"
import { printedJson } from "./StandardOutput.ts"

const defaultWidth = 80

/** The width that `COLUMNS` names, or that the terminal has now. A terminal that does not report its size says 0. */
const terminalWidth = ({ columns }: WriteStream, { COLUMNS = "" }: Environment): number =>
  /^[1-9]\d{0,3}$/.test(COLUMNS) ? Number(COLUMNS) : columns || defaultWidth

export const printerOptions = Effect.fnUntraced(function* (flags: OutputFlags) {
  const { environment, stdout } = yield* Host
  const format: Format = flags.format ?? (stdout.isTTY ? "table" : "ndjson")
  if (flags.spreadsheetSafe && format !== "csv") {
    return yield* usageFailure("--spreadsheet-safe is for spreadsheets: add --format csv, or leave it out.")
  }
  return {
    format,
    spreadsheetSafe: flags.spreadsheetSafe,
    /** Width of the terminal, which may change. **Units** cells; `undefined` if the text goes to a file or a pipe. */
    get width(): number | undefined {
      return stdout.isTTY ? terminalWidth(stdout, environment) : undefined
    }
  }
})

export type PrinterOptions = Effect.Success<ReturnType<typeof printerOptions>>

interface ListPrinter<Record> {
  readonly opening: string
  /** Records as text; `isFirst` says whether none were printed before. */
  readonly some: (records: ReadonlyArray<Record>, isFirst: boolean) => string
  readonly closing: (isEmpty: boolean) => string
  /** Fields that the printed records had no room for. */
  readonly leftOut: () => ReadonlyArray<string>
}

const csvRow = <Record>(kind: PrintedKind<Record>, options: PrinterOptions) => {
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

export const listPrinter = Effect.fnUntraced(function* <Record>(
  kind: PrintedKind<Record>,
  options: PrinterOptions
): Effect.fn.Return<ListPrinter<Record>> {
  const plain = { opening: "", closing: () => "", leftOut: () => [] }
  const json = (record: Record): string => printedJson(kind.fields(record), { isTTY: options.width !== undefined })
  switch (options.format) {
    case "ndjson":
      return { ...plain, some: linesOf((record) => `${json(record)}\n`) }
    case "csv":
      return { ...plain, opening: csvLine(kind.csv.header), some: linesOf(csvRow(kind, options)) }
    case "json":
      return {
        ...plain,
        opening: "[",
        some: (records, isFirst) =>
          records.map((record, index) => (isFirst && index === 0 ? "\n" : ",\n") + json(record)).join(""),
        closing: (isEmpty) => (isEmpty ? "]\n" : "\n]\n")
      }
    case "table": {
      const { tableOf } = yield* loadTable
      const table = tableOf(kind.columns, () => options.width)
      return { ...table, opening: "", closing: (isEmpty) => (isEmpty ? table.header() : "") }
    }
  }
})

/** One record as a line for each field, nothing cut. */
const listing = (fields: Readonly<{ [field: string]: unknown }>): string => {
  const widest = Math.max(...Object.keys(fields).map((name) => name.length))
  const lines = Object.entries(fields).map(([name, value]) => `${name.padEnd(widest)}  ${safeText(shownValue(value))}`)
  return lines.map((line) => `${line.trimEnd()}\n`).join("")
}

export const printRecord = <Record>(kind: PrintedKind<Record>, options: PrinterOptions, record: Record): string => {
  const fields = kind.fields(record)
  if (options.format === "table") return listing(fields)
  if (options.format === "csv") return csvLine(kind.csv.header) + csvRow(kind, options)(record)
  const indent = options.format === "json" ? 2 : undefined
  return `${printedJson(fields, { isTTY: options.width !== undefined }, indent)}\n`
}
