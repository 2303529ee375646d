import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { sha256 } from "@public-records/files/sha256"
import { dateTimeOf, secondsPerDay } from "./civil.ts"
import { type Database, hex, integer, type Row, text, textOrNull } from "./Database.ts"
import type { Steps } from "./steps.ts"

/** The columns that `storedComplaint` reads, and the tables that have them. */
export const complaintColumns =
  "c.day, c.position, c.second, c.number, c.called, s.name as state, t.name as city, c.area, j.name as subject, c.robocall, c.copy, c.id, c.odd"
export const complaintTables =
  "calls c join states s on s.code = c.state join cities t on t.code = c.city join subjects j on j.code = c.subject"

/** Values that the columns cannot hold: an id that is not 32 hexadecimal digits, and a robocall other than `Y` and `N`. */
interface OddValues {
  readonly id?: string
  readonly robocall?: string
}

const isHexId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id)

/** Returns the 16 bytes by which an id is found. */
export const idBytes = (id: string): Uint8Array => (isHexId(id) ? Buffer.from(id, "hex") : sha256(id).subarray(0, 16))

/** Returns 1 for a robocall, 0 for a call by a person, `null` if it is unknown. Case is ignored. */
export const robocallCode = (robocall: string): 1 | 0 | null => {
  if (robocall === "Y" || robocall === "y") return 1
  return robocall === "N" || robocall === "n" ? 0 : null
}

const robocallText = (code: number | null): string => {
  if (code === null) return ""
  return code === 1 ? "Y" : "N"
}

export const oddValues = ({ id, recordedMessageOrRobocall }: PlainComplaint): string | null => {
  const isPlain = robocallText(robocallCode(recordedMessageOrRobocall)) === recordedMessageOrRobocall
  if (isPlain && isHexId(id)) return null
  const odd: OddValues = {
    ...(isHexId(id) ? {} : { id }),
    ...(isPlain ? {} : { robocall: recordedMessageOrRobocall })
  }
  return JSON.stringify(odd)
}

/** Returns the complaint in a row with the `complaintColumns`, with the values of the service. */
export const storedComplaint = (row: Row): PlainComplaint => {
  const odd: OddValues = row["odd"] === null ? {} : JSON.parse(text(row, "odd"))
  const robocall = row["robocall"] === null ? null : integer(row, "robocall")
  return {
    id: odd.id ?? hex(row, "id"),
    companyPhoneNumber: textOrNull(row, "number") ?? "",
    createdDate: dateTimeOf(integer(row, "day") * secondsPerDay + integer(row, "second")),
    violationDate: dateTimeOf(integer(row, "called")),
    consumerCity: text(row, "city"),
    consumerState: text(row, "state"),
    consumerAreaCode: text(row, "area"),
    subject: text(row, "subject"),
    recordedMessageOrRobocall: odd.robocall ?? robocallText(robocall)
  }
}

const rowsPerStep = 500

/** Returns the records of a day in their order. */
export function* recordsOfDay(db: Database, day: number): Steps<ReadonlyArray<PlainComplaint>> {
  const records: Array<PlainComplaint> = []
  for (;;) {
    const rows = db.rows(
      `select ${complaintColumns} from ${complaintTables} where c.day = ? and c.position >= ? order by c.position limit ?`,
      day,
      records.length,
      rowsPerStep
    )
    if (rows.length === 0) return records
    for (const row of rows) records.push(storedComplaint(row))
    yield undefined
  }
}
