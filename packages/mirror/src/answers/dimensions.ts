import { foldName } from "@public-records/files/names"
import type { City, Dimension, TrendKey } from "../MirrorQuery.ts"
import { dateOf, dayOf, weekdayOf } from "../store/civil.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import type { Column } from "../store/rollUps.ts"
import { Tallies } from "./aggregate.ts"

/** The lookup tables, by the column that has their codes. */
const tables = { state: "states", city: "cities", subject: "subjects" } as const

/** Returns the name behind the code in a column of a row, `null` if it is missing. */
export type NameOf = (row: Row, column: keyof typeof tables) => string | null

/** Returns a function that reads each name once. */
export const namesIn = (db: Database): NameOf => {
  const known = new Map<string, string>()
  return (row, column) => {
    const code = integer(row, column)
    const key = `${column} ${code}`
    const name = known.get(key) ?? text(db.first(`select name from ${tables[column]} where code = ?`, code), "name")
    known.set(key, name)
    return name || null
  }
}

/** How the values of a dimension are computed from columns. A missing value is `null`. */
export interface DimensionRule {
  readonly columns: ReadonlyArray<Column>
  readonly keyOf: (row: Row, nameOf: NameOf) => TrendKey
  /** The period of a day, if the values are periods of several days. */
  readonly period?: (day: number) => Period
}

/** A period in the calendar. **Units** days. */
interface Period {
  readonly key: string
  readonly length: number
}

const byDay = (keyOf: (day: number) => TrendKey): DimensionRule => ({
  columns: ["day"],
  keyOf: (row) => keyOf(integer(row, "day"))
})

const byPeriod = (period: (day: number) => Period): DimensionRule => ({ ...byDay((day) => period(day).key), period })

const weekOf = (day: number): Period => ({ key: dateOf(day - weekdayOf(day) + 1), length: 7 })

const monthOf = (day: number): Period => {
  const key = dateOf(day).slice(0, 7)
  const first = dayOf(`${key}-01`)
  return { key, length: dayOf(`${dateOf(first + 31).slice(0, 7)}-01`) - first }
}

const yearOf = (day: number): Period => {
  const key = dateOf(day).slice(0, 4)
  return { key, length: dayOf(`${key}-12-31`) - dayOf(`${key}-01-01`) + 1 }
}

const byName = (column: "state" | "subject"): DimensionRule => ({
  columns: [column],
  keyOf: (row, nameOf) => nameOf(row, column)
})

const byHour = (column: "hour" | "call_hour"): DimensionRule => ({
  columns: [column],
  keyOf: (row) => (integer(row, column) < 0 ? null : integer(row, column))
})

export const dimensions: Readonly<Record<Dimension, DimensionRule>> = {
  day: byDay(dateOf),
  week: byPeriod(weekOf),
  month: byPeriod(monthOf),
  year: byPeriod(yearOf),
  weekday: byDay(weekdayOf),
  hour: byHour("hour"),
  "call-hour": byHour("call_hour"),
  state: byName("state"),
  subject: byName("subject"),
  "area-code": { columns: ["area"], keyOf: (row) => text(row, "area") || null },
  city: {
    columns: ["city", "state"],
    keyOf: (row, nameOf): City | null => {
      const city = nameOf(row, "city")
      return city === null ? null : { city, state: nameOf(row, "state") }
    }
  },
  robocall: { columns: ["robocall"], keyOf: (row) => [false, true, null][integer(row, "robocall")] ?? null }
}

/** Values that are equal as names are one: they differ in case, accents or apostrophes only. The most frequent spelling is shown. */
export class Spellings<Value> {
  readonly #spellings = new Map<string, Tallies<string>>()

  /** Returns the text that equal values have in common. */
  identityOf(value: unknown, records: number): string {
    const spelling = JSON.stringify(value)
    const identity = foldName(spelling)
    const spellings = this.#spellings.get(identity) ?? new Tallies()
    this.#spellings.set(identity, spellings)
    spellings.add(spelling, records)
    return identity
  }

  shown(identity: string): Value {
    return JSON.parse(this.#spellings.get(identity)?.mostFrequent()[0]?.value ?? "null")
  }
}
