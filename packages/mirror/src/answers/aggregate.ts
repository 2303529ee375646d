import { compareText } from "@public-records/files/text"
import type { RankedCounts, RobocallCounts } from "../MirrorQuery.ts"
import { dateTimeOf } from "../store/civil.ts"
import { integer, type Row, text } from "../store/Database.ts"

/** Sums up complaints. Reports count equal complaints once; everything but `records` is about reports. */
export class Aggregate {
  records = 0
  reports = 0
  readonly #robocalls: [no: number, yes: number, unknown: number] = [0, 0, 0]
  readonly #places = new Set<string>()
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY

  /** Adds a row of `groupedCounts` with `state`, `area` and `robocall`, which is 2 if it is unknown. */
  add(row: Row): void {
    const reports = integer(row, "reports")
    const robocall = integer(row, "robocall")
    this.records += integer(row, "records")
    this.reports += reports
    this.#robocalls[robocall] = (this.#robocalls[robocall] ?? 0) + reports
    this.#places.add(`${integer(row, "state")} ${text(row, "area")}`)
    this.#first = Math.min(this.#first, integer(row, "first"))
    this.#last = Math.max(this.#last, integer(row, "last"))
  }

  get places(): number {
    return this.#places.size
  }

  get robocalls(): RobocallCounts {
    const [no, yes, unknown] = this.#robocalls
    return { yes, no, unknown }
  }

  /** The first and last date and time of creation, "" without a complaint. */
  get dates(): { readonly first: string; readonly last: string } {
    if (this.records === 0) return { first: "", last: "" }
    return { first: dateTimeOf(this.#first), last: dateTimeOf(this.#last) }
  }

  /** All figures, as a ranking has them. */
  get ranked(): RankedCounts {
    const { places, records, reports, robocalls } = this
    return { reports, records, places, robocalls, ...this.dates }
  }
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? ""))

/** Compares numbers as numbers and other values as texts. `null` comes first. */
export const compareValues = (left: unknown, right: unknown): number =>
  typeof left === "number" && typeof right === "number" ? left - right : compareText(asText(left), asText(right))

/** Counts reports by value. */
export class Tallies<Value> {
  readonly #counts = new Map<Value, number>()

  add(value: Value, reports: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + reports)
  }

  /** Returns the values with the most reports first, ties in the order of the values. */
  mostFrequent(): ReadonlyArray<{ readonly value: Value; readonly reports: number }> {
    return this.byValue().toSorted((left, right) => right.reports - left.reports)
  }

  byValue(): ReadonlyArray<{ readonly value: Value; readonly reports: number }> {
    const counts = Array.from(this.#counts, ([value, reports]) => ({ value, reports }))
    return counts.toSorted((left, right) => compareValues(left.value, right.value))
  }
}
