import { isUtf8 } from "node:buffer"
import { noticeFields } from "@public-records/core"
import { dailyColumns } from "./complaintRecords.ts"
import { type CsvFormat, fieldsOf } from "./csvRows.ts"

const windows1252 = new TextDecoder("windows-1252")

/** Decodes a text that has one character per byte: UTF-8, or Windows-1252 if it is not valid UTF-8. */
export const decodeText = (text: string): string => {
  if (!/[\u0080-\u00FF]/.test(text)) return text
  const bytes = Buffer.from(text, "latin1")
  return isUtf8(bytes) ? bytes.toString() : windows1252.decode(bytes)
}

/** Removes case and punctuation from a name: "Created_Date", "created date" and "CreatedDate" are the same column. */
const normalized = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** The wanted columns of a file. */
interface CsvColumns {
  /** The names of columns that the file does not have. */
  readonly missing: ReadonlyArray<string>
  /** Returns the values of a row in the order of the wanted columns. */
  readonly pick: (row: ReadonlyArray<string>) => ReadonlyArray<string>
}

/** Finds columns in a header by name, ignoring case, punctuation, order and additional columns. */
const findColumns = (header: ReadonlyArray<string>, wanted: ReadonlyArray<string>): CsvColumns => {
  const names = header.map(normalized)
  const indexes = wanted.map((name) => names.indexOf(normalized(name)))
  const isInOrder = header.length === wanted.length && indexes.every((index, position) => index === position)
  return {
    missing: wanted.filter((_, position) => indexes[position] === -1),
    pick: isInOrder ? (row) => row : (row) => indexes.map((index) => row[index] ?? "")
  }
}

/** The header of a CSV file. */
export interface CsvHeader extends CsvFormat {
  readonly collection: "complaints" | "notices"
  readonly pick: CsvColumns["pick"]
}

type HeaderOrMissing = CsvHeader | { readonly missing: ReadonlyArray<string> }

/** Returns the header that the fields of a line are, or the columns of a daily file that it lacks. */
export const headerOf = (fields: ReadonlyArray<string>, delimiter: string): HeaderOrMissing => {
  const daily = findColumns(fields, dailyColumns)
  const format = { delimiter, width: fields.length }
  if (daily.missing.length === 0) return { ...format, collection: "complaints", pick: daily.pick }
  const notices = findColumns(fields, noticeFields)
  if (notices.missing.length === 0) return { ...format, collection: "notices", pick: notices.pick }
  return { missing: daily.missing }
}

/**
 * Returns the header that a line is, whose columns may be separated by commas, semicolons, tabs or bars. Otherwise returns the fewest
 * columns of a daily file that it lacks.
 */
export const readHeader = (line: string): HeaderOrMissing => {
  let missing: ReadonlyArray<string> = dailyColumns
  for (const delimiter of [",", ";", "\t", "|"]) {
    const header = headerOf((fieldsOf(line, delimiter) ?? []).map(decodeText), delimiter)
    if ("pick" in header) return header
    if (header.missing.length < missing.length) missing = header.missing
  }
  return { missing }
}
