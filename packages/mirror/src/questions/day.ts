import { type CivilDate, type Complaint, type ComplaintQuery, type InvalidQuery } from "@public-records/core"
import { sqlLiteral } from "@public-records/files/duckDBPath"
import { complaintColumns, columnTypes, parquetOptions } from "@public-records/files/parquetFile"
import { resolve } from "node:path"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { MirrorDay } from "../MirrorStatus.ts"
import type { Database } from "../store/Database.ts"
import { storedDays } from "../store/ledger.ts"
import { raw, type Sql, sql } from "../store/sql.ts"
import { complaintsIn, idText, numberText } from "../store/storedComplaint.ts"
import { complaintOf, orders } from "./complaints.ts"
import { conditionsOf, daysOf } from "./conditions.ts"

/** A day, and its complaints that match a query. */
export interface DayComplaints extends MirrorDay {
  readonly complaints: ReadonlyArray<Complaint>
}

/** A day, and the number of its complaints in a Parquet file. */
export interface DayFile extends MirrorDay {
  readonly records: number
}

/** A Parquet file to write. An existing file is replaced. */
export interface ParquetFile {
  readonly path: string
  /** A remark about the records, stored in the file. */
  readonly note: string
}

/** Returns a day with what `read` finds in its rows of `calls` that match, in their order, or `undefined` if the day is not stored. */
const dayWith = Effect.fnUntraced(function* <A, E>(
  db: Database,
  day: CivilDate,
  query: ComplaintQuery,
  read: (matching: Sql) => Effect.Effect<A, E>
): Effect.fn.Return<(MirrorDay & A) | undefined, E | InvalidQuery | MirrorError> {
  const [found] = yield* storedDays(db, daysOf({ from: day, to: day }))
  if (found === undefined) return undefined
  const { where } = yield* conditionsOf(db, query)
  const order = orders[query.sort === "asc" ? "ASC" : "DESC"]
  return { ...found, ...(yield* read(sql`where day = ${day}::date and ${where} order by ${order}`)) }
})

/** Returns a day with its complaints that match, or `undefined` if the day is not stored. */
export const readDay = (
  db: Database,
  day: CivilDate,
  query: ComplaintQuery
): Effect.Effect<DayComplaints | undefined, InvalidQuery | MirrorError> =>
  dayWith(db, day, query, (matching) =>
    Effect.map(complaintsIn(db, matching), (complaints) => ({ complaints: complaints.map(complaintOf) }))
  )

/** Returns the value of a column as the service sent it, `null` if it is empty. */
const received = (field: string, column: string): string => `nullif(coalesce(odd ->> '$.${field}', ${column}), '')`

/** The values of a complaint in a Parquet file, which are those of core's `Complaint`. */
const values: Readonly<Record<(typeof complaintColumns)[number]["name"], string>> = {
  id: idText.text,
  companyPhoneNumber: received("companyPhoneNumber", numberText.text),
  createdDate: "created",
  violationDate: "called",
  consumerCity: received("consumerCity", "city"),
  consumerState: received("consumerState", "state"),
  consumerAreaCode: received("consumerAreaCode", "area"),
  subject: received("subject", "subject"),
  isRobocall: "case when (odd ->> '$.recordedMessageOrRobocall') is null then robocall end"
}

const columns = raw(
  complaintColumns.map(({ name, type }) => `(${values[name]})::${columnTypes[type]} as "${name}"`).join()
)

/** Writes a day's complaints that match to a Parquet file, by one statement. Returns `undefined` if the day is not stored. */
export const copyDay = (db: Database, day: CivilDate, query: ComplaintQuery, { note, path }: ParquetFile) => {
  const file = resolve(path)
  const target = `${sqlLiteral(file)} ${parquetOptions(note)}`
  return dayWith(db, day, query, (matching) =>
    Effect.map(db.copy(sql`copy (select ${columns} from calls ${matching}) to ${raw(target)}`, file), (records) => ({
      records
    }))
  )
}
