import { csvLine, csvWriter } from "@public-records/export/csv"
import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { type WriteStream } from "node:tty"
import { type Format, type OutputFlags } from "../flags.ts"
import { usageFailure } from "../CommandFailure.ts"
import { type Environment, Host } from "../Host.ts"
import { formatValue } from "./recordColumns.ts"
import { type PrintedKind } from "./kinds.ts"
import { printedJson } from "./StandardOutput.ts"

export const defaultWidth = 80

/** Returns `COLUMNS`, or the current width of the terminal. A terminal that does not report its size has width 0. */
const terminalWidth = ({ columns }: WriteStream, { COLUMNS = "" }: Environment): number =>
  /^[1-9]\d{0,3}$/.test(COLUMNS) ? Number(COLUMNS) : columns || defaultWidth

export const printerOptions = Effect.fnUntraced(function* (flags: Pick<OutputFlags, "format" | "spreadsheetSafe">) {
  const { environment, stdout } = yield* Host
  const format: Format = flags.format ?? (stdout.isTTY ? "table" : "ndjson")
  if (flags.spreadsheetSafe && format !== "csv") {
    return yield* usageFailure("--spreadsheet-safe requires --format csv.")
  }
  return {
    format,
    spreadsheetSafe: flags.spreadsheetSafe,
    /** Current width of the terminal, or `undefined` if standard output is a file or a pipe. **Units** cells. */
    get width(): number | undefined {
      return stdout.isTTY ? terminalWidth(stdout, environment) : undefined
    }
  }
})

export type PrinterOptions = Effect.Success<ReturnType<typeof printerOptions>>

interface ListPrinter<Record> {
  readonly opening: string
  /** Formats a batch of records. `isFirst` is whether it is the first batch. */
  readonly batch: (records: ReadonlyArray<Record>, isFirst: boolean) => string
  readonly closing: (isEmpty: boolean) => string
  readonly omittedColumns: () => ReadonlyArray<string>
}

const csvOf = <Record>(kind: PrintedKind<Record>, options: PrinterOptions) => {
  const { cells, opening } = csvWriter(kind.csv, options.spreadsheetSafe)
  // A file gets the exact text. On a terminal it would be unsafe.
  return options.width === undefined
    ? { opening, row: (record: Record): string => csvLine(cells(record)) }
    : { opening: csvLine(kind.csv.header), row: (record: Record): string => csvLine(cells(record).map(safeText)) }
}

const linesOf =
  <Record>(line: (record: Record) => string) =>
  (records: ReadonlyArray<Record>): string =>
    records.map(line).join("")

// Loaded on demand, because measuring text in cells needs large character tables.
const loadTable = Effect.promise(() => import("./table.ts"))

export const listPrinter = Effect.fnUntraced(function* <Record>(
  kind: PrintedKind<Record>,
  options: PrinterOptions
): Effect.fn.Return<ListPrinter<Record>> {
  const plain = { opening: "", closing: () => "", omittedColumns: () => [] }
  const json = (record: Record): string => printedJson(kind.fields(record), { isTTY: options.width !== undefined })
  switch (options.format) {
    case "ndjson":
      return { ...plain, batch: linesOf((record) => `${json(record)}\n`) }
    case "csv": {
      const { opening, row } = csvOf(kind, options)
      return { ...plain, opening, batch: linesOf(row) }
    }
    case "json":
      return {
        ...plain,
        opening: "[",
        batch: (records, isFirst) =>
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

/** Formats a record as one line per field, without truncation. */
const listing = (fields: Readonly<{ [field: string]: unknown }>): string => {
  const widest = Math.max(...Object.keys(fields).map((name) => name.length))
  const lines = Object.entries(fields).map(([name, value]) => `${name.padEnd(widest)}  ${safeText(formatValue(value))}`)
  return lines.map((line) => `${line.trimEnd()}\n`).join("")
}

export const printRecord = <Record>(kind: PrintedKind<Record>, options: PrinterOptions, record: Record): string => {
  const fields = kind.fields(record)
  if (options.format === "table") return listing(fields)
  if (options.format === "csv") {
    const { opening, row } = csvOf(kind, options)
    return opening + row(record)
  }
  const indent = options.format === "json" ? 2 : undefined
  return `${printedJson(fields, { isTTY: options.width !== undefined }, indent)}\n`
}
