import { secondsPerDay } from "./civil.ts"

/** The columns that complaints can be chosen or grouped by. Those that end with `_at` are seconds since 1970. */
export type Column =
  | "day"
  | "created_at"
  | "number"
  | "state"
  | "city"
  | "area"
  | "subject"
  | "robocall"
  | "called"
  | "called_at"
  | "hour"
  | "call_hour"

/** A table, or a query of one, that counts complaints by `day` and some columns. Its `reports` count equal complaints once. */
export interface CountTable {
  readonly name: string
  readonly columns: ReadonlyArray<Column>
}

/**
 * Divisions round to zero in SQLite, so the day and the hour of a call before 1970 need a positive number of seconds. This many days
 * before 1970 is before the year 0.
 */
const earlierDays = 800_000
const calledSeconds = `(called + ${earlierDays * secondsPerDay})`
const secondOfCall = `(${calledSeconds} % ${secondsPerDay})`

/** The table `calls` with the columns of the roll-ups. The day of a call is `called`. An unknown robocall is 2, an unknown hour -1. */
const callsSql = `select day, position, second, day * ${secondsPerDay} + second as created_at, number, state, city, area, subject,
  called as called_at, ${calledSeconds} / ${secondsPerDay} - ${earlierDays} as called, ifnull(robocall, 2) as robocall,
  second / 3600 as hour, iif(${secondOfCall} = 0, -1, ${secondOfCall} / 3600) as call_hour, id, odd,
  1 as records, duplicate = 0 as reports from calls`

export const calls = `(${callsSql})`
export const callsByNumber = `(${callsSql} indexed by by_number)`

/** The tables that are filled when a day is stored. */
export const rollUps: ReadonlyArray<CountTable> = [
  { name: "daily_area", columns: ["area"] },
  { name: "daily_called", columns: ["called"] },
  { name: "daily_state", columns: ["state", "robocall"] },
  { name: "daily_hour", columns: ["hour", "subject", "robocall"] },
  { name: "daily_call_hour", columns: ["call_hour", "subject", "robocall"] },
  { name: "daily", columns: ["state", "subject", "robocall"] },
  { name: "daily_city", columns: ["city", "state"] }
]

/** The tables that know the number of records without reading them, the smallest first. */
export const countTables: ReadonlyArray<CountTable> = [
  { name: "(select day, records, records - duplicates as reports from days where records > 0)", columns: [] },
  ...rollUps
]

/** Returns the SQL that fills a roll-up for one day. */
export const fillSql = ({ columns, name }: CountTable): string =>
  `insert into ${name} select day, ${columns.join()}, sum(records), sum(reports) from ${calls}
  where day = ? group by ${columns.join()}`
