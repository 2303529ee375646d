import type { Readable } from "node:stream"
import { Result } from "effect"
import { dailyColumns, withoutPadding } from "./complaintRecords.ts"
import { ComplaintRows } from "./complaintRows.ts"
import { type CsvHeader, decodeText, headerOf, readHeader } from "./csvColumns.ts"
import { type CsvRow, splitRows } from "./csvRows.ts"
import type { FileFacts } from "./FileFacts.ts"
import { linesOf, maxLine, withoutCarriageReturn } from "./lines.ts"
import { noticeFromRow } from "./noticeRecords.ts"
import { RecordFileError } from "./RecordFileError.ts"
import type { RecordSink } from "./RecordSink.ts"

/** The header is one of the first lines that are not empty. */
const maxLinesAbove = 10

/** Whether a row has a field that `readField` changes. */
const needsReading = /[\u0080-\u00FF']/

/** Decodes a field, and removes the apostrophe that `--spreadsheet-safe` puts before a cell that a spreadsheet would calculate. */
const readField = (field: string): string => {
  const text = decodeText(field)
  return text.startsWith("'") && /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

/** Reads the lines of a CSV file. */
class CsvReader {
  readonly #path: string
  readonly #sink: RecordSink
  readonly #complaints: ComplaintRows
  /** The number of lines that were read. */
  #line = 0
  /** The number of the last line that is invalid. */
  #invalidLine = 0
  #header: CsvHeader | undefined
  /** The lines above the header, and their numbers. */
  readonly #above: Array<readonly [text: string, line: number]> = []
  /** The lines of a row that has not ended. */
  #rest: ReadonlyArray<string> = []

  constructor(facts: FileFacts, sink: RecordSink) {
    this.#path = facts.path
    this.#sink = sink
    this.#complaints = new ComplaintRows(facts, sink.addRow, ({ line, row, text }, reason) =>
      this.#reject(line, text, reason, row)
    )
  }

  take(lines: ReadonlyArray<string>, isEnd = false): void {
    const below = this.#header === undefined ? this.#belowHeader(lines) : lines
    if (this.#header === undefined) return
    const { rest, rows } = splitRows(this.#rest.length === 0 ? below : [...this.#rest, ...below], this.#header, isEnd)
    this.#rest = rest
    for (const row of rows) this.#takeRow(row, this.#header)
  }

  /** Passes on the rows that waited for the end of the file. */
  end(endsWithLine: boolean): void {
    this.take([], true)
    if (this.#header === undefined && this.#above.length > 0) throw this.#headerProblem()
    this.#complaints.end(this.#line, endsWithLine)
    const isCutOff = !endsWithLine && this.#line > 0 && this.#invalidLine === this.#line
    if (isCutOff) this.#sink.addCutOff?.(`${this.#path}, line ${this.#line}`)
  }

  /** Returns the lines below the header. Lines above it are a title, or say how a spreadsheet reads the file. */
  #belowHeader(lines: ReadonlyArray<string>): ReadonlyArray<string> {
    for (const [index, raw] of lines.entries()) {
      const line = withoutCarriageReturn(raw)
      this.#line += 1
      const header = readHeader(line)
      if ("pick" in header) {
        this.#header = header
        for (const _ of this.#above) this.#sink.addSkipped("above the header")
        return lines.slice(index + 1)
      }
      if (line.trim() === "") this.#sink.addSkipped("empty")
      else this.#above.push([line, this.#line])
      if (this.#above.length === maxLinesAbove) throw this.#headerProblem()
    }
    return []
  }

  /** Says which columns the line lacks that is most like a header. */
  #headerProblem(): RecordFileError {
    let [missing, where]: [ReadonlyArray<string>, number] = [dailyColumns, this.#above[0]?.[1] ?? 1]
    for (const [text, line] of this.#above) {
      const header = readHeader(text)
      if ("missing" in header && header.missing.length < missing.length) [missing, where] = [header.missing, line]
    }
    const reason = `the header lacks ${missing.join(", ")}; that of a daily file is ${dailyColumns.join()}`
    return new RecordFileError({ message: `${this.#path}, line ${where}: ${reason}.` })
  }

  #takeRow({ fields, lines, text }: CsvRow, { collection, pick, width }: CsvHeader): void {
    const line = this.#line + 1
    this.#line += lines
    for (let further = 1; further < lines; further++) this.#sink.addSkipped("continued row")
    if (text.length > maxLine) return this.#reject(line, text, `the row has more than ${maxLine} characters`)
    if (fields === undefined) return this.#reject(line, text, "a quotation mark is missing or misplaced")
    const values = needsReading.test(text) ? fields.map(readField) : fields
    if (values.length !== width) {
      const columns = values.length === 1 ? "column" : "columns"
      return this.#reject(line, text, `the row has ${values.length} ${columns} instead of ${width}`, values)
    }
    const row = pick(values)
    if (collection === "complaints") return this.#complaints.take({ row: withoutPadding(row), text, line })
    const notice = noticeFromRow(row)
    if (Result.isSuccess(notice)) this.#sink.addNotice(notice.success)
    else this.#reject(line, text, notice.failure, values)
  }

  /** Passes on a row that is invalid, unless it is no row. */
  #reject(line: number, text: string, reason: string, values: ReadonlyArray<string> = [text]): void {
    if (values.every((value) => value.trim() === "")) return this.#sink.addSkipped("empty")
    if (text === "\u001A") return this.#sink.addSkipped("end mark")
    const header = values.length < dailyColumns.length ? undefined : headerOf(values, this.#header?.delimiter ?? ",")
    if (header === undefined || "missing" in header) {
      this.#invalidLine = line
      return this.#sink.addInvalid(`${this.#path}, line ${line}`, reason, decodeText(text))
    }
    this.#header = header
    this.#sink.addSkipped("repeated header")
  }
}

/** Returns the line end of a file that begins with `start`. LF, also after CR, unless there is only CR. */
const lineEndOf = (start: string): "\n" | "\r" => (start.includes("\r") && !start.includes("\n") ? "\r" : "\n")

/** Reads a daily file, or records that `export` wrote, from a stream of Latin-1 strings that begins with `start`. */
export const readCsv = async (file: Readable, facts: FileFacts, sink: RecordSink, start: string): Promise<void> => {
  const reader = new CsvReader(facts, sink)
  const lineEnd = lineEndOf(start)
  let lastCharacter = ""
  file.on("data", (text: string) => (lastCharacter = text.at(-1) ?? lastCharacter))
  for await (const lines of linesOf(file, lineEnd)) reader.take(lines)
  reader.end(lastCharacter === lineEnd)
}
