import { noticeFields } from "@public-records/core"
import { Predicate, Result } from "effect"
import { complaintFromJson, complaintFromRow, dailyHeader } from "./complaintRecords.ts"
import { noticeFromJson, noticeFromRow } from "./noticeRecords.ts"
import { readCsvRows } from "./csvRows.ts"
import type { DataSetBuilder } from "./DataSetBuilder.ts"

type AddRow = (line: number, fields: ReadonlyArray<string>) => void

const dailyRows =
  (builder: DataSetBuilder): AddRow =>
  (line, fields) => {
    const complaint = complaintFromRow(fields, builder.idOfRow(fields))
    if (Result.isSuccess(complaint)) builder.addRow(complaint.success)
    else builder.addBroken(`line ${line}`, complaint.failure)
  }

const noticeRows =
  (builder: DataSetBuilder): AddRow =>
  (line, fields) => {
    const notice = noticeFromRow(fields, builder.noticesSoFar)
    if (Result.isSuccess(notice)) builder.addNotice(notice.success)
    else builder.addBroken(`line ${line}`, notice.failure)
  }

const rowsUnder = (header: string, builder: DataSetBuilder): AddRow | undefined => {
  if (header === dailyHeader.join()) return dailyRows(builder)
  return header === noticeFields.join() ? noticeRows(builder) : undefined
}

/** Adds the rows of a daily file, or of a CSV file of notices; a file with another header is of no use. */
export const addCsv = (csv: string, builder: DataSetBuilder): void => {
  let isHeader = true
  let addRow: AddRow | undefined
  readCsvRows(csv, (line, fields) => {
    if (isHeader) {
      isHeader = false
      addRow = rowsUnder(fields?.join() ?? "", builder)
    } else if (fields === undefined) {
      builder.addBroken(`line ${line}`, "the row's quotation marks are broken")
    } else {
      addRow?.(line, fields)
    }
  })
  if (addRow === undefined) {
    builder.addUnreadableFile("line 1", `the header is not that of a daily file, which is ${dailyHeader.join()}`)
  }
}

const isNotice = (record: object): boolean =>
  "type" in record ? record.type === "early_termination_notice" : "transactionNumber" in record

const isComplaint = (record: object): boolean =>
  "type" in record ? record.type === "dnc_complaint" : "createdDate" in record

const addRecord = (record: unknown, place: string, builder: DataSetBuilder): void => {
  if (!Predicate.isObject(record)) return builder.addBroken(place, "this is not a record")
  if (isNotice(record)) {
    const notice = noticeFromJson(record, builder.noticesSoFar)
    return Result.isSuccess(notice) ? builder.addNotice(notice.success) : builder.addBroken(place, notice.failure)
  }
  if (!isComplaint(record)) return builder.addBroken(place, "this is neither a complaint nor a notice")
  const complaint = complaintFromJson(record)
  return Result.isSuccess(complaint)
    ? builder.addComplaint(complaint.success)
    : builder.addBroken(place, complaint.failure)
}

const noJson = "this is not JSON"

/** Fails with the parser's message, which may quote the file and is not for showing. */
const parsedJson = (text: string): Result.Result<unknown, string> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: (cause) => (cause instanceof Error ? cause.message : "")
  })

/** Where JSON breaks, as far as the parser's message tells: for a text of a few characters it does not. */
const placeOfFailure = (text: string, message: string): string => {
  const isCutShort = message.startsWith("Unexpected end")
  const position = isCutShort ? text.trimEnd().length : Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN)
  return Number.isNaN(position) ? "the file" : `line ${text.slice(0, position).split("\n").length}`
}

const recordsIn = (document: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(document)) return document
  if (Predicate.hasProperty(document, "data") && Array.isArray(document.data)) return document.data
  return [document]
}

/** Adds the records of an answer with `data`, of a bare array, or a single record. */
export const addJson = (text: string, builder: DataSetBuilder): void => {
  const document = parsedJson(text)
  if (Result.isFailure(document)) {
    builder.addUnreadableFile(placeOfFailure(text, document.failure), noJson)
    return
  }
  for (const [place, record] of recordsIn(document.success).entries()) addRecord(record, `record ${place + 1}`, builder)
}

/** Adds one record for each line; empty lines are none. */
const addNdjson = (text: string, builder: DataSetBuilder): void => {
  for (const [place, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue
    const record = parsedJson(line)
    if (Result.isSuccess(record)) addRecord(record.success, `line ${place + 1}`, builder)
    else builder.addBroken(`line ${place + 1}`, noJson)
  }
}

const isNdjson = (text: string): boolean => /^\s*\{.*\}\s*\n\s*\{/.test(text)

/** Adds a file by its ending, or by its content where the ending says nothing. */
export const addDataFile = (name: string, text: string, builder: DataSetBuilder): void => {
  const bare = text.startsWith("\uFEFF") ? text.slice(1) : text
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return addNdjson(bare, builder)
  if (/\.json$/i.test(name)) return addJson(bare, builder)
  if (/\.csv$/i.test(name)) return addCsv(bare, builder)
  if (isNdjson(bare)) return addNdjson(bare, builder)
  return /^\s*[[{]/.test(bare) ? addJson(bare, builder) : addCsv(bare, builder)
}
