import { type DateOrder, hasYearLast, provenOrder, toCivilDateTime } from "./dailyDate.ts"
import { dailyFileDate, publishedDays } from "./dailyFileName.ts"
import { RecordFileError } from "./RecordFileError.ts"
import { subjectOf } from "./standardInput.ts"

/** Returns how well created dates fit to the date in a file's name, if they are read in an order. */
const fitOf = (path: string, created: ReadonlyArray<string>, order: DateOrder): number => {
  const days: ReadonlyArray<string> = publishedDays(path)
  const latest = dailyFileDate(path) ?? ""
  return created.reduce((fit, text) => {
    const day = toCivilDateTime(text, order)?.slice(0, 10) ?? "9999"
    if (days.includes(day)) return fit + created.length
    return day <= latest ? fit + 1 : fit
  }, 0)
}

/** The order of day and month in the dates of a file, which is the same for all of them. */
export class FileDateOrder {
  readonly #path: string
  #known: { readonly order: DateOrder; readonly why: string } | undefined

  constructor(path: string) {
    this.#path = path
  }

  /** The order, or `undefined` as long as no date has proved it. */
  get known(): DateOrder | undefined {
    return this.#known?.order
  }

  /** Returns whether a date needs an order. Throws a `RecordFileError` if the date proves another one than an earlier date. */
  see(text: string, line: number): boolean {
    if (!hasYearLast(text)) return false
    const order = provenOrder(text)
    if (order === undefined) return true
    this.#known ??= { order, why: `"${text}" in line ${line}` }
    if (this.#known.order === order) return true
    const reason = `the dates have two orders: ${this.#known.why} has the ${this.#known.order}, "${text}" in line ${line} the ${order}`
    throw new RecordFileError({
      message: `${subjectOf(this.#path)} cannot be used: ${reason}. Write them as YYYY-MM-DD.`
    })
  }

  /** Assumes the order in which created dates fit to the date in the file's name. Without one, the month comes first. */
  assume(created: ReadonlyArray<string>): void {
    const isDayFirst = fitOf(this.#path, created, "day first") > fitOf(this.#path, created, "month first")
    const order = isDayFirst ? "day first" : "month first"
    this.#known = { order, why: `the first ${created.length} rows, by the name of the file,` }
  }
}
