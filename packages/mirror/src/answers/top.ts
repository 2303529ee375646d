import type { City, Omitted, Ranked, Ranking, TopQuery } from "../MirrorQuery.ts"
import { canonicalNumber, problemOfNumber } from "../numbers/typedNumber.ts"
import type { Conditions } from "../reading/Conditions.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { compareValues } from "../store/compareValues.ts"
import { Aggregate } from "./aggregate.ts"
import { groupedCounts } from "./groupedCounts.ts"
import { namesIn } from "./Names.ts"
import { columnsOf, keyOf, Spellings } from "./dimensions.ts"
import { numberRows } from "./numberRows.ts"
import { allNumbers, scanNumbers } from "./numberScan.ts"

const defaultLimit = 10

interface Candidate {
  readonly value: string | City
  readonly all: Aggregate
}

/** Returns why a value cannot be in a ranking, or `undefined` if it can. */
const omissionOf = ({ all, value }: Candidate, { of, places = 1 }: TopQuery): Omitted["reason"] | undefined => {
  const problem = of === "numbers" && typeof value === "string" ? problemOfNumber(value) : undefined
  return problem ?? (all.places < places ? "too few places" : undefined)
}

const rankedOf = ({ all, value }: Candidate): Ranked => {
  const { places, records, reports, robocalls } = all
  return { value, reports, records, places, robocalls, ...all.dates }
}

/** Ranks candidates, the most reported first, ties in the order of the values. */
const rank = (candidates: ReadonlyArray<Candidate>, query: TopQuery, withoutValue: number): Ranking => {
  const sorted = candidates.toSorted(
    (left, right) => right.all.reports - left.all.reports || compareValues(left.value, right.value)
  )
  const top = sorted.filter((one) => omissionOf(one, query) === undefined).slice(0, query.limit ?? defaultLimit)
  const lastReports = top.at(-1)?.all.reports ?? 0
  const omitted = sorted.flatMap((one): ReadonlyArray<Omitted> => {
    const reason = one.all.reports > lastReports ? omissionOf(one, query) : undefined
    return reason === undefined ? [] : [{ value: one.value, reports: one.all.reports, reason }]
  })
  return { top: top.map(rankedOf), omitted, withoutValue }
}

const dimensions = { subjects: "subject", states: "state", "area-codes": "area-code", cities: "city" } as const

/** Ranks the values of a field. */
function* topOfField(
  db: Database,
  query: TopQuery,
  dimension: (typeof dimensions)[keyof typeof dimensions],
  conditions: Conditions
): Steps<Ranking> {
  const nameOf = namesIn(db)
  const spellings = new Spellings<string | City>()
  const values = new Map<string, Aggregate>()
  let withoutValue = 0
  const columns = new Set([...columnsOf[dimension], "state", "area", "robocall"] as const)
  yield* groupedCounts(db, conditions, [...columns], (row) => {
    const value = keyOf(dimension, row, nameOf)
    if (value === null) {
      withoutValue += integer(row, "reports")
      return
    }
    const identity = spellings.identityOf(value, integer(row, "records"))
    const all = values.get(identity) ?? new Aggregate()
    values.set(identity, all)
    all.add(row)
  })
  const candidates = Array.from(values, ([identity, all]) => ({ value: spellings.shown(identity), all }))
  return rank(candidates, query, withoutValue)
}

/** Numbers with the most records stay in memory while all numbers are read. The others cannot be among the first. */
const maxCandidates = 20_000

/** Counts the records of numbers. Returns those with the most records first. */
function* frequentNumbers(
  db: Database,
  conditions: Conditions
): Steps<ReadonlyArray<readonly [number: string, records: number]>> {
  const byRecords = (counts: Map<string, number>) => [...counts].toSorted(([, left], [, right]) => right - left)
  let counts = new Map<string, number>()
  let least = 1
  const add = (row: Row): void => {
    const number = canonicalNumber(text(row, "number"))
    counts.set(number, (counts.get(number) ?? 0) + integer(row, "records"))
    if (counts.size < maxCandidates) return
    const kept = byRecords(counts).slice(0, maxCandidates / 2)
    counts = new Map(kept)
    // Later numbers with as many records as the last one would come after it.
    least = (kept.at(-1)?.[1] ?? 0) + 1
  }
  const scan = { ...allNumbers, counts: "count(*) as records", minRecords: () => least, add }
  yield* scanNumbers(db, conditions, scan)
  return byRecords(counts)
}

/** Ranks numbers. A number has at most as many reports as records, so that few numbers have to be read. */
function* topNumbers(db: Database, query: TopQuery, conditions: Conditions): Steps<Ranking> {
  const limit = query.limit ?? defaultLimit
  const candidates: Array<Candidate> = []
  const reportsOfTop: Array<number> = []
  for (const [value, records] of yield* frequentNumbers(db, conditions)) {
    if (records < (reportsOfTop[limit - 1] ?? 0)) break
    const all = new Aggregate()
    for (const row of yield* numberRows(db, [value, `1${value}`, `+1${value}`], conditions)) all.add(row)
    candidates.push({ value, all })
    if (omissionOf({ value, all }, query) !== undefined) continue
    reportsOfTop.push(all.reports)
    reportsOfTop.sort((left, right) => right - left)
  }
  const noNumber = { column: "number", sql: (name: string) => `${name} is null`, values: [] } as const
  let withoutValue = 0
  const unnumbered = { ...conditions, clauses: [...conditions.clauses, noNumber] }
  yield* groupedCounts(db, unnumbered, ["robocall"], (row) => void (withoutValue += integer(row, "reports")))
  return rank(candidates, query, withoutValue)
}

/** Returns the values of a field with the most reports. */
export function* topOf(db: Database, query: TopQuery, conditions: Conditions): Steps<Ranking> {
  const { of } = query
  return of === "numbers"
    ? yield* topNumbers(db, query, conditions)
    : yield* topOfField(db, query, dimensions[of], conditions)
}
