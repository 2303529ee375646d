import {
  type Clause,
  clausesOnCalls,
  type Column,
  createdClause,
  type ResolvedConditions,
  valuesOf
} from "../reading/Conditions.ts"
import { secondsPerDay } from "../store/civil.ts"
import { type Database, integer, type Row } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { countColumns } from "./aggregate.ts"

/** A column that complaints are grouped by. */
export type GroupColumn = Column | "hour" | "call_hour"

interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<GroupColumn>
}

/** The roll-ups, the smallest first. */
const rollUps: ReadonlyArray<Table> = [
  { name: "(select day, records, records - copies as reports from days)", columns: [] },
  { name: "daily_area", columns: ["area"] },
  { name: "daily", columns: ["state", "subject", "robocall"] },
  { name: "daily_hour", columns: ["hour", "subject", "robocall"] },
  { name: "daily_call_hour", columns: ["call_hour", "subject", "robocall"] },
  { name: "daily_city", columns: ["city", "state"] }
]

const callSecond = "((c.called % 86400 + 86400) % 86400)"

/** The columns of `calls c` as the roll-ups have them. */
const columnOfCalls = (column: GroupColumn): string => {
  if (column === "hour") return "c.second / 3600"
  if (column === "call_hour") return `iif(${callSecond} = 0, -1, ${callSecond} / 3600)`
  return column === "robocall" ? "ifnull(c.robocall, 2)" : `c.${column}`
}

/** Returns the SQL for the counts of some days. Its values are the first and the last day, and those of the conditions. */
const groupedSql = (
  clauses: ReadonlyArray<Clause>,
  columns: ReadonlyArray<GroupColumn>,
  canUseRollUps: boolean
): string => {
  const needed = [...columns, ...clauses.map(({ column }) => column)].filter((column) => column !== "day")
  const rollUp = rollUps.find((table) => canUseRollUps && needed.every((column) => table.columns.includes(column)))
  if (rollUp === undefined) {
    const selected = columns.map((column) => `${columnOfCalls(column)} as ${column}`).join()
    return `select ${selected}, ${countColumns} from calls c where c.day between ? and ?${clausesOnCalls(clauses)}
      group by ${columns.map(columnOfCalls).join()}`
  }
  const nameOf = (column: GroupColumn): string => (column === "call_hour" ? "r.hour" : `r.${column}`)
  const selected = columns.map((column) => `${nameOf(column)} as ${column}`).join()
  return `select ${selected}, sum(r.records) as records, sum(r.reports) as reports from ${rollUp.name} r
    where r.day between ? and ?${clauses.map(({ column, sql }) => ` and ${sql(nameOf(column))}`).join("")}
    group by ${columns.map(nameOf).join()}`
}

/** Queries of some days should take less time than a step. Their number adapts to the time that they take. */
const maxChunk = 512
const chunkMillis = { short: 3, long: 8 } as const

/**
 * Counts complaints, grouped by columns, in pieces of some days. Ranges with times are counted in `calls`.
 * **Gotchas** `add` is called once for each group of each piece.
 */
export function* groupedCounts(
  db: Database,
  conditions: ResolvedConditions,
  columns: ReadonlyArray<GroupColumn>,
  add: (row: Row) => void
): Steps<void> {
  const { created } = conditions
  const daysOfRange = [Math.floor(created.from / secondsPerDay), Math.floor(created.to / secondsPerDay)]
  const days = db
    .rows("select day from days where day between ? and ? and records > 0 order by day", ...daysOfRange)
    .map((row) => integer(row, "day"))
  const within = createdClause(conditions)
  const hasTimes = within.values.length > 2
  const clauses = hasTimes ? [...conditions.clauses, within] : conditions.clauses
  const sql = groupedSql(clauses, columns, !hasTimes)
  for (let done = 0, chunk = 1; done < days.length;) {
    const began = performance.now()
    const [first = 0, last = first] = [days[done], days[Math.min(done + chunk, days.length) - 1]]
    for (const row of db.rows(sql, first, last, ...valuesOf(clauses))) add(row)
    done += chunk
    const millis = performance.now() - began
    if (millis < chunkMillis.short) chunk = Math.min(maxChunk, chunk * 2)
    else if (millis > chunkMillis.long) chunk = Math.max(1, Math.floor(chunk / 2))
    yield Math.min(1, done / days.length)
  }
}
