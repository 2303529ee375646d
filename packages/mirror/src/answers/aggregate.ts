import type { RobocallCounts } from "../MirrorQuery.ts"
import { dateTimeOf, secondsPerDay } from "../store/civil.ts"
import { integer, type Row, text } from "../store/Database.ts"

/** Sums up complaints. Reports count equal complaints once; everything but `records` is about reports. */
export class Aggregate {
  records = 0
  reports = 0
  readonly #robocalls = { yes: 0, no: 0, unknown: 0 }
  readonly #places = new Set<string>()
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY

  /** Adds a row with `records`, `reports`, `state`, `area`, `robocall`, `day`, `first` and `last`, in seconds of the day. */
  add(row: Row): void {
    const reports = integer(row, "reports")
    const dayStart = integer(row, "day") * secondsPerDay
    this.records += integer(row, "records")
    this.reports += reports
    this.#robocalls[robocallName(row)] += reports
    this.#places.add(`${integer(row, "state")} ${text(row, "area")}`)
    this.#first = Math.min(this.#first, dayStart + integer(row, "first"))
    this.#last = Math.max(this.#last, dayStart + integer(row, "last"))
  }

  get places(): number {
    return this.#places.size
  }

  get robocalls(): RobocallCounts {
    return { ...this.#robocalls }
  }

  /** The first and last date and time of creation, `null` without a complaint. */
  get first(): string | null {
    return this.records === 0 ? null : dateTimeOf(this.#first)
  }

  get last(): string | null {
    return this.records === 0 ? null : dateTimeOf(this.#last)
  }
}

const robocallName = (row: Row): "yes" | "no" | "unknown" => {
  if (row["robocall"] === null) return "unknown"
  return integer(row, "robocall") === 1 ? "yes" : "no"
}

/** Counts reports by value, and lists the most frequent values first, ties in the order of the values. */
export class Tallies<Value> {
  readonly #counts = new Map<Value, number>()

  add(value: Value, reports: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + reports)
  }

  mostFrequent(): ReadonlyArray<{ readonly value: Value; readonly reports: number }> {
    return this.byValue().toSorted((left, right) => right.reports - left.reports)
  }

  byValue(): ReadonlyArray<{ readonly value: Value; readonly reports: number }> {
    return Array.from(this.#counts, ([value, reports]) => ({ value, reports })).toSorted((left, right) =>
      compareValues(left.value, right.value)
    )
  }
}

/** Compares numbers as numbers and other values as texts. `null` comes first. */
export const compareValues = (left: unknown, right: unknown): number => {
  if (typeof left === "number" && typeof right === "number") return left - right
  const [one, other] = [left, right].map((value) =>
    typeof value === "string" ? value : (JSON.stringify(value ?? "") ?? "")
  )
  if (one === other) return 0
  return (one ?? "") < (other ?? "") ? -1 : 1
}
