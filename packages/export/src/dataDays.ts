import {
  CivilDate,
  isCivilDate,
  type PublicRecords,
  type PublicRecordsError,
  type SortOrder
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
  dayIn: (sort: SortOrder) => Effect.Effect<string | undefined, PublicRecordsError>
): Effect.fn.Return<DataDays | undefined, PublicRecordsError> {
  const first = yield* dayIn("asc")
  const last = yield* dayIn("desc")
  return first === undefined || last === undefined ? undefined : { first, last }
})

const dayLength = "YYYY-MM-DD".length

/** Finds the days on which complaints were created. */
export const complaintDays: ReadDays = ({ complaints }) =>
  daysOf((sort) =>
    Effect.map(complaints.page({ sort, limit: 1 }), ({ records }) => records[0]?.createdDate.slice(0, dayLength))
  )

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
    Effect.fnUntraced(function* (sort) {
      let found: string | undefined
      let next: CivilDate | undefined = CivilDate.make(sort === "asc" ? "9999-12-31" : "0001-01-01")
      while (next !== undefined) {
        const beyond = sort === "asc" ? { dateTo: next } : { dateFrom: next }
        const { records } = yield* notices.page({ ...beyond, sort, limit: 1 })
        const day = records[0]?.date.slice(0, dayLength)
        if (day === undefined || day === found) break
        found = day
        next = dayBeside(day, sort === "asc" ? -1 : 1)
      }
      return found
    })
  )
