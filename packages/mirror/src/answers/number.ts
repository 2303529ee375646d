import type { NumberCounts, NumberReport, PrefixReport } from "../MirrorQuery.ts"
import { canonicalNumber, type NumberSearch, storedForms } from "../numbers/typedNumber.ts"
import { aboutNumber, type Conditions } from "../reading/Conditions.ts"
import { groupedCounts } from "../reading/groupedCounts.ts"
import { dateOf } from "../store/civil.ts"
import { type Database, integer, marks, type Row, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { Aggregate, compareValues, Tallies } from "./aggregate.ts"
import { namesIn } from "./dimensions.ts"
import { scanNumbers } from "./numberScan.ts"

const maxNeighbors = 20
const maxNumbersOfPrefix = 50
const sharedDigits = [8, 7, 6] as const

type ExactSearch = Extract<NumberSearch, { readonly _tag: "Exact" }>
type PrefixSearch = Extract<NumberSearch, { readonly _tag: "Prefix" }>

/** Returns the counts of the numbers that begin with a prefix. */
function* numbersWithPrefix(db: Database, prefix: string, conditions: Conditions): Steps<ReadonlyArray<NumberCounts>> {
  const clauses = conditions.clauses.filter(({ column }) => column !== "number")
  const found = new Map<string, { number: string; reports: number; records: number }>()
  const add = (row: Row): void => {
    const number = canonicalNumber(text(row, "number"))
    // Ten digits that begin with 1 are another number, whose last digit was cut off.
    if (!number.startsWith(prefix)) return
    const count = found.get(number) ?? { number, reports: 0, records: 0 }
    found.set(number, count)
    count.reports += integer(row, "reports")
    count.records += integer(row, "records")
  }
  const counts = "sum(records) as records, sum(reports) as reports"
  for (const form of storedForms(prefix)) yield* scanNumbers(db, { ...conditions, clauses }, form, counts, add)
  return [...found.values()]
}

const mostReported = (left: NumberCounts, right: NumberCounts): number =>
  right.reports - left.reports || compareValues(left.number, right.number)

function* neighborsOf(db: Database, number: string, conditions: Conditions): Steps<ReadonlyArray<NumberCounts>> {
  if (number.length !== 10) return []
  const shared = (other: NumberCounts): number =>
    sharedDigits.find((digits) => other.number.startsWith(number.slice(0, digits))) ?? 0
  const near = yield* numbersWithPrefix(db, number.slice(0, 6), conditions)
  return near
    .filter((other) => other.number !== number && other.number.length === number.length)
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
  yield* groupedCounts(db, aboutNumber(conditions, search.forms), columns, (row) => {
    const reports = integer(row, "reports")
    all.add(row)
    states.add(nameOf(row, "state"), reports)
    areaCodes.add(text(row, "area") || null, reports)
    subjects.add(nameOf(row, "subject"), reports)
    months.add(dateOf(integer(row, "day")).slice(0, 7), reports)
  })
  const { first, last } = all.dates
  const possibly = `select distinct number from calls where number in (${marks(search.possibly)})`
  return {
    number: search.number,
    possibly: db.rows(possibly, ...search.possibly).map((row) => text(row, "number")),
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

/** Returns the numbers that begin with some digits. */
function* prefixReport(db: Database, { prefix }: PrefixSearch, conditions: Conditions): Steps<PrefixReport> {
  const numbers = yield* numbersWithPrefix(db, prefix, conditions)
  return {
    prefix,
    count: numbers.length,
    reports: numbers.reduce((sum, { reports }) => sum + reports, 0),
    records: numbers.reduce((sum, { records }) => sum + records, 0),
    numbers: numbers.toSorted(mostReported).slice(0, maxNumbersOfPrefix)
  }
}

/** Returns what the mirror knows about a number, or about the numbers that begin with some digits. */
export const reportOf = (
  db: Database,
  search: NumberSearch,
  conditions: Conditions
): Steps<NumberReport | PrefixReport> =>
  search._tag === "Exact" ? numberReport(db, search, conditions) : prefixReport(db, search, conditions)
