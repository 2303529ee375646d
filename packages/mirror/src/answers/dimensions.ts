import type { City, Dimension, TrendKey } from "../MirrorQuery.ts"
import { dateOf, weekdayOf } from "../store/civil.ts"
import { integer, type Row, text } from "../store/Database.ts"
import type { Column } from "../store/rollUps.ts"
import { Tallies } from "./aggregate.ts"
import type { NameOf } from "./Names.ts"

/** The columns that the values of a dimension are computed from. */
export const columnsOf: Readonly<Record<Dimension, ReadonlyArray<Column>>> = {
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

const cityOf = (row: Row, nameOf: NameOf): City | null => {
  const city = nameOf(row, "city")
  return city === "" ? null : { city, state: nameOf(row, "state") || null }
}

/** Returns the value of a dimension, `null` if it is missing. */
export const keyOf = (dimension: Dimension, row: Row, nameOf: NameOf): TrendKey => {
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
    case "subject":
      return nameOf(row, dimension) || null
    case "area-code":
      return text(row, "area") || null
    case "city":
      return cityOf(row, nameOf)
    case "robocall":
      return [false, true, null][integer(row, "robocall")] ?? null
  }
}

/** Values that differ in case only are equal. The most frequent spelling is shown. */
export class Spellings<Value> {
  readonly #spellings = new Map<string, Tallies<string>>()

  /** Returns the text that equal values have in common. */
  identityOf(value: unknown, records: number): string {
    const spelling = JSON.stringify(value)
    const identity = spelling.toLowerCase()
    const spellings = this.#spellings.get(identity) ?? new Tallies()
    this.#spellings.set(identity, spellings)
    spellings.add(spelling, records)
    return identity
  }

  shown(identity: string): Value {
    return JSON.parse(this.#spellings.get(identity)?.mostFrequent()[0]?.value ?? "null")
  }
}
