import type { City, Omitted, Ranked, Ranking, TopDimension, TopQuery } from "../MirrorQuery.ts"
import { canonicalNumber, problemOfNumber } from "../numbers/typedNumber.ts"
import {
  clausesOnCalls,
  type Conditions,
  createdClause,
  resolveConditions,
  type ResolvedConditions,
  valuesOf
} from "../reading/Conditions.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { Aggregate, compareValues, Tallies } from "./aggregate.ts"
import { type GroupColumn, groupedCounts } from "./groupedCounts.ts"
import { Names } from "./Names.ts"
import { numberRows } from "./numberRows.ts"

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

interface Field {
  readonly columns: ReadonlyArray<GroupColumn>
  readonly nameOf: (row: Row, names: Names) => string
}

const fields: Readonly<Record<Exclude<TopDimension, "numbers">, Field>> = {
  subjects: { columns: ["subject"], nameOf: (row, names) => names.subject(row) },
  states: { columns: [], nameOf: (row, names) => names.state(row) },
  "area-codes": { columns: [], nameOf: (row) => text(row, "area") },
  cities: { columns: ["city"], nameOf: (row, names) => names.city(row) }
}

/** Ranks the values of a field. Values that differ in case only are equal, and the most frequent spelling is shown. */
function* topOfField(
  db: Database,
  query: TopQuery,
  { columns, nameOf }: Field,
  conditions: ResolvedConditions
): Steps<Ranking> {
  const names = new Names(db)
  const values = new Map<
    string,
    { readonly state: string; readonly spellings: Tallies<string>; readonly all: Aggregate }
  >()
  let withoutValue = 0
  yield* groupedCounts(db, conditions, [...columns, "state", "area", "robocall"], (row) => {
    const name = nameOf(row, names)
    if (name === "") {
      withoutValue += integer(row, "reports")
      return
    }
    const state = query.of === "cities" ? names.state(row) : ""
    const identity = `${name.toLowerCase()}\u001F${state}`
    const known = values.get(identity) ?? { state, spellings: new Tallies(), all: new Aggregate() }
    values.set(identity, known)
    known.spellings.add(name, integer(row, "records"))
    known.all.add(row)
  })
  const candidates = Array.from(values.values(), ({ all, spellings, state }) => {
    const spelling = spellings.mostFrequent()[0]?.value ?? ""
    return { value: query.of === "cities" ? { city: spelling, state: state || null } : spelling, all }
  })
  return rank(candidates, query, withoutValue)
}

/** Numbers with the most records stay in memory while all numbers are read. The others cannot be among the first. */
const maxCandidates = 20_000

/** Returns the first four characters of the next number in the order of the index. */
const nextPrefix = (db: Database, after: string): string | undefined =>
  text(db.first("select min(number) as next from calls indexed by by_number where number >= ?", after), "next").slice(
    0,
    4
  ) || undefined

/** Returns how much of all numbers comes before a prefix, as area codes go from 200 to 999. */
const shareOf = (prefix: string): number | undefined =>
  /^[2-9]\d{3}$/.test(prefix) ? (Number(prefix) - 2000) / 8000 : undefined

/** Counts the records of numbers, piece by piece in the order of the index. Returns those with the most records first. */
function* frequentNumbers(
  db: Database,
  conditions: ResolvedConditions
): Steps<ReadonlyArray<readonly [number: string, records: number]>> {
  const clauses = [createdClause(conditions), ...conditions.clauses]
  const sql = `select c.number, count(*) as records from calls c indexed by by_number
    where c.number >= ? and c.number < ?${clausesOnCalls(clauses)} group by c.number having records >= ?`
  const byRecords = (counts: Map<string, number>) => [...counts].toSorted(([, left], [, right]) => right - left)
  let counts = new Map<string, number>()
  let least = 1
  for (let prefix = nextPrefix(db, ""); prefix !== undefined; prefix = nextPrefix(db, `${prefix}\u{10FFFF}`)) {
    for (const row of db.rows(sql, prefix, `${prefix}\u{10FFFF}`, ...valuesOf(clauses), least)) {
      const number = canonicalNumber(text(row, "number"))
      counts.set(number, (counts.get(number) ?? 0) + integer(row, "records"))
    }
    if (counts.size >= maxCandidates) {
      const kept = byRecords(counts).slice(0, maxCandidates / 2)
      counts = new Map(kept)
      // Later numbers with as many records as the last one would come after it.
      least = (kept.at(-1)?.[1] ?? 0) + 1
    }
    yield shareOf(prefix)
  }
  return byRecords(counts)
}

/** Ranks numbers. A number has at most as many reports as records, so that few numbers have to be read. */
function* topNumbers(db: Database, query: TopQuery, conditions: ResolvedConditions): Steps<Ranking> {
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
  const resolved = resolveConditions(db, conditions)
  const { of } = query
  return of === "numbers" ? yield* topNumbers(db, query, resolved) : yield* topOfField(db, query, fields[of], resolved)
}
