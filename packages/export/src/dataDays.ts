import {
  CivilDate,
  ComplaintQuery,
  isCivilDate,
  type PublicRecords,
  type PublicRecordsError,
  UndocumentedNoticeQuery
} from "@public-records/core"
import { DateTime, Effect, Option } from "effect"

/** The first and the last day of some records, as `YYYY-MM-DD`. */
export interface DataDays {
  readonly first: string
  readonly last: string
}

/** Finds the first and the last day of all records. Returns `undefined` if there is no record. */
export type ReadDays = (records: PublicRecords["Service"]) => Effect.Effect<DataDays | undefined, PublicRecordsError>

const daysOf = Effect.fnUntraced(function* (
  dayIn: (order: "ASC" | "DESC") => Effect.Effect<string | undefined, PublicRecordsError>
): Effect.fn.Return<DataDays | undefined, PublicRecordsError> {
  const first = yield* dayIn("ASC")
  const last = yield* dayIn("DESC")
  return first === undefined || last === undefined ? undefined : { first, last }
})

const dayLength = "YYYY-MM-DD".length

/** Finds the days on which complaints were created. */
export const complaintDays: ReadDays = ({ complaints }) =>
  daysOf((order) => {
    const query = new ComplaintQuery({ ...ComplaintQuery.default, order, limit: 1 })
    return Effect.map(complaints.page(query), ({ records }) => records[0]?.createdDate.slice(0, dayLength))
  })

/** Returns the day before or after another, or `undefined` beyond the years that dates can have. */
const dayBeside = (day: string, days: 1 | -1): CivilDate | undefined => {
  const date = Option.map(DateTime.make(`${day}T00:00:00Z`), DateTime.add({ days }))
  const text = Option.match(date, { onNone: () => "", onSome: DateTime.formatIsoDateUtc })
  return isCivilDate(text) ? CivilDate.make(text) : undefined
}

/**
 * Finds the dates of notices.
 *
 * **Gotchas** the list is ordered by creation, and the notice that was created last need not have the last date. So each
 * request looks for a notice beyond the day found so far, until the list is empty.
 */
export const noticeDays: ReadDays = ({ notices }) =>
  daysOf(
    Effect.fnUntraced(function* (order) {
      let found: string | undefined
      let next: CivilDate | undefined = CivilDate.make(order === "ASC" ? "9999-12-31" : "0001-01-01")
      while (next !== undefined) {
        const date = order === "ASC" ? { to: next } : { from: next }
        const query = new UndocumentedNoticeQuery({ filter: { date }, sortBy: "created", order, limit: 1, offset: 0 })
        const day: string | undefined = (yield* notices.page(query)).records[0]?.date.slice(0, dayLength)
        if (day === undefined || day === found) break
        found = day
        next = dayBeside(day, order === "ASC" ? -1 : 1)
      }
      return found
    })
  )
