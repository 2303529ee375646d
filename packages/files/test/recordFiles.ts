import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ComplaintRow, PlainComplaint } from "@public-records/files/PlainComplaint"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { readRecordFile } from "@public-records/files/readRecordFile"
import type { SkippedLine } from "@public-records/files/RecordSink"
import { Effect } from "effect"

/** The records and problems read from a file. */
interface ReadRecords {
  readonly complaints: Array<PlainComplaint>
  readonly rows: Array<ComplaintRow>
  readonly notices: Array<PlainNotice>
  readonly invalid: Array<readonly [location: string, reason: string]>
  readonly skipped: Array<SkippedLine>
}

/** Returns a sink and the object in which it collects records and problems. */
export const collectingSink = () => {
  const read: ReadRecords = { complaints: [], rows: [], notices: [], invalid: [], skipped: [] }
  const sink = {
    addComplaint: (complaint: PlainComplaint) => void read.complaints.push(complaint),
    addRow: (row: ComplaintRow) => void read.rows.push(row),
    addNotice: (notice: PlainNotice) => void read.notices.push(notice),
    addInvalid: (location: string, reason: string) => void read.invalid.push([location, reason]),
    addSkipped: (line: SkippedLine) => void read.skipped.push(line)
  }
  return { read, sink }
}

/** A folder for the time of an effect. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "record-files-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** Writes a temporary file and reads it. Removes the folder from the locations of invalid records. */
export const readFileOf = Effect.fnUntraced(function* (name: string, content: string | Uint8Array) {
  const folder = yield* temporaryFolder
  const path = join(folder, name)
  yield* Effect.promise(() => writeFile(path, content))
  const { read, sink } = collectingSink()
  yield* Effect.mapError(readRecordFile(path, sink), ({ message }) => message.replaceAll(`${folder}/`, ""))
  return { ...read, invalid: read.invalid.map(([location, reason]) => [location.replace(`${folder}/`, ""), reason]) }
}, Effect.scoped)

export const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"
export const row = "2165550100,2021-07-07 10:00:00,2021-07-06 09:00:00,Cleveland,Ohio,216,Other,Y"
export const complaint: ComplaintRow = {
  companyPhoneNumber: "2165550100",
  createdDate: "2021-07-07 10:00:00",
  violationDate: "2021-07-06 09:00:00",
  consumerCity: "Cleveland",
  consumerState: "Ohio",
  consumerAreaCode: "216",
  subject: "Other",
  recordedMessageOrRobocall: "Y"
}
