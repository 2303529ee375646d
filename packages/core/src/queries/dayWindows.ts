import { CivilDate } from "../dates/CivilDate.ts"
import { CivilDateTime, type CivilMoment } from "../dates/CivilDateTime.ts"
import type { SortOrder } from "./Paging.ts"

/** A range of dates, both ends included. A date without a time includes its full day. */
export interface CivilRange {
  readonly from: CivilMoment
  readonly to: CivilMoment
}

/** A query for the part of a range in one day. */
export interface DayWindow<Query> extends CivilRange {
  readonly query: Query
}

const millisecondsPerDay = 86_400_000

const dayNumber = (moment: CivilMoment): number => Date.parse(moment.slice(0, 10)) / millisecondsPerDay

const civil = (day: number): CivilDate => CivilDate.make(new Date(day * millisecondsPerDay).toISOString().slice(0, 10))

/** Whether a range covers more than one day. */
export const isLongerThanADay = ({ from, to }: CivilRange): boolean => from < to.slice(0, 10)

/** Returns the part of a range in one day. The first part begins and the last part ends at the time of the range. */
const partOf = ({ from, to }: CivilRange, day: CivilDate): CivilRange => {
  const begins = from.length > day.length && from.startsWith(day)
  const ends = to.length > day.length && to.startsWith(day)
  if (!begins && !ends) return { from: day, to: day }
  return {
    from: begins ? from : CivilDateTime.make(`${day} 00:00:00`),
    to: ends ? to : CivilDateTime.make(`${day} 23:59:59`)
  }
}

/** Returns a window for each day of a range, lazily, because a range may have millions of days. */
export const dayWindows = <Query>(
  range: CivilRange,
  sort: SortOrder,
  queryOf: (part: CivilRange) => Query
): Iterable<DayWindow<Query>> => {
  const [first, last] = [dayNumber(range.from), dayNumber(range.to)]
  return {
    *[Symbol.iterator]() {
      for (let passed = 0; passed <= last - first; passed++) {
        const part = partOf(range, civil(sort === "asc" ? first + passed : last - passed))
        yield { ...part, query: queryOf(part) }
      }
    }
  }
}
