import type { City, Dimension, TrendKey, TrendQuery, TrendRow, Trends } from "../MirrorQuery.ts"
import { type Conditions, resolveConditions } from "../reading/Conditions.ts"
import { dateOf, weekdayOf } from "../store/civil.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { compareValues, Tallies } from "./aggregate.ts"
import { type GroupColumn, groupedCounts } from "./groupedCounts.ts"
import { Names } from "./Names.ts"

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

const cityOf = (row: Row, names: Names): City | null => {
  const city = names.city(row)
  return city === "" ? null : { city, state: names.state(row) || null }
}

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
      return integer(row, "call_hour") < 0 ? null : integer(row, "call_hour")
    case "state":
      return names.state(row) || null
    case "subject":
      return names.subject(row) || null
    case "area-code":
      return text(row, "area") || null
    case "city":
      return cityOf(row, names)
    case "robocall":
      return [false, true, null][integer(row, "robocall")] ?? null
  }
}

const isCity = (key: TrendKey): key is City => typeof key === "object" && key !== null

/** Returns the text by which equal keys are found. Cities are equal if they differ in case only. */
const identityOf = (key: TrendKey): string =>
  isCity(key) ? JSON.stringify([key.city.toLowerCase(), key.state]) : JSON.stringify(key)

/** Adds up the counts of equal keys. Cities are shown in their most frequent spelling. */
class TrendRows {
  readonly #rows = new Map<string, { key: TrendKey; split: TrendKey; reports: number; records: number }>()
  readonly #spellings = new Map<string, Tallies<string>>()

  add(key: TrendKey, split: TrendKey, row: Row): void {
    const identity = `${this.#identityOf(key, row)} ${this.#identityOf(split, row)}`
    const known = this.#rows.get(identity) ?? { key, split, reports: 0, records: 0 }
    this.#rows.set(identity, known)
    known.reports += integer(row, "reports")
    known.records += integer(row, "records")
  }

  /** Returns the rows in the order of their keys. */
  sorted(): ReadonlyArray<TrendRow> {
    return Array.from(this.#rows.values(), (row) => ({
      ...row,
      key: this.#shown(row.key),
      split: this.#shown(row.split)
    })).toSorted((left, right) => compareValues(left.key, right.key) || compareValues(left.split, right.split))
  }

  #identityOf(key: TrendKey, row: Row): string {
    const identity = identityOf(key)
    if (!isCity(key)) return identity
    const spellings = this.#spellings.get(identity) ?? new Tallies()
    this.#spellings.set(identity, spellings)
    spellings.add(key.city, integer(row, "records"))
    return identity
  }

  #shown(key: TrendKey): TrendKey {
    const [spelling] = isCity(key) ? (this.#spellings.get(identityOf(key))?.mostFrequent() ?? []) : []
    return isCity(key) && spelling !== undefined ? { city: spelling.value, state: key.state } : key
  }
}

/** Returns the counts of complaints by one or two dimensions. */
export function* trendsOf(db: Database, { by, split }: TrendQuery, conditions: Conditions): Steps<Trends> {
  const columns = [...new Set([...columnsOf[by], ...(split === undefined ? [] : columnsOf[split])])]
  const names = new Names(db)
  const rows = new TrendRows()
  yield* groupedCounts(db, resolveConditions(db, conditions), columns, (row) =>
    rows.add(keyOf(by, row, names), split === undefined ? null : keyOf(split, row, names), row)
  )
  return { by, split: split ?? null, rows: rows.sorted() }
}
