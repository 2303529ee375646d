import type { Dimension } from "../MirrorQuery.ts"
import { folded } from "./names.ts"

/** How a dimension is computed, in SQL. A missing value is `null`. */
export interface DimensionRule {
  /** The expressions that complaints are grouped by, under the names that the other members use. */
  readonly columns: Readonly<Record<string, string>>
  readonly value: string
  /** The text that all spellings of a value share. @default the value */
  readonly key?: string
  /** How many days the calendar has in a value, if that is a period of several days. */
  readonly length?: string
}

/** A dimension that is computed from one column. */
const ofColumn = (column: string, value = `nullif(${column}, '')`): DimensionRule => ({
  columns: { [column]: column },
  value
})

const ofDay = (value: string, length?: string): DimensionRule => ({
  ...ofColumn("day", value),
  ...(length === undefined ? {} : { length })
})

export const state: DimensionRule = { ...ofColumn("state"), key: folded("state") }
export const subject: DimensionRule = { ...ofColumn("subject"), key: folded("subject") }
export const areaCode = ofColumn("area")
export const city: DimensionRule = {
  columns: { city: "city", state: "state" },
  value: "case when city <> '' then { city: city, state: nullif(state, '') } end",
  key: `case when city <> '' then { city: ${folded("city")}, state: ${folded("state")} } end`
}

export const dimensions: Readonly<Record<Dimension, DimensionRule>> = {
  day: ofDay("strftime(day, '%Y-%m-%d')"),
  week: ofDay("strftime(date_trunc('week', day), '%Y-%m-%d')", "7"),
  month: ofDay("strftime(day, '%Y-%m')", "day(last_day(day))"),
  year: ofDay("strftime(day, '%Y')", "dayofyear(make_date(year(day), 12, 31))"),
  weekday: ofDay("isodow(day)"),
  hour: { columns: { hour: "hour(created)" }, value: "hour" },
  // A call at midnight has no known time.
  "call-hour": {
    columns: { call_hour: "case when called::time <> '00:00:00' then hour(called) end" },
    value: "call_hour"
  },
  state,
  subject,
  "area-code": areaCode,
  city,
  robocall: ofColumn("robocall", "robocall")
}

/** SQL for the columns of dimensions. */
export const columnsOf = (...rules: ReadonlyArray<Pick<DimensionRule, "columns">>): string =>
  Object.entries(Object.assign({}, ...rules.map(({ columns }) => columns)))
    .map(([name, column]) => `${column} as ${name}`)
    .join(", ")

/** Returns the columns of dimensions that have names in several spellings. */
export const nameColumnsOf = (...rules: ReadonlyArray<DimensionRule>): ReadonlyArray<string> => [
  ...new Set(rules.flatMap(({ columns, key }) => (key === undefined ? [] : Object.keys(columns))))
]

/** SQL for the most frequent spelling of each key of `table`, in the order of the spellings if they are equally frequent. */
export const shownOf = (table: string, key: string, value: string): string =>
  `select ${key}, first(${value} order by records desc, ${value}) as shown
    from (select ${key}, ${value}, sum(records) as records from ${table} group by all) group by ${key}`
