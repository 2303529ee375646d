import { scanNumbers } from "../answers/numberScan.ts"
import type { Conditions } from "../reading/Conditions.ts"
import { dateOf, daysWithin } from "../store/civil.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import type { ListedNumber } from "./Blocklist.ts"

/** The days in which a report loses half of its weight. */
export const halfLifeDays = 30

/** Returns the records of each number that may have at least `min` reports. */
function* candidatesOf(db: Database, conditions: Conditions, min: number): Steps<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  const add = (row: Row): void => void found.set(text(row, "number"), integer(row, "records"))
  yield* scanNumbers(db, conditions, "", "count(*) as records", add, () => min)
  return found
}

/** The reports of a number, each with its first day. */
class Reports {
  readonly #days = new Map<string, number>()
  readonly #places = new Set<string>()

  /** Adds a row with `called`, `state`, `area` and the first `day`. A repeated report has the same call and place. */
  add(row: Row): void {
    const place = `${integer(row, "state")} ${text(row, "area")}`
    const report = `${integer(row, "called")} ${place}`
    const day = integer(row, "day")
    this.#days.set(report, Math.min(day, this.#days.get(report) ?? day))
    this.#places.add(place)
  }

  summary(number: string, newest: number): ListedNumber {
    const days = [...this.#days.values()].toSorted((left, right) => left - right)
    const score = days.reduce((sum, day) => sum + 0.5 ** ((newest - day) / halfLifeDays), 0)
    return {
      number,
      score: Number(score.toPrecision(6)),
      reports: days.length,
      places: this.#places.size,
      first: dateOf(days[0] ?? 0),
      last: dateOf(days.at(-1) ?? 0)
    }
  }
}

/** The share of the time that the scan of all numbers takes. */
const scanShare = 0.2

/** Runs work whose shares are a part of the progress, up to `end`. */
function* upTo<A>(end: number, steps: Steps<A>): Steps<A> {
  for (;;) {
    const next = steps.next()
    if (next.done === true) return next.value
    yield next.value === undefined ? undefined : next.value * end
  }
}

/** The records of a number that are read at once, about 2 ms. */
const recordsPerStep = 500

const reportsSql = `select min(c.day) as day, c.called, c.state, c.area from calls c indexed by by_number
  where c.number = ? and c.day between ? and ? group by c.called, c.state, c.area`

/**
 * Returns the numbers with at least `min` reports. A report that was sent again, with the same number, call and place, is counted
 * once, on its first day.
 */
export function* reportedNumbers(
  db: Database,
  conditions: Conditions,
  min: number
): Steps<ReadonlyArray<ListedNumber>> {
  const { from: first, to: newest } = daysWithin(conditions.created)
  const candidates = yield* upTo(scanShare, candidatesOf(db, conditions, min))
  const found: Array<ListedNumber> = []
  let done = 0
  for (const [number, records] of candidates) {
    const reports = new Reports()
    const daysPerStep = Math.ceil(((newest - first + 1) * recordsPerStep) / Math.max(records, recordsPerStep))
    for (let day = first; day <= newest; day += daysPerStep) {
      const last = Math.min(newest, day + daysPerStep - 1)
      for (const row of db.rows(reportsSql, number, day, last)) reports.add(row)
      yield scanShare + ((1 - scanShare) * done) / candidates.size
    }
    done += 1
    const summary = reports.summary(number, newest)
    if (summary.reports >= min) found.push(summary)
  }
  return found
}
