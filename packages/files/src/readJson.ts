import type { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { Predicate, Result } from "effect"
import { complaintFromJson } from "./complaintRecords.ts"
import { noticeFromJson } from "./noticeRecords.ts"
import { RecordFileError } from "./RecordFileError.ts"
import type { RecordSink } from "./RecordSink.ts"

const isNotice = (record: object): boolean =>
  "type" in record ? record.type === "early_termination_notice" : "transactionNumber" in record

const isComplaint = (record: object): boolean =>
  "type" in record ? record.type === "dnc_complaint" : "createdDate" in record

/** Passes a complaint or notice in the format of the service, or of `list`, to the sink. */
export const addRecord = (record: unknown, location: string, sink: RecordSink): void => {
  const reject = (reason: string): void => sink.addInvalid(location, reason, JSON.stringify(record))
  if (!Predicate.isObject(record)) return reject("this is not a record")
  if (isNotice(record)) {
    const notice = noticeFromJson(record)
    return Result.isSuccess(notice) ? sink.addNotice(notice.success) : reject(notice.failure)
  }
  if (!isComplaint(record)) return reject("this is neither a complaint nor a notice")
  const complaint = complaintFromJson(record)
  return Result.isSuccess(complaint) ? sink.addComplaint(complaint.success) : reject(complaint.failure)
}

const parse = (json: string): Result.Result<unknown, unknown> => Result.try((): unknown => JSON.parse(json))

/** Reads a JSON document: a response with `data`, a list of records, or one record. */
export const readJson = async (file: Readable, path: string, sink: RecordSink): Promise<void> => {
  const document = parse(await text(file))
  if (Result.isFailure(document)) {
    const [line = ""] = /line \d+/.exec(String(document.failure)) ?? []
    throw new RecordFileError({ message: `${path}, ${line || "at its end"}: this is not JSON.` })
  }
  const { success } = document
  const list = Predicate.hasProperty(success, "data") ? success.data : success
  for (const [index, record] of (Array.isArray(list) ? list : [list]).entries()) {
    addRecord(record, `${path}, record ${index + 1}`, sink)
  }
}

/** Reads the lines of a stream of strings. Unlike `node:readline`, it does not end a line at U+2028, which JSON may contain. */
async function* linesOf(file: Readable): AsyncGenerator<string> {
  let rest = ""
  for await (const chunk of file) {
    const [first = "", ...others] = String(chunk).split("\n")
    const lines = [rest + first, ...others]
    rest = lines.pop() ?? ""
    for (const line of lines) yield line.replace(/\r$/, "")
  }
  yield rest
}

/** Reads NDJSON: one record on each line. */
export const readNdjson = async (file: Readable, path: string, sink: RecordSink): Promise<void> => {
  let line = 0
  for await (const json of linesOf(file)) {
    line += 1
    if (json.trim() === "") continue
    const record = parse(json)
    if (Result.isSuccess(record)) addRecord(record.success, `${path}, line ${line}`, sink)
    else sink.addInvalid(`${path}, line ${line}`, "this is not JSON", json)
  }
}
