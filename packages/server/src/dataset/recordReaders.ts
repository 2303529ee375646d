import { noticeFields } from "@public-records/core"
import { Predicate, Result } from "effect"
import { complaintFromJson, complaintFromRow, dailyHeader } from "./complaintRecords.ts"
import { CsvRows } from "./CsvRows.ts"
import type { DataSetBuilder } from "./DataSetBuilder.ts"
import type { FileForm } from "./fileForm.ts"
import { JsonLines } from "./JsonLines.ts"
import { JsonRecords } from "./JsonRecords.ts"
import { noticeFromJson, noticeFromRow } from "./noticeRecords.ts"
import type { RecordReader } from "./RecordReader.ts"

type AddRow = (line: number, fields: ReadonlyArray<string>) => void

const dailyRows =
  (builder: DataSetBuilder): AddRow =>
  (line, fields) => {
    const complaint = complaintFromRow(fields)
    if (Result.isSuccess(complaint)) builder.addRow(fields, complaint.success)
    else builder.broken.add(`line ${line}`, complaint.failure)
  }

const noticeRows =
  (builder: DataSetBuilder): AddRow =>
  (line, fields) => {
    const notice = noticeFromRow(fields, builder.noticesSoFar)
    if (Result.isSuccess(notice)) builder.addNotice(notice.success)
    else builder.broken.add(`line ${line}`, notice.failure)
  }

const rowsUnder = (header: string, builder: DataSetBuilder): AddRow | undefined => {
  if (header === dailyHeader.join()) return dailyRows(builder)
  return header === noticeFields.join() ? noticeRows(builder) : undefined
}

const endless = (builder: DataSetBuilder) => (line: number) =>
  builder.broken.addFile(`line ${line}`, "the line has no end within 1 MiB, so this is no row and no record")

/** The rows of a daily file, or of a CSV file of notices; a file with another header is of no use. */
const csvReader = (builder: DataSetBuilder): RecordReader => {
  let addRow: AddRow | undefined
  return new CsvRows((line, fields) => {
    if (addRow === undefined) {
      addRow = rowsUnder(fields?.join() ?? "", builder)
      if (addRow !== undefined) return
      builder.broken.addFile(`line ${line}`, `the header is not that of a daily file, which is ${dailyHeader.join()}`)
      addRow = () => undefined
    } else if (fields === undefined) {
      builder.broken.add(`line ${line}`, "the row's quotation marks are broken")
    } else {
      addRow(line, fields)
    }
  }, endless(builder))
}

const isNotice = (record: object): boolean =>
  "type" in record ? record.type === "early_termination_notice" : "transactionNumber" in record

const isComplaint = (record: object): boolean =>
  "type" in record ? record.type === "dnc_complaint" : "createdDate" in record

const addRecord = (record: unknown, place: string, builder: DataSetBuilder): void => {
  if (!Predicate.isObject(record)) return builder.broken.add(place, "this is not a record")
  if (isNotice(record)) {
    const notice = noticeFromJson(record, builder.noticesSoFar)
    return Result.isSuccess(notice) ? builder.addNotice(notice.success) : builder.broken.add(place, notice.failure)
  }
  if (!isComplaint(record)) return builder.broken.add(place, "this is neither a complaint nor a notice")
  const complaint = complaintFromJson(record)
  return Result.isSuccess(complaint)
    ? builder.addComplaint(complaint.success)
    : builder.broken.add(place, complaint.failure)
}

const jsonReader = (builder: DataSetBuilder): RecordReader =>
  new JsonRecords(
    (record, number) => addRecord(record, `record ${number}`, builder),
    (place, reason) => builder.broken.addFile(place, reason)
  )

const ndjsonReader = (builder: DataSetBuilder): RecordReader =>
  new JsonLines((line, record) => {
    if (Result.isSuccess(record)) addRecord(record.success, `line ${line}`, builder)
    else builder.broken.add(`line ${line}`, "this is not JSON")
  }, endless(builder))

/** What reads a file of each form into a data set, and tells what is broken. */
export const recordReaders: Readonly<Record<FileForm, (builder: DataSetBuilder) => RecordReader>> = {
  csv: csvReader,
  json: jsonReader,
  ndjson: ndjsonReader
}
