import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { sha256 } from "@public-records/files/sha256"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { dateOf } from "./civil.ts"
import { type Database, type Row, text } from "./Database.ts"
import { type DayRecord, dayRecord } from "./DayRecord.ts"
import { raw, type Sql, sql } from "./sql.ts"

/** Values as they were received, where the columns have others: an id or a robocall of another form, and texts of another spelling. */
type OddValues = Partial<Pick<PlainComplaint, SpelledField | "id" | "recordedMessageOrRobocall">>

const spelledFields = ["companyPhoneNumber", "consumerCity", "consumerState", "consumerAreaCode", "subject"] as const
type SpelledField = (typeof spelledFields)[number]

const isHexId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id)

const isPlainRobocall = (robocall: string): boolean => ["Y", "N", ""].includes(robocall)

/** Returns the UUID by which an id is found. */
export const uuidOf = (id: string): string => (isHexId(id) ? id : sha256(id).toString("hex", 0, 16))

/** Returns the values of a complaint that the columns cannot hold, or `null`. */
export const oddValues = ({ canonical, received }: DayRecord): OddValues | null => {
  const { id, recordedMessageOrRobocall } = received
  if (received === canonical && isHexId(id) && isPlainRobocall(recordedMessageOrRobocall)) return null
  const spelled = spelledFields.filter((field) => received[field] !== canonical[field])
  const odd: OddValues = {
    ...(isHexId(id) ? {} : { id }),
    ...(isPlainRobocall(recordedMessageOrRobocall) ? {} : { recordedMessageOrRobocall }),
    ...Object.fromEntries(spelled.map((field) => [field, received[field]]))
  }
  return Object.keys(odd).length === 0 ? null : odd
}

/** The text of a telephone number, `null` if there is none. */
export const numberText = raw("coalesce(printf('%010d', number), number_text)")

/** The text of an id. Complaints of the same second are in the order of these texts. */
export const idText = raw("coalesce(odd ->> '$.id', replace(id::varchar, '-', ''))")

/** The complaint in a row of `calls` as JSON, with the values of the service. */
const complaintJson = sql`json_merge_patch(json_object(
    'id', replace(id::varchar, '-', ''), 'companyPhoneNumber', coalesce(${numberText}, ''),
    'createdDate', created::varchar, 'violationDate', called::varchar,
    'consumerCity', city, 'consumerState', state, 'consumerAreaCode', area, 'subject', subject,
    'recordedMessageOrRobocall', case when robocall then 'Y' when not robocall then 'N' else '' end),
  coalesce(odd, '{}'))::varchar as complaint`

/** Returns the complaint in a row that has `complaintJson`. */
const storedComplaint = (row: Row): PlainComplaint => JSON.parse(text(row, "complaint"))

/** Returns the complaints in the rows of `calls` after `from calls`. */
export const complaintsIn = (db: Database, rest: Sql): Effect.Effect<ReadonlyArray<PlainComplaint>, MirrorError> =>
  Effect.map(db.rows(sql`select ${complaintJson} from calls ${rest}`), (rows) => rows.map(storedComplaint))

/** Returns the records of a day in their order. */
export const recordsOfDay = (db: Database, day: number): Effect.Effect<ReadonlyArray<DayRecord>, MirrorError> =>
  Effect.map(complaintsIn(db, sql`where day = ${dateOf(day)}::date order by created, ${idText}`), (complaints) =>
    complaints.map(dayRecord)
  )
