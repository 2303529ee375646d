import { clausesOnCalls, type Column, type ResolvedConditions, valuesOf } from "../reading/Conditions.ts"
import { secondsPerDay } from "../store/civil.ts"
import { type Database, integer, type Row } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"

/** A column that complaints are grouped by. */
export type GroupColumn = Column | "day" | "hour" | "call_hour"

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
const groupedSql = (conditions: ResolvedConditions, columns: ReadonlyArray<GroupColumn>): string => {
  const needed = [...columns, ...conditions.clauses.map(({ column }) => column)].filter((column) => column !== "day")
  const rollUp = rollUps.find((table) => needed.every((column) => table.columns.includes(column)))
  if (rollUp === undefined) {
    const selected = columns.map((column) => `${columnOfCalls(column)} as ${column}`).join()
    return `select ${selected}, count(*) as records, sum(c.copy = 0) as reports from calls c
      where c.day between ? and ?${clausesOnCalls(conditions.clauses)} group by ${columns.map(columnOfCalls).join()}`
  }
  const nameOf = (column: GroupColumn): string => (column === "call_hour" ? "r.hour" : `r.${column}`)
  const selected = columns.map((column) => `${nameOf(column)} as ${column}`).join()
  const clauses = conditions.clauses.map(({ column, sql }) => ` and ${sql(nameOf(column))}`).join("")
  return `select ${selected}, sum(r.records) as records, sum(r.reports) as reports from ${rollUp.name} r
    where r.day between ? and ?${clauses} group by ${columns.map(nameOf).join()}`
}

/** The SQL for a day of which only a part is asked for. */
const partialDaySql = (conditions: ResolvedConditions, columns: ReadonlyArray<GroupColumn>): string => {
  const selected = columns.map((column) => `${columnOfCalls(column)} as ${column}`).join()
  return `select ${selected}, count(*) as records, sum(c.copy = 0) as reports from calls c
    where c.day = ? and c.second between ? and ?${clausesOnCalls(conditions.clauses)} group by ${columns.map(columnOfCalls).join()}`
}

/** Queries of this many days should not take longer than a step. The number adapts to the time that they take. */
const firstChunk = 4
const maxChunk = 512
const stepMillis = { short: 3, long: 8 } as const

/** Returns the counts of complaints, grouped by columns, in pieces of some days. */
export function* groupedCounts(
  db: Database,
  conditions: ResolvedConditions,
  columns: ReadonlyArray<GroupColumn>,
  add: (row: Row) => void
): Steps<void> {
  const { clauses, created } = conditions
  const days = db.rows(
    "select day from days where day between ? and ? and records > 0 order by day",
    Math.floor(created.from / secondsPerDay),
    Math.floor(created.to / secondsPerDay)
  )
  const values = valuesOf(clauses)
  const sql = groupedSql(conditions, columns)
  let chunk = firstChunk
  for (let done = 0; done < days.length;) {
    const began = performance.now()
    const first = integer(days[done], "day")
    const from = created.from - first * secondsPerDay
    const to = created.to - first * secondsPerDay
    if (from > 0 || to < secondsPerDay - 1) {
      for (const row of db.rows(partialDaySql(conditions, columns), first, from, to, ...values)) add(row)
      done += 1
    } else {
      const isLastPartial = (created.to + 1) % secondsPerDay !== 0
      const lastDay = Math.floor(created.to / secondsPerDay)
      const wholeDays = days.slice(done, done + chunk).filter((row) => !isLastPartial || integer(row, "day") < lastDay)
      for (const row of db.rows(sql, first, integer(wholeDays.at(-1), "day"), ...values)) add(row)
      done += wholeDays.length
    }
    const millis = performance.now() - began
    if (millis < stepMillis.short) chunk = Math.min(maxChunk, chunk * 2)
    else if (millis > stepMillis.long) chunk = Math.max(1, Math.floor(chunk / 2))
    yield done / days.length
  }
}
