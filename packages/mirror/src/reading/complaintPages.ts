import type { SortOrder } from "@public-records/core"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { type Database, integer, type Row } from "../store/Database.ts"
import { complaintColumns, complaintTables, idBytes, storedComplaint } from "../store/storedComplaint.ts"
import type { Steps } from "../store/steps.ts"
import { clausesOnCalls, type Conditions, resolveConditions, type ResolvedConditions, valuesOf } from "./Conditions.ts"
import { countByDay, type DayCount } from "./DayCounts.ts"

/** Where the records of a list are: its days in the sort order, with the number of records before each of them. */
interface Plan {
  readonly conditions: ResolvedConditions
  readonly total: number
  readonly oldestFirst: ReadonlyArray<DayCount>
}

interface Plans {
  version: number
  readonly plans: Map<string, Plan>
}

/** The plans of recent lists by connection, until the file changes. The pages of a list follow each other. */
const plansOf = new WeakMap<Database, Plans>()
const maxPlans = 50

const knownPlans = (db: Database): Map<string, Plan> => {
  const version = integer(db.first("pragma data_version"), "data_version")
  const known = plansOf.get(db) ?? { version, plans: new Map() }
  if (known.version !== version || known.plans.size >= maxPlans) known.plans.clear()
  known.version = version
  plansOf.set(db, known)
  return known.plans
}

function* planOf(db: Database, conditions: Conditions): Steps<Plan> {
  const plans = knownPlans(db)
  const name = JSON.stringify(conditions)
  const known = plans.get(name)
  if (known !== undefined) return known
  const resolved = resolveConditions(db, conditions)
  const oldestFirst = yield* countByDay(db, resolved)
  const total = oldestFirst.reduce((sum, { records }) => sum + records, 0)
  const plan = { conditions: resolved, total, oldestFirst }
  plans.set(name, plan)
  return plan
}

/** Returns the records of a part of a day. Without conditions, a position is a key. */
const rowsOf = (
  db: Database,
  { clauses }: ResolvedConditions,
  { day, records, seconds }: DayCount,
  order: SortOrder,
  { limit, offset }: Window
): ReadonlyArray<Row> => {
  const isAll = clauses.length === 0 && seconds.from === 0 && seconds.to === 86_399
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

interface Window {
  readonly limit: number
  readonly offset: number
}

/** Returns the rows of a day from its nearer end. */
const nearestRows = (
  db: Database,
  conditions: ResolvedConditions,
  count: DayCount,
  order: SortOrder,
  { limit, offset }: Window
): ReadonlyArray<Row> => {
  const offsetFromEnd = count.records - offset - limit
  if (offset <= offsetFromEnd) return rowsOf(db, conditions, count, order, { limit, offset })
  const reverse = order === "ASC" ? "DESC" : "ASC"
  return rowsOf(db, conditions, count, reverse, { limit, offset: offsetFromEnd }).toReversed()
}

export interface ComplaintPage {
  readonly records: ReadonlyArray<PlainComplaint>
  readonly total: number
}

/** Returns a page of the complaints that meet the conditions, and their exact number. */
export function* complaintPage(
  db: Database,
  conditions: Conditions,
  order: SortOrder,
  { limit, offset }: Window
): Steps<ComplaintPage> {
  const plan = yield* planOf(db, conditions)
  const records: Array<PlainComplaint> = []
  let [skipped, left] = [offset, limit]
  const days = order === "ASC" ? plan.oldestFirst : plan.oldestFirst.toReversed()
  for (const count of days) {
    if (left <= 0) break
    const taken = Math.min(left, count.records - skipped)
    if (taken > 0) {
      const rows = nearestRows(db, plan.conditions, count, order, { limit: taken, offset: skipped })
      for (const row of rows) records.push(storedComplaint(row))
      left -= taken
      skipped = 0
      yield undefined
    } else skipped -= count.records
  }
  return { records, total: plan.total }
}

/** Returns the number of matching records and reports. */
export function* countComplaints(
  db: Database,
  conditions: Conditions
): Steps<{ readonly records: number; readonly reports: number }> {
  const { oldestFirst, total } = yield* planOf(db, conditions)
  return { records: total, reports: oldestFirst.reduce((sum, { reports }) => sum + reports, 0) }
}

/** Returns the complaint with an id, or `undefined` if the id is unknown. */
export const complaintById = (db: Database, id: string): PlainComplaint | undefined => {
  const rows = db.rows(`select ${complaintColumns} from ${complaintTables} where c.id = ?`, idBytes(id))
  return rows.map(storedComplaint).find((complaint) => complaint.id === id)
}
