/** The columns that complaints can be chosen or grouped by. No roll-up has the number. */
export type Column =
  | "day"
  | "number"
  | "state"
  | "city"
  | "area"
  | "subject"
  | "robocall"
  | "called"
  | "hour"
  | "call_hour"

/** A table that counts the complaints of each day by some columns. A `reports` counts equal complaints once. */
export interface RollUp {
  readonly name: string
  readonly columns: ReadonlyArray<Column>
}

/** The roll-ups, the smallest first. The calls of `daily_called` are days. */
export const rollUps: ReadonlyArray<RollUp> = [
  { name: "daily_area", columns: ["area"] },
  { name: "daily_called", columns: ["called"] },
  { name: "daily", columns: ["state", "subject", "robocall"] },
  { name: "daily_hour", columns: ["hour", "subject", "robocall"] },
  { name: "daily_call_hour", columns: ["call_hour", "subject", "robocall"] },
  { name: "daily_city", columns: ["city", "state"] }
]

// The remainder of a negative number is negative in SQLite: calls before 1970.
const calledSecond = "((c.called % 86400 + 86400) % 86400)"

/** Returns the SQL that computes a column of the roll-ups from `calls c`. An unknown robocall is 2, an unknown hour -1. */
export const columnOfCalls = (column: Column): string => {
  switch (column) {
    case "robocall":
      return "ifnull(c.robocall, 2)"
    case "hour":
      return "c.second / 3600"
    case "call_hour":
      return `iif(${calledSecond} = 0, -1, ${calledSecond} / 3600)`
    case "called":
      return `((c.called - ${calledSecond}) / 86400)`
    default:
      return `c.${column}`
  }
}

/** Returns the SQL that fills a roll-up for one day. */
export const fillSql = ({ columns, name }: RollUp): string => {
  const groups = columns.map(columnOfCalls).join()
  return `insert into ${name} select c.day, ${groups}, count(*), sum(c.copy = 0) from calls c where c.day = ? group by ${groups}`
}
