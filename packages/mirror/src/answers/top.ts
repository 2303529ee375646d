import type { City, Omitted, Ranked, Ranking, TopDimension, TopQuery } from "../MirrorQuery.ts"
import { exactSearch, problemOfNumber } from "../numbers/NumberSearch.ts"
import { aboutNumber, type Conditions } from "../reading/Conditions.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { Aggregate, compareValues } from "./aggregate.ts"
import { dimensions, namesIn, Spellings } from "./dimensions.ts"
import { groupedCounts } from "../reading/groupedCounts.ts"
import { scanNumbers } from "./numberScan.ts"

/** The question, with the defaults of `TopQuery`. */
interface Question {
  readonly of: TopDimension
  readonly limit: number
  readonly places: number
}

interface Candidate {
  readonly value: string | City
  readonly all: Aggregate
  /** Why it cannot be in the ranking, or `undefined` if it can. */
  readonly reason: Omitted["reason"] | undefined
}

const candidate = (value: string | City, all: Aggregate, { of, places }: Question): Candidate => {
  const problem = of === "numbers" && typeof value === "string" ? problemOfNumber(value) : undefined
  return { value, all, reason: problem ?? (all.places < places ? "too few places" : undefined) }
}

const rankedOf = ({ all, value }: Candidate): Ranked => ({ value, ...all.ranked })

/** Ranks candidates, the most reported first, ties in the order of the values. */
const rank = (candidates: ReadonlyArray<Candidate>, limit: number, withoutValue: Aggregate): Ranking => {
  const sorted = candidates.toSorted(
    (left, right) => right.all.reports - left.all.reports || compareValues(left.value, right.value)
  )
  const top = sorted.filter(({ reason }) => reason === undefined).slice(0, limit)
  const lastReports = top.at(-1)?.all.reports ?? 0
  const omitted = sorted.flatMap((one) =>
    one.reason === undefined || one.all.reports <= lastReports ? [] : [{ ...rankedOf(one), reason: one.reason }]
  )
  return { top: top.map(rankedOf), omitted, withoutValue: withoutValue.ranked }
}

const dimensionOf = { subjects: "subject", states: "state", "area-codes": "area-code", cities: "city" } as const

/** Ranks the values of a field. */
function* topOfField(
  db: Database,
  question: Question,
  dimension: (typeof dimensionOf)[keyof typeof dimensionOf],
  conditions: Conditions
): Steps<Ranking> {
  const { columns, keyOf } = dimensions[dimension]
  const nameOf = namesIn(db)
  const spellings = new Spellings<string | City>()
  const values = new Map<string, Aggregate>()
  const withoutValue = new Aggregate()
  const grouped = new Set([...columns, "state", "area", "robocall"] as const)
  yield* groupedCounts(db, conditions, [...grouped], (row) => {
    const value = keyOf(row, nameOf)
    if (value === null) return withoutValue.add(row)
    const identity = spellings.identityOf(value, integer(row, "records"))
    const all = values.get(identity) ?? new Aggregate()
    values.set(identity, all)
    all.add(row)
  })
  const candidates = Array.from(values, ([identity, all]) => candidate(spellings.shown(identity), all, question))
  return rank(candidates, question.limit, withoutValue)
}

/** A number with its records. */
type NumberCount = readonly [number: string, records: number]

/** Numbers with the most records stay in memory while all numbers are read. The others cannot be among the first. */
const maxCandidates = 20_000

/** Collects the numbers with the most records. */
class FrequentNumbers {
  #counts = new Map<string, number>()
  #least = 1

  /** The records that a number needs to be among the most frequent ones. */
  get least(): number {
    return this.#least
  }

  add(number: string, records: number): void {
    this.#counts.set(number, (this.#counts.get(number) ?? 0) + records)
    if (this.#counts.size < maxCandidates) return
    const most = this.byRecords().slice(0, maxCandidates / 2)
    this.#counts = new Map(most)
    // A tie goes to the number that was read first, so a later number needs more records than the last one.
    this.#least = (most.at(-1)?.[1] ?? 0) + 1
  }

  /** Returns the numbers with the most records first. */
  byRecords(): ReadonlyArray<NumberCount> {
    const groups = Map.groupBy(this.#counts, ([, records]) => records)
    return Array.from(groups)
      .toSorted(([left], [right]) => right - left)
      .flatMap(([, numbers]) => numbers)
  }
}

/** Up to this many numbers are counted in memory, about 100 bytes each. */
const maxInMemory = 1_000_000

/** The numbers in memory are compared in pieces of this many, which take less than 1 ms. */
const numbersPerStep = 5_000

/** Collects the numbers of a filter, which are counted day by day. Returns `undefined` if there are too many numbers. */
function* numbersByDay(db: Database, conditions: Conditions): Steps<FrequentNumbers | undefined> {
  const counts = new Map<string, number>()
  const add = (row: Row): void => {
    const number = text(row, "number")
    if (number !== "") counts.set(number, (counts.get(number) ?? 0) + integer(row, "records"))
  }
  for (const share of groupedCounts(db, conditions, ["number"], add)) {
    if (counts.size > maxInMemory) return undefined
    yield share
  }
  const frequent = new FrequentNumbers()
  let read = 0
  for (const [number, records] of counts) {
    if (records >= frequent.least) frequent.add(number, records)
    if (++read % numbersPerStep === 0) yield undefined
  }
  return frequent
}

/** Collects at least the numbers that can be among the first. */
function* frequentNumbers(db: Database, conditions: Conditions): Steps<FrequentNumbers> {
  // The index on the number has no other column than the day, and looking up each complaint takes longer than reading the days.
  // The complaints about one number are few.
  if (conditions.clauses.length > 0) {
    const numbers = yield* numbersByDay(db, conditions)
    if (numbers !== undefined) return numbers
  }
  const frequent = new FrequentNumbers()
  const add = (row: Row): void => frequent.add(text(row, "number"), integer(row, "records"))
  yield* scanNumbers(db, conditions, "", "count(*) as records", add, () => frequent.least)
  return frequent
}

const columns = ["state", "area", "robocall"] as const

/** Ranks numbers. A number has at most as many reports as records, so that few numbers have to be read. */
function* topNumbers(db: Database, question: Question, conditions: Conditions): Steps<Ranking> {
  const candidates: Array<Candidate> = []
  const reportsOfTop: Array<number> = []
  const frequent = yield* frequentNumbers(db, conditions)
  for (const [value, records] of frequent.byRecords()) {
    if (records < (reportsOfTop[question.limit - 1] ?? 0)) break
    const all = new Aggregate()
    yield* groupedCounts(db, aboutNumber(conditions, exactSearch(value)), columns, (row) => all.add(row))
    const one = candidate(value, all, question)
    candidates.push(one)
    if (one.reason !== undefined) continue
    reportsOfTop.push(all.reports)
    reportsOfTop.sort((left, right) => right - left)
  }
  const noNumber = { column: "number", sql: "number is null", values: [] } as const
  const withoutValue = new Aggregate()
  const unnumbered = { ...conditions, clauses: [...conditions.clauses, noNumber] }
  yield* groupedCounts(db, unnumbered, columns, (row) => withoutValue.add(row))
  return rank(candidates, question.limit, withoutValue)
}

/** Returns the values of a field with the most reports. */
export function* topOf(db: Database, { limit = 10, of, places = 1 }: TopQuery, conditions: Conditions): Steps<Ranking> {
  const question = { of, limit, places }
  return of === "numbers"
    ? yield* topNumbers(db, question, conditions)
    : yield* topOfField(db, question, dimensionOf[of], conditions)
}
