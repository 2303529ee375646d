import { maxRecordBytes, type RecordReader } from "./RecordReader.ts"

/** Told of each row: the line, from 1, on which it begins, and its fields; none where its quotation marks are broken. */
export type OnCsvRow = (line: number, fields: ReadonlyArray<string> | undefined) => void

const lineFeed = 0x0a
const carriageReturn = 0x0d
const quotationMark = 0x22

/** Quotation marks that hold more than this are not meant so: one of them was forgotten. */
const maxQuotedBytes = 65_536

const quotedOrBare = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/gy

/** The fields of a row that has quotation marks; nothing where one stands alone or in the middle of a field. */
const quotedFields = (row: string): ReadonlyArray<string> | undefined => {
  const fields: Array<string> = []
  quotedOrBare.lastIndex = 0
  for (;;) {
    const field = quotedOrBare.exec(row)
    if (field === null) return undefined
    fields.push(field[1] === undefined ? (field[2] ?? "") : field[1].replaceAll('""', '"'))
    if (field[3] === "") return fields
  }
}

const textOf = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString("utf8", start, end > start && bytes[end - 1] === carriageReturn ? end - 1 : end)

/** Where the line that holds `from` ends; -1 where that is not among the bytes. */
const endOfLine = (bytes: Buffer, from: number, isEnd: boolean): number => {
  const end = bytes.indexOf(lineFeed, from)
  return end === -1 && isEnd ? bytes.length : end
}

/** Where quotation marks that begin at `first` are closed and their line ends; -1 where that is not among the bytes. */
const endOfQuotedRow = (bytes: Buffer, first: number, isEnd: boolean): number => {
  let quote = first
  while (quote !== -1) {
    const closing = bytes.indexOf(quotationMark, quote + 1)
    if (closing === -1) return -1
    const end = endOfLine(bytes, closing, isEnd)
    quote = bytes.indexOf(quotationMark, closing + 1)
    if (quote === -1 || end === -1 || quote > end) return end
  }
  return -1
}

/**
 * Reads CSV as RFC 4180 has it, with CRLF or LF; empty lines are no rows.
 *
 * **Gotchas** written for daily files, of which four rows in five have no quotation marks and are split at their commas.
 * csv-parse takes five times as long; papaparse as long, but it knows no lines, and a quotation mark that is never closed
 * takes the rest of the file with it. Here it costs its own line: reading goes on with the next one.
 *
 * **Gotchas** each row is a text of its own, because a part of a text keeps the whole text in memory.
 */
export class CsvRows implements RecordReader {
  readonly #onRow: OnCsvRow
  readonly #onEndlessLine: (line: number) => void
  #line = 1

  constructor(onRow: OnCsvRow, onEndlessLine: (line: number) => void) {
    this.#onRow = onRow
    this.#onEndlessLine = onEndlessLine
  }

  take(bytes: Buffer, isEnd: boolean): number {
    let quote = bytes.indexOf(quotationMark)
    for (let start = 0; start < bytes.length;) {
      const end = endOfLine(bytes, start, isEnd)
      if (end === -1) return bytes.length - start > maxRecordBytes ? this.#endless(bytes) : start
      if (quote !== -1 && quote < start) quote = bytes.indexOf(quotationMark, start)
      const next =
        quote === -1 || quote > end ? this.#plain(bytes, start, end) : this.#quoted(bytes, start, quote, isEnd)
      if (next === -1) return start
      start = next + 1
    }
    return bytes.length
  }

  #plain(bytes: Buffer, start: number, end: number): number {
    const row = textOf(bytes, start, end)
    if (row !== "") this.#onRow(this.#line, row.split(","))
    this.#line += 1
    return end
  }

  // The place where the row ends, or -1 where more bytes are needed to tell.
  #quoted(bytes: Buffer, start: number, quote: number, isEnd: boolean): number {
    const end = endOfQuotedRow(bytes, quote, isEnd)
    if (end === -1 && !isEnd && bytes.length - start <= maxQuotedBytes) return -1
    const isClosed = end !== -1 && end - start <= maxQuotedBytes
    const row = isClosed ? textOf(bytes, start, end) : ""
    const fields = isClosed ? quotedFields(row) : undefined
    this.#onRow(this.#line, fields)
    this.#line += fields === undefined ? 1 : row.split("\n").length
    return fields === undefined ? endOfLine(bytes, start, true) : end
  }

  #endless(bytes: Buffer): number {
    this.#onEndlessLine(this.#line)
    return bytes.length
  }
}
