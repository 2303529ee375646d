import type { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { Predicate, Result } from "effect"
import { complaintFromJson } from "./complaintRecords.ts"
import type { FileFacts } from "./FileFacts.ts"
import { linesOf, maxLine, withoutCarriageReturn } from "./lines.ts"
import { noticeFromJson } from "./noticeRecords.ts"
import { RecordFileError } from "./RecordFileError.ts"
import type { RecordSink } from "./RecordSink.ts"

const isNotice = (record: object): boolean =>
  "type" in record ? record.type === "early_termination_notice" : "transactionNumber" in record

const isComplaint = (record: object): boolean =>
  "type" in record ? record.type === "dnc_complaint" : "createdDate" in record

/** Passes a complaint or notice in the format of the service, or of `list`, to the sink. */
export const addRecord = (record: unknown, location: string, sink: RecordSink, newest: FileFacts["newest"]): void => {
  const reject = (reason: string): void => sink.addInvalid(location, reason, JSON.stringify(record))
  if (!Predicate.isObject(record)) return reject("this is not a record")
  if (isNotice(record)) {
    const notice = noticeFromJson(record)
    return Result.isSuccess(notice) ? sink.addNotice(notice.success) : reject(notice.failure)
  }
  if (!isComplaint(record)) return reject("this is neither a complaint nor a notice")
  const complaint = complaintFromJson(record, newest)
  return Result.isSuccess(complaint) ? sink.addComplaint(complaint.success) : reject(complaint.failure)
}

const parse = (json: string): Result.Result<unknown, unknown> => Result.try((): unknown => JSON.parse(json))

/** Returns the records of a response with `data`, or the value itself. */
const recordsOf = (value: unknown): ReadonlyArray<unknown> => {
  if (!Predicate.hasProperty(value, "data")) return [value]
  return Array.isArray(value.data) ? value.data : [value.data]
}

/** Reads a JSON document: a response with `data`, a list of responses, a list of records, or one record. */
export const readJson = async (file: Readable, { newest, path }: FileFacts, sink: RecordSink): Promise<void> => {
  const document = parse(await text(file))
  if (Result.isFailure(document)) {
    const [line = ""] = /line \d+/.exec(String(document.failure)) ?? []
    throw new RecordFileError({ message: `${path}, ${line || "at its end"}: this is not JSON.` })
  }
  const { success } = document
  const records = Array.isArray(success) ? success.flatMap(recordsOf) : recordsOf(success)
  for (const [index, record] of records.entries()) {
    addRecord(record, `${path}, record ${index + 1}`, sink, newest)
  }
}

/** Reads NDJSON: one record, or one response, on each line. */
export const readNdjson = async (file: Readable, { newest, path }: FileFacts, sink: RecordSink): Promise<void> => {
  let [line, invalidLine] = [0, 0]
  const add = (json: string): void => {
    line += 1
    const location = `${path}, line ${line}`
    if (json.trim() === "") return sink.addSkipped("empty")
    if (json.length > maxLine) return sink.addInvalid(location, `the line has more than ${maxLine} characters`, json)
    const record = parse(json)
    if (Result.isFailure(record)) {
      invalidLine = line
      return sink.addInvalid(location, "this is not JSON", json)
    }
    for (const one of recordsOf(record.success)) addRecord(one, location, sink, newest)
  }
  let lastCharacter = ""
  file.on("data", (chunk: string) => (lastCharacter = chunk.at(-1) ?? lastCharacter))
  for await (const lines of linesOf(file)) for (const json of lines) add(withoutCarriageReturn(json))
  if (line > 0 && invalidLine === line && lastCharacter !== "\n") sink.addCutOff?.(`${path}, line ${line}`)
}
