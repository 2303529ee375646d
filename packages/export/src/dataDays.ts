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

/** Asks the records for the days that they cover. Returns `undefined` if there is no record. */
export type ReadDays = (records: PublicRecords["Service"]) => Effect.Effect<DataDays | undefined, PublicRecordsError>

const daysOf = (first: string | undefined, last: string | undefined): DataDays | undefined =>
  first === undefined || last === undefined ? undefined : { first, last }

const dayLength = "YYYY-MM-DD".length

/** The days on which complaints were created. */
export const complaintDays: ReadDays = Effect.fnUntraced(function* ({ complaints }) {
  const dayAt = Effect.fnUntraced(function* (order: "ASC" | "DESC") {
    const query = new ComplaintQuery({ filter: { _tag: "None" }, order, limit: 1, offset: 0 })
    const { records } = yield* complaints.page(query)
    return records[0]?.createdDate.slice(0, dayLength)
  })
  return daysOf(yield* dayAt("ASC"), yield* dayAt("DESC"))
})

/** The day before or after another. Returns `undefined` beyond the years that dates can have. */
const dayBeside = (day: string, days: 1 | -1): CivilDate | undefined => {
  const date = Option.map(DateTime.make(`${day}T00:00:00Z`), DateTime.add({ days }))
  const text = Option.match(date, { onNone: () => "", onSome: DateTime.formatIsoDateUtc })
  return isCivilDate(text) ? CivilDate.make(text) : undefined
}

/**
 * The dates of notices.
 *
 * **Gotchas** the list is ordered by creation, and the notice that was created last need not have the last date. So each
 * request asks for a notice beyond the day found so far, until the list is empty.
 */
export const noticeDays: ReadDays = Effect.fnUntraced(function* ({ notices }) {
  const dayFrom = Effect.fnUntraced(function* (order: "ASC" | "DESC", day: CivilDate) {
    const date = order === "ASC" ? { to: day } : { from: day }
    const query = new UndocumentedNoticeQuery({ filter: { date }, sortBy: "created", order, limit: 1, offset: 0 })
    const { records } = yield* notices.page(query)
    return records[0]?.date.slice(0, dayLength)
  })
  const outermost = Effect.fnUntraced(function* (order: "ASC" | "DESC") {
    let found: string | undefined
    let next: CivilDate | undefined = CivilDate.make(order === "ASC" ? "9999-12-31" : "0001-01-01")
    while (next !== undefined) {
      const day: string | undefined = yield* dayFrom(order, next)
      if (day === undefined || day === found) break
      found = day
      next = dayBeside(day, order === "ASC" ? -1 : 1)
    }
    return found
  })
  return daysOf(yield* outermost("ASC"), yield* outermost("DESC"))
})
