import { isUtf8 } from "node:buffer"
import type { Readable } from "node:stream"
import { noticeFields } from "@public-records/core"
import { Result } from "effect"
import Papa from "papaparse"
import { complaintFromRow, dailyColumns } from "./complaintRecords.ts"
import { type CsvColumns, findColumns } from "./csvColumns.ts"
import { noticeFromRow } from "./noticeRecords.ts"
import type { ComplaintRow } from "./PlainComplaint.ts"
import { RecordFileError } from "./RecordFileError.ts"
import type { RecordSink } from "./RecordSink.ts"

const windows1252 = new TextDecoder("windows-1252")

/** Decodes a field that has one character per byte: UTF-8, or Windows-1252 if it is not valid UTF-8. */
const decodeField = (field: string): string => {
  if (!/[\u0080-\u00FF]/.test(field)) return field
  const bytes = Buffer.from(field, "latin1")
  return isUtf8(bytes) ? bytes.toString() : windows1252.decode(bytes)
}

/** Returns the line end to split at: CRLF if all lines at the start of a file end with it, otherwise LF. */
const lineEndOf = (start: string): "\r\n" | "\n" =>
  /(?<!\r)\n/.test(start.replaceAll(/"[^"]*(?:"|$)/g, "")) ? "\n" : "\r\n"

/** Removes the CR of a CRLF that was split at LF. */
const withoutCarriageReturn = (row: ReadonlyArray<string>): ReadonlyArray<string> => {
  const last = row.at(-1) ?? ""
  return last.endsWith("\r") ? row.with(row.length - 1, last.slice(0, -1)) : row
}

/** Passes one row to the sink. `location` is the file and the row's number. */
type AddRow = (fields: ReadonlyArray<string>, location: string) => void

const addRows =
  <A>(
    width: number,
    { pick }: CsvColumns,
    parse: (values: ReadonlyArray<string>) => Result.Result<A, string>,
    add: (record: A) => void,
    { addInvalid }: RecordSink
  ): AddRow =>
  (fields, location) => {
    if (fields.length !== width) {
      const columns = fields.length === 1 ? "column" : "columns"
      return addInvalid(location, `the row has ${fields.length} ${columns} instead of ${width}`, fields.join())
    }
    const record = parse(pick(fields))
    return Result.isSuccess(record) ? add(record.success) : addInvalid(location, record.failure, fields.join())
  }

/** Returns the function that adds the rows below a header. */
const rowsBelow = (
  header: ReadonlyArray<string>,
  location: string,
  sink: RecordSink,
  addRow: RecordSink["addRow"]
): AddRow => {
  const daily = findColumns(header, dailyColumns)
  if (daily.missing.length === 0) return addRows(header.length, daily, complaintFromRow, addRow, sink)
  const notices = findColumns(header, noticeFields)
  if (notices.missing.length === 0) return addRows(header.length, notices, noticeFromRow, sink.addNotice, sink)
  const reason = `the header lacks ${daily.missing.join(", ")}; that of a daily file is ${dailyColumns.join()}`
  throw new RecordFileError({ message: `${location}: ${reason}.` })
}

/** Describes a quotation error. The row may span several lines, because it extends to the next quotation mark. */
const quotationProblem = (fields: ReadonlyArray<string>): string => {
  const lines = fields.join().split("\n").length
  const lost = lines === 1 ? "" : `, so ${lines} lines cannot be read`
  return `a quotation mark is missing or misplaced${lost}`
}

/** Reads the rows of a CSV file. Rows are counted as in a spreadsheet: the header is row 1. */
class CsvReader {
  readonly #path: string
  readonly #sink: RecordSink
  #row = 0
  #addRow: AddRow | undefined
  #last: { readonly row: ComplaintRow; readonly number: number } | undefined

  constructor(path: string, sink: RecordSink) {
    this.#path = path
    this.#sink = sink
  }

  take({ data, errors, meta }: Papa.ParseResult<Array<string>>): void {
    const broken = new Set(errors.map((error) => error.row))
    for (const [index, raw] of data.entries()) {
      this.#row += 1
      const fields = (meta.linebreak === "\n" ? withoutCarriageReturn(raw) : raw).map(decodeField)
      if (fields.length === 1 && fields[0] === "") continue
      const location = this.#location
      if (this.#addRow === undefined) this.#addRow = rowsBelow(fields, location, this.#sink, this.#addLater)
      else if (broken.has(index)) this.#sink.addInvalid(location, quotationProblem(raw), raw.join())
      else this.#addRow(fields, location)
    }
  }

  /** Passes on the last row of a daily file, unless the file ends within it. */
  end(endsWithLine: boolean): void {
    if (this.#last === undefined) return
    const { number, row } = this.#last
    const isCutOff = number === this.#row && !endsWithLine && !/^[YN]$/i.test(row.recordedMessageOrRobocall)
    if (isCutOff) this.#sink.addInvalid(this.#location, "the file ends within the row", Object.values(row).join())
    else this.#sink.addRow(row)
  }

  get #location(): string {
    return `${this.#path}, row ${this.#row}`
  }

  /** Passes on each row when the next one comes, because the last one may be cut off. */
  readonly #addLater = (row: ComplaintRow): void => {
    if (this.#last !== undefined) this.#sink.addRow(this.#last.row)
    this.#last = { row, number: this.#row }
  }
}

const parse = (file: Readable, start: string, reader: CsvReader): Promise<void> =>
  new Promise((resolve, reject) => {
    Papa.parse<Array<string>>(file, {
      delimiter: ",",
      newline: lineEndOf(start),
      chunk: (rows, parser) => {
        try {
          reader.take(rows)
        } catch (cause) {
          reject(cause)
          parser.abort()
        }
      },
      complete: () => resolve(),
      error: reject
    })
  })

/** Reads a daily file, or records that `export` wrote, from a stream of Latin-1 strings that begins with `start`. */
export const readCsv = async (file: Readable, path: string, sink: RecordSink, start: string): Promise<void> => {
  const reader = new CsvReader(path, sink)
  let lastCharacter = ""
  file.on("data", (text: string) => (lastCharacter = text.at(-1) ?? lastCharacter))
  await parse(file, start, reader)
  reader.end(lastCharacter === "\n")
}
