import type { City, Counts, Dimension, TrendKey, TrendQuery, TrendRow, Trends } from "../MirrorQuery.ts"
import { type Conditions, resolveConditions } from "../reading/Conditions.ts"
import { dateOf, weekdayOf } from "../store/civil.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { compareValues } from "./aggregate.ts"
import { type GroupColumn, groupedCounts } from "./groupedCounts.ts"

const columnsOf: Readonly<Record<Dimension, ReadonlyArray<GroupColumn>>> = {
  day: ["day"],
  week: ["day"],
  month: ["day"],
  year: ["day"],
  weekday: ["day"],
  hour: ["hour"],
  "call-hour": ["call_hour"],
  state: ["state"],
  subject: ["subject"],
  "area-code": ["area"],
  city: ["city", "state"],
  robocall: ["robocall"]
}

/** The names behind the codes of a mirror. */
class Names {
  readonly #db: Database
  readonly #known = new Map<string, string>()

  constructor(db: Database) {
    this.#db = db
  }

  of(table: "states" | "cities" | "subjects", code: number): string {
    const key = `${table} ${code}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const name = text(this.#db.first(`select name from ${table} where code = ?`, code), "name")
    this.#known.set(key, name)
    return name
  }
}

const hourOf = (hour: number): number | null => (hour < 0 ? null : hour)

const cityOf = (row: Row, names: Names): City | null => {
  const city = names.of("cities", integer(row, "city"))
  return city === "" ? null : { city, state: names.of("states", integer(row, "state")) || null }
}

const robocallOf = (row: Row): boolean | null =>
  integer(row, "robocall") === 2 ? null : integer(row, "robocall") === 1

const keyOf = (dimension: Dimension, row: Row, names: Names): TrendKey => {
  const day = integer(row, "day")
  switch (dimension) {
    case "day":
      return dateOf(day)
    case "week":
      return dateOf(day - weekdayOf(day) + 1)
    case "month":
      return dateOf(day).slice(0, 7)
    case "year":
      return dateOf(day).slice(0, 4)
    case "weekday":
      return weekdayOf(day)
    case "hour":
      return integer(row, "hour")
    case "call-hour":
      return hourOf(integer(row, "call_hour"))
    case "state":
      return names.of("states", integer(row, "state")) || null
    case "subject":
      return names.of("subjects", integer(row, "subject")) || null
    case "area-code":
      return text(row, "area") || null
    case "city":
      return cityOf(row, names)
    case "robocall":
      return robocallOf(row)
  }
}

const isCity = (key: TrendKey): key is City => typeof key === "object" && key !== null

/** Returns the text by which equal keys are found. Cities are equal if they differ in case only. */
const identityOf = (key: TrendKey): string =>
  isCity(key) ? JSON.stringify([key.city.toLowerCase(), key.state]) : JSON.stringify(key)

/** A row of trends, with the spelling of its cities that was most frequent so far. */
interface OpenRow extends Counts {
  key: TrendKey
  split: TrendKey
  reports: number
  records: number
  mostFrequent: number
}

/** Groups counts whose columns are codes by the keys of the trends. */
class TrendRows {
  readonly #rows = new Map<string, OpenRow>()

  add(key: TrendKey, split: TrendKey, { records, reports }: Counts): void {
    const identity = `${identityOf(key)} ${identityOf(split)}`
    const row = this.#rows.get(identity)
    if (row === undefined) {
      this.#rows.set(identity, { key, split, reports, records, mostFrequent: records })
      return
    }
    row.reports += reports
    row.records += records
    if (records <= row.mostFrequent) return
    row.mostFrequent = records
    row.key = key
    row.split = split
  }

  /** Returns the rows in the order of their keys. */
  sorted(): ReadonlyArray<TrendRow> {
    return Array.from(this.#rows.values(), ({ key, records, reports, split }) => ({
      key,
      split,
      reports,
      records
    })).toSorted((left, right) => compareValues(left.key, right.key) || compareValues(left.split, right.split))
  }
}

/** Adds up rows with equal codes. */
class CodeCounts {
  readonly #columns: ReadonlyArray<GroupColumn>
  readonly #counts = new Map<string, { readonly row: Row; reports: number; records: number }>()

  constructor(columns: ReadonlyArray<GroupColumn>) {
    this.#columns = columns
  }

  readonly add = (row: Row): void => {
    const identity = this.#columns.map((column) => text(row, column)).join(" ")
    const count = this.#counts.get(identity) ?? { row, reports: 0, records: 0 }
    this.#counts.set(identity, count)
    count.reports += integer(row, "reports")
    count.records += integer(row, "records")
  }

  values() {
    return this.#counts.values()
  }
}

const keysPerStep = 500

/** Returns the counts of complaints by one or two dimensions. */
export function* trendsOf(db: Database, { by, split }: TrendQuery, conditions: Conditions): Steps<Trends> {
  const columns = [...new Set([...columnsOf[by], ...(split === undefined ? [] : columnsOf[split])])]
  const counts = new CodeCounts(columns)
  yield* groupedCounts(db, resolveConditions(db, conditions), columns, counts.add)
  const names = new Names(db)
  const rows = new TrendRows()
  let done = 0
  for (const { row, ...count } of counts.values()) {
    rows.add(keyOf(by, row, names), split === undefined ? null : keyOf(split, row, names), count)
    done += 1
    if (done % keysPerStep === 0) yield undefined
  }
  return { by, split: split ?? null, rows: rows.sorted() }
}
