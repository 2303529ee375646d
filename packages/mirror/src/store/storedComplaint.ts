import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { sha256 } from "@public-records/files/sha256"
import { dateTimeOf } from "./civil.ts"
import { allRows, type Database, hex, integer, type Row, text, textOrNull } from "./Database.ts"
import { calls } from "./rollUps.ts"
import type { Steps } from "./steps.ts"

/** The columns of `calls c` that `storedComplaint` reads. Subqueries look up names only for the rows that are returned. */
export const complaintColumns = `c.created_at, c.number, c.called_at, c.area, c.robocall, c.id, c.odd,
  (select name from states where code = c.state) as state, (select name from cities where code = c.city) as city,
  (select name from subjects where code = c.subject) as subject`

/**
 * Values as they were received, where the columns have others: an id that is not 32 hexadecimal digits, a robocall other than `Y` and `N`,
 * and texts whose `canonicalRow` is spelled differently.
 */
interface OddValues extends Partial<Pick<PlainComplaint, SpelledField>> {
  readonly id?: string
  readonly robocall?: string
}

const spelledFields = ["companyPhoneNumber", "consumerCity", "consumerState", "consumerAreaCode", "subject"] as const
type SpelledField = (typeof spelledFields)[number]

const isHexId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id)

const isPlainRobocall = (robocall: string): boolean => ["Y", "N", ""].includes(robocall)

/** Returns the 16 bytes by which an id is found. */
export const idBytes = (id: string): Uint8Array => (isHexId(id) ? Buffer.from(id, "hex") : sha256(id).subarray(0, 16))

/** Returns 1 for a robocall, 0 for a call by a person, `null` if it is unknown. */
export const robocallCode = (robocall: string): number | null => {
  const code = ["N", "Y"].indexOf(robocall.toUpperCase())
  return code < 0 ? null : code
}

/** Returns the values of a complaint that the columns cannot hold. They have those of its `canonical` row. */
export const oddValues = (received: PlainComplaint, canonical: PlainComplaint): string | null => {
  const { id, recordedMessageOrRobocall: robocall } = received
  if (received === canonical && isHexId(id) && isPlainRobocall(robocall)) return null
  const spelled = spelledFields.filter((field) => received[field] !== canonical[field])
  const odd: OddValues = {
    ...(isHexId(id) ? {} : { id }),
    ...(isPlainRobocall(robocall) ? {} : { robocall }),
    ...Object.fromEntries(spelled.map((field) => [field, received[field]]))
  }
  return Object.keys(odd).length === 0 ? null : JSON.stringify(odd)
}

/** Returns the complaint in a row with the `complaintColumns`, with the values of the service. */
export const storedComplaint = (row: Row): PlainComplaint => {
  const { id, robocall, ...spelled }: OddValues = row["odd"] === null ? {} : JSON.parse(text(row, "odd"))
  return {
    id: id ?? hex(row, "id"),
    companyPhoneNumber: textOrNull(row, "number") ?? "",
    createdDate: dateTimeOf(integer(row, "created_at")),
    violationDate: dateTimeOf(integer(row, "called_at")),
    consumerCity: text(row, "city"),
    consumerState: text(row, "state"),
    consumerAreaCode: text(row, "area"),
    subject: text(row, "subject"),
    recordedMessageOrRobocall: robocall ?? ["N", "Y", ""][integer(row, "robocall")] ?? "",
    ...spelled
  }
}

/** Returns the records of a day in their order. */
export const recordsOfDay = (db: Database, day: number): Steps<ReadonlyArray<PlainComplaint>> =>
  allRows(db, `select ${complaintColumns} from ${calls} c where c.day = ? order by c.position`, [day], storedComplaint)
