import type { SortOrder } from "@public-records/core"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import type { Counts } from "../MirrorQuery.ts"
import { secondsPerDay } from "../store/civil.ts"
import type { Database, Row } from "../store/Database.ts"
import { Remembered } from "../store/Remembered.ts"
import { complaintColumns, complaintTables, idBytes, storedComplaint } from "../store/storedComplaint.ts"
import type { Steps } from "../store/steps.ts"
import { clausesOnCalls, type Conditions, valuesOf } from "./Conditions.ts"
import { countByDay, type DayCount } from "./DayCounts.ts"

/** The days of recent lists, because the pages of a list follow each other. */
const recentLists = new Remembered<ReadonlyArray<DayCount>>()

/** Returns the days that have records of a list, oldest first. */
function* daysOf(db: Database, conditions: Conditions): Steps<ReadonlyArray<DayCount>> {
  const recent = recentLists.of(db)
  const name = JSON.stringify(conditions)
  const days = recent.get(name) ?? (yield* countByDay(db, conditions))
  recent.set(name, days)
  return days
}

interface Window {
  readonly limit: number
  readonly offset: number
}

/** Returns the records of a part of a day. Without conditions, a position is a key. */
const rowsOf = (
  db: Database,
  { clauses }: Conditions,
  { day, records, seconds }: DayCount,
  order: SortOrder,
  { limit, offset }: Window
): ReadonlyArray<Row> => {
  const isAll = clauses.length === 0 && seconds.from === 0 && seconds.to === secondsPerDay - 1
  if (isAll) {
    const first = order === "ASC" ? offset : records - offset - limit
    const sql = `select ${complaintColumns} from ${complaintTables} where c.day = ? and c.position between ? and ? order by c.position ${order}`
    return db.rows(sql, day, first, first + limit - 1)
  }
  const isByNumber = clauses.some(({ column }) => column === "number")
  const calls = isByNumber ? complaintTables.replace("calls c", "calls c indexed by by_number") : complaintTables
  return db.rows(
    `select ${complaintColumns} from ${calls} where c.day = ? and c.second between ? and ?${clausesOnCalls(clauses)}
    order by c.position ${order} limit ? offset ?`,
    day,
    seconds.from,
    seconds.to,
    ...valuesOf(clauses),
    limit,
    offset
  )
}

/** Returns the rows of a day from its nearer end. */
const nearestRows = (
  db: Database,
  conditions: Conditions,
  count: DayCount,
  order: SortOrder,
  { limit, offset }: Window
): ReadonlyArray<Row> => {
  const offsetFromEnd = count.records - offset - limit
  if (offset <= offsetFromEnd) return rowsOf(db, conditions, count, order, { limit, offset })
  const reverse = order === "ASC" ? "DESC" : "ASC"
  return rowsOf(db, conditions, count, reverse, { limit, offset: offsetFromEnd }).toReversed()
}

/** Returns a page of the complaints that meet the conditions, and their exact number. */
export function* complaintPage(
  db: Database,
  conditions: Conditions,
  order: SortOrder,
  { limit, offset }: Window
): Steps<{ readonly records: ReadonlyArray<PlainComplaint>; readonly total: number }> {
  const oldestFirst = yield* daysOf(db, conditions)
  const records: Array<PlainComplaint> = []
  let [skipped, left] = [offset, limit]
  for (const count of order === "ASC" ? oldestFirst : oldestFirst.toReversed()) {
    if (left <= 0) break
    const taken = Math.min(left, count.records - skipped)
    if (taken > 0) {
      const rows = nearestRows(db, conditions, count, order, { limit: taken, offset: skipped })
      for (const row of rows) records.push(storedComplaint(row))
      left -= taken
      skipped = 0
      yield undefined
    } else skipped -= count.records
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
export const complaintById = (db: Database, id: string): PlainComplaint | undefined => {
  const rows = db.rows(`select ${complaintColumns} from ${complaintTables} where c.id = ?`, idBytes(id))
  return rows.map(storedComplaint).find((complaint) => complaint.id === id)
}
