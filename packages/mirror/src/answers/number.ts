import type { NumberCounts, NumberReport, PrefixReport, SuffixReport } from "../MirrorQuery.ts"
import { isTenDigits, type NumberSearch } from "../numbers/NumberSearch.ts"
import { aboutNumber, type Conditions } from "../reading/Conditions.ts"
import { groupedCounts } from "../reading/groupedCounts.ts"
import { dateOf } from "../store/civil.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { Aggregate, compareValues, Tallies } from "./aggregate.ts"
import { namesIn } from "./dimensions.ts"
import { scanNumbers } from "./numberScan.ts"

const maxNeighbors = 20
const maxNumbersOfPart = 50
const sharedDigits = [8, 7, 6] as const

type ExactSearch = Extract<NumberSearch, { readonly _tag: "Exact" }>

/** Returns the counts of the numbers that some digits begin or end. */
function* numbersWith(
  db: Database,
  search: Exclude<NumberSearch, ExactSearch>,
  conditions: Conditions
): Steps<ReadonlyArray<NumberCounts>> {
  const found = new Map<string, { number: string; reports: number; records: number }>()
  const add = (row: Row): void => {
    const number = text(row, "number")
    const count = found.get(number) ?? { number, reports: 0, records: 0 }
    found.set(number, count)
    count.reports += integer(row, "reports")
    count.records += integer(row, "records")
  }
  const about = aboutNumber(conditions, search)
  if (search._tag === "Suffix") yield* groupedCounts(db, about, ["number"], add)
  else yield* scanNumbers(db, about, search.prefix, "sum(records) as records, sum(reports) as reports", add)
  return [...found.values()]
}

const mostReported = (left: NumberCounts, right: NumberCounts): number =>
  right.reports - left.reports || compareValues(left.number, right.number)

function* neighborsOf(db: Database, number: string, conditions: Conditions): Steps<ReadonlyArray<NumberCounts>> {
  if (!isTenDigits(number)) return []
  const shared = (other: NumberCounts): number =>
    sharedDigits.find((digits) => other.number.startsWith(number.slice(0, digits))) ?? 0
  const near = yield* numbersWith(db, { _tag: "Prefix", prefix: number.slice(0, 6) }, conditions)
  return near
    .filter((other) => other.number !== number)
    .toSorted((left, right) => shared(right) - shared(left) || mostReported(left, right))
    .slice(0, maxNeighbors)
}

/** Returns what the mirror knows about one number. */
function* numberReport(db: Database, search: ExactSearch, conditions: Conditions): Steps<NumberReport> {
  const nameOf = namesIn(db)
  const all = new Aggregate()
  const states = new Tallies<string | null>()
  const areaCodes = new Tallies<string | null>()
  const subjects = new Tallies<string | null>()
  const months = new Tallies<string>()
  const columns = ["day", "state", "area", "subject", "robocall"] as const
  yield* groupedCounts(db, aboutNumber(conditions, search), columns, (row) => {
    const reports = integer(row, "reports")
    all.add(row)
    states.add(nameOf(row, "state"), reports)
    areaCodes.add(text(row, "area") || null, reports)
    subjects.add(nameOf(row, "subject"), reports)
    months.add(dateOf(integer(row, "day")).slice(0, 7), reports)
  })
  const { first, last } = all.dates
  const possibly = "select distinct number from calls where number = ?"
  return {
    number: search.number,
    possibly: db.rows(possibly, search.possibly ?? null).map((row) => text(row, "number")),
    reports: all.reports,
    records: all.records,
    first: first || null,
    last: last || null,
    robocalls: all.robocalls,
    states: states.mostFrequent().map(({ reports, value }) => ({ state: value, reports })),
    areaCodes: areaCodes.mostFrequent().map(({ reports, value }) => ({ areaCode: value, reports })),
    subjects: subjects.mostFrequent().map(({ reports, value }) => ({ subject: value, reports })),
    months: months.byValue().map(({ reports, value }) => ({ month: value, reports })),
    neighbors: yield* neighborsOf(db, search.number, conditions)
  }
}

/** Returns what the mirror knows about a number, or about the numbers that some digits begin or end. */
export function* reportOf(
  db: Database,
  search: NumberSearch,
  conditions: Conditions
): Steps<NumberReport | PrefixReport | SuffixReport> {
  if (search._tag === "Exact") return yield* numberReport(db, search, conditions)
  const numbers = yield* numbersWith(db, search, conditions)
  const counts = {
    count: numbers.length,
    reports: numbers.reduce((sum, { reports }) => sum + reports, 0),
    records: numbers.reduce((sum, { records }) => sum + records, 0),
    numbers: numbers.toSorted(mostReported).slice(0, maxNumbersOfPart)
  }
  return search._tag === "Prefix" ? { prefix: search.prefix, ...counts } : { suffix: search.suffix, ...counts }
}
