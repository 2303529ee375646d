import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import type { Counts, ListOrder } from "../MirrorQuery.ts"
import { type Database, integer } from "../store/Database.ts"
import { Remembered } from "../store/Remembered.ts"
import { calls, callsByNumber } from "../store/rollUps.ts"
import { complaintColumns, idBytes, storedComplaint } from "../store/storedComplaint.ts"
import type { Steps } from "../store/steps.ts"
import { allClauses, type Clause, type Conditions, isByNumber, sqlOf, valuesOf } from "./Conditions.ts"
import { groupedCounts } from "./groupedCounts.ts"

/** The matching records of a day. */
interface DayCount extends Counts {
  readonly day: number
}

/** The days of recent lists, because the pages of a list follow each other. */
const recentLists = new Remembered<ReadonlyArray<DayCount>>()

function* countByDay(db: Database, conditions: Conditions): Steps<ReadonlyArray<DayCount>> {
  const days = new Map<number, DayCount>()
  yield* groupedCounts(db, conditions, ["day"], (row) => {
    const day = integer(row, "day")
    const { records, reports } = days.get(day) ?? { records: 0, reports: 0 }
    days.set(day, { day, records: records + integer(row, "records"), reports: reports + integer(row, "reports") })
  })
  return [...days.values()].toSorted((left, right) => left.day - right.day)
}

/** Returns the days that have records of a list, oldest first. */
function* daysOf(db: Database, conditions: Conditions): Steps<ReadonlyArray<DayCount>> {
  const recent = recentLists.of(db)
  const name = JSON.stringify(conditions)
  const days = recent.get(name) ?? (yield* countByDay(db, conditions))
  recent.set(name, days)
  return days
}

/** A part of a list. */
export interface Window {
  readonly limit: number
  readonly offset: number
}

/** Returns records of a day. */
const recordsOn = (
  db: Database,
  day: number,
  clauses: ReadonlyArray<Clause>,
  order: ListOrder,
  { limit, offset }: Window
): ReadonlyArray<PlainComplaint> =>
  db
    .rows(
      `select ${complaintColumns} from ${isByNumber(clauses) ? callsByNumber : calls} c
      where c.day = ?${sqlOf(clauses)} order by c.position ${order} limit ? offset ?`,
      day,
      ...valuesOf(clauses),
      limit,
      offset
    )
    .map(storedComplaint)

/** Returns a page of the complaints that meet the conditions, and their exact number. */
export function* complaintPage(
  db: Database,
  conditions: Conditions,
  order: ListOrder,
  { limit, offset }: Window
): Steps<{ readonly records: ReadonlyArray<PlainComplaint>; readonly total: number }> {
  const oldestFirst = yield* daysOf(db, conditions)
  const records: Array<PlainComplaint> = []
  const clauses = allClauses(conditions)
  let skipped = offset
  for (const count of order === "ASC" ? oldestFirst : oldestFirst.toReversed()) {
    if (records.length >= limit) break
    if (skipped < count.records) {
      const window = { limit: limit - records.length, offset: skipped }
      records.push(...recordsOn(db, count.day, clauses, order, window))
      yield undefined
    }
    skipped = Math.max(0, skipped - count.records)
  }
  return { records, total: oldestFirst.reduce((sum, day) => sum + day.records, 0) }
}

/** Returns the number of matching records and reports. */
export function* countComplaints(db: Database, conditions: Conditions): Steps<Counts> {
  const counts = { records: 0, reports: 0 }
  for (const { records, reports } of yield* daysOf(db, conditions)) {
    counts.records += records
    counts.reports += reports
  }
  return counts
}

/** Returns the complaint with an id, or `undefined` if the id is unknown. */
export const complaintById = (db: Database, id: string): PlainComplaint | undefined =>
  db
    .rows(`select ${complaintColumns} from ${calls} c where c.id = ?`, idBytes(id))
    .map(storedComplaint)
    .find((complaint) => complaint.id === id)
