import type { NumberCounts, NumberReport, PrefixReport } from "../MirrorQuery.ts"
import { canonicalNumber, type NumberSearch } from "../numbers/typedNumber.ts"
import {
  clausesOnCalls,
  type Conditions,
  resolveConditions,
  type ResolvedConditions,
  valuesOf
} from "../reading/Conditions.ts"
import { dateOf } from "../store/civil.ts"
import { type Database, integer, marks, type Row, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { Aggregate, compareValues, Tallies } from "./aggregate.ts"

const rowsPerStep = 500
const maxNeighbors = 20
const maxNumbersOfPrefix = 50
const sharedDigits = [8, 7, 6] as const

type ExactSearch = Extract<NumberSearch, { readonly _tag: "Exact" }>
type PrefixSearch = Extract<NumberSearch, { readonly _tag: "Prefix" }>

/** Returns the condition on the time of creation. */
const createdWithin = "c.day * 86400 + c.second between ? and ?"

/** Returns the complaints about a form of a number, in the order of time. */
function* rowsAbout(db: Database, form: string, { clauses, created }: ResolvedConditions): Steps<ReadonlyArray<Row>> {
  const others = clauses.filter(({ column }) => column !== "number")
  const found: Array<Row> = []
  let after: readonly [day: number, position: number] = [Number.MIN_SAFE_INTEGER, 0]
  for (;;) {
    const rows = db.rows(
      `select c.day, c.position, c.second as first, c.second as last, c.state, s.name as state_name, c.area,
      j.name as subject, c.robocall, 1 as records, c.copy = 0 as reports
      from calls c indexed by by_number join states s on s.code = c.state join subjects j on j.code = c.subject
      where c.number = ? and (c.day, c.position) > (?, ?) and ${createdWithin}${clausesOnCalls(others)}
      order by c.day, c.position limit ?`,
      form,
      ...after,
      created.from,
      created.to,
      ...valuesOf(others),
      rowsPerStep
    )
    found.push(...rows)
    if (rows.length < rowsPerStep) return found
    after = [integer(rows.at(-1), "day"), integer(rows.at(-1), "position")]
    yield undefined
  }
}

/** Counts complaints by number, for the numbers between two texts. */
const numbersBetween = (
  db: Database,
  from: string,
  to: string,
  { clauses, created }: ResolvedConditions
): ReadonlyArray<Row> => {
  const others = clauses.filter(({ column }) => column !== "number")
  return db.rows(
    `select ${canonicalNumber} as number, count(*) as records, sum(c.copy = 0) as reports
    from calls c indexed by by_number where c.number >= ? and c.number < ? and ${createdWithin}${clausesOnCalls(others)}
    group by c.number`,
    from,
    to,
    created.from,
    created.to,
    ...valuesOf(others)
  )
}

/** Counts complaints by number, for the numbers that begin with a prefix, in pieces by their next two digits. */
function* numbersWithPrefix(
  db: Database,
  prefix: string,
  conditions: ResolvedConditions
): Steps<ReadonlyArray<NumberCounts>> {
  const counts = new Map<string, { reports: number; records: number }>()
  for (const form of [prefix, `1${prefix}`, `+1${prefix}`]) {
    const inner = Array.from({ length: 100 }, (_, index) => form + String(index).padStart(2, "0"))
    const bounds = [form, ...inner.slice(1), `${form}\u{10FFFF}`]
    for (const [index, from] of bounds.slice(0, -1).entries()) {
      for (const row of numbersBetween(db, from, bounds[index + 1] ?? from, conditions)) {
        const number = text(row, "number")
        // Ten digits that begin with 1 are another number, whose last digit was cut off.
        if (!number.startsWith(prefix)) continue
        const count = counts.get(number) ?? { reports: 0, records: 0 }
        counts.set(number, count)
        count.reports += integer(row, "reports")
        count.records += integer(row, "records")
      }
      yield undefined
    }
  }
  return Array.from(counts, ([number, count]) => ({ number, ...count }))
}

const mostReported = (left: NumberCounts, right: NumberCounts): number =>
  right.reports - left.reports || compareValues(left.number, right.number)

const sharedWith = (number: string, other: string): number =>
  sharedDigits.find((digits) => other.startsWith(number.slice(0, digits))) ?? 0

function* neighborsOf(
  db: Database,
  number: string,
  conditions: ResolvedConditions
): Steps<ReadonlyArray<NumberCounts>> {
  if (number.length !== 10) return []
  const prefix = number.slice(0, sharedDigits.at(-1))
  const near = yield* numbersWithPrefix(db, prefix, conditions)
  return near
    .filter((other) => other.number !== number && other.number.length === number.length)
    .toSorted(
      (left, right) => sharedWith(number, right.number) - sharedWith(number, left.number) || mostReported(left, right)
    )
    .slice(0, maxNeighbors)
}

/** Returns what the mirror knows about one number. */
export function* numberReport(db: Database, search: ExactSearch, conditions: Conditions): Steps<NumberReport> {
  const resolved = resolveConditions(db, conditions)
  const rows: Array<Row> = []
  for (const form of search.forms) rows.push(...(yield* rowsAbout(db, form, resolved)))
  const all = new Aggregate()
  const states = new Tallies<string | null>()
  const areaCodes = new Tallies<string | null>()
  const subjects = new Tallies<string | null>()
  const months = new Tallies<string>()
  for (const row of rows) {
    const reports = integer(row, "reports")
    all.add(row)
    states.add(text(row, "state_name") || null, reports)
    areaCodes.add(text(row, "area") || null, reports)
    subjects.add(text(row, "subject") || null, reports)
    months.add(dateOf(integer(row, "day")).slice(0, 7), reports)
  }
  const { first, last, records, reports, robocalls } = all
  return {
    number: search.number,
    possibly: possibleNumbers(db, search),
    reports,
    records,
    first,
    last,
    robocalls,
    states: states.mostFrequent().map(({ value, reports: count }) => ({ state: value, reports: count })),
    areaCodes: areaCodes.mostFrequent().map(({ value, reports: count }) => ({ areaCode: value, reports: count })),
    subjects: subjects.mostFrequent().map(({ value, reports: count }) => ({ subject: value, reports: count })),
    months: months.byValue().map(({ value, reports: count }) => ({ month: value, reports: count })),
    neighbors: yield* neighborsOf(db, search.number, resolved)
  }
}

const possibleNumbers = (db: Database, { possibly }: ExactSearch): ReadonlyArray<string> =>
  db
    .rows(`select distinct number from calls indexed by by_number where number in (${marks(possibly)})`, ...possibly)
    .map((row) => text(row, "number"))

/** Returns the numbers that begin with some digits. */
export function* prefixReport(db: Database, search: PrefixSearch, conditions: Conditions): Steps<PrefixReport> {
  const numbers = yield* numbersWithPrefix(db, search.prefix, resolveConditions(db, conditions))
  return {
    prefix: search.prefix,
    count: numbers.length,
    reports: numbers.reduce((sum, { reports }) => sum + reports, 0),
    records: numbers.reduce((sum, { records }) => sum + records, 0),
    numbers: numbers.toSorted(mostReported).slice(0, maxNumbersOfPrefix)
  }
}
