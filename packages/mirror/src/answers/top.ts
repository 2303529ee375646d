import type { City, Omitted, Ranked, Ranking, TopDimension, TopQuery } from "../MirrorQuery.ts"
import { canonicalNumber, problemOfNumber } from "../numbers/typedNumber.ts"
import {
  clausesOnCalls,
  type Conditions,
  type Interval,
  resolveConditions,
  type ResolvedConditions,
  valuesOf
} from "../reading/Conditions.ts"
import { secondsPerDay } from "../store/civil.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { Aggregate, compareValues, Tallies } from "./aggregate.ts"

const defaultLimit = 10

interface Candidate {
  readonly value: string | City
  readonly all: Aggregate
}

/** Whether a value can be in a ranking. */
const omissionOf = ({ all, value }: Candidate, of: TopDimension, places: number): Omitted["reason"] | undefined => {
  const problem = of === "numbers" && typeof value === "string" ? problemOfNumber(value) : undefined
  return problem ?? (all.places < places ? "too few places" : undefined)
}

const rankedOf = ({ all, value }: Candidate): Ranked => ({
  value,
  reports: all.reports,
  records: all.records,
  places: all.places,
  robocalls: all.robocalls,
  first: all.first ?? "",
  last: all.last ?? ""
})

const mostReported = (left: Candidate, right: Candidate): number =>
  right.all.reports - left.all.reports || compareValues(left.value, right.value)

/** Ranks candidates, the most reported first. */
const rank = (candidates: ReadonlyArray<Candidate>, query: TopQuery, withoutValue: number): Ranking => {
  const { limit = defaultLimit, of, places = 1 } = query
  const top: Array<Ranked> = []
  const omitted: Array<Omitted> = []
  for (const candidate of candidates.toSorted(mostReported)) {
    if (top.length >= limit) break
    const reason = omissionOf(candidate, of, places)
    if (reason === undefined) top.push(rankedOf(candidate))
    else omitted.push({ value: candidate.value, reports: candidate.all.reports, reason })
  }
  const lastReports = top.at(-1)?.reports ?? 0
  return { top, omitted: omitted.filter(({ reports }) => reports > lastReports), withoutValue }
}

const groups: Readonly<Record<Exclude<TopDimension, "numbers">, string>> = {
  subjects: "c.subject",
  states: "c.state",
  "area-codes": "c.area",
  cities: "c.city, c.state"
}

const nameOf = (db: Database, table: string, code: number): string =>
  text(db.first(`select name from ${table} where code = ?`, code), "name")

/** Returns the days with records, and the seconds of each that are asked for. */
const daysWithin = (db: Database, { from, to }: Interval) =>
  db
    .rows(
      "select day from days where day between ? and ? and records > 0 order by day",
      Math.floor(from / secondsPerDay),
      Math.floor(to / secondsPerDay)
    )
    .map((row) => {
      const day = integer(row, "day")
      return {
        day,
        from: Math.max(0, from - day * secondsPerDay),
        to: Math.min(secondsPerDay, to - day * secondsPerDay)
      }
    })

/** The values of a field. Values that differ in case only are equal, and the most frequent spelling is shown. */
class Candidates {
  readonly #values = new Map<string, { readonly spellings: Tallies<string>; readonly all: Aggregate }>()

  add(value: string, state: string, row: Row): void {
    const identity = `${value.toLowerCase()}\u001F${state}`
    const known = this.#values.get(identity) ?? { spellings: new Tallies(), all: new Aggregate() }
    this.#values.set(identity, known)
    known.spellings.add(value, integer(row, "records"))
    known.all.add(row)
  }

  list(valueOf: (spelling: string, state: string) => string | City): ReadonlyArray<Candidate> {
    return Array.from(this.#values, ([identity, { all, spellings }]) => {
      const [spelling] = spellings.mostFrequent()
      return { value: valueOf(spelling?.value ?? "", identity.split("\u001F")[1] ?? ""), all }
    })
  }
}

/** Ranks the values of a field, day by day. */
function* topOfField(
  db: Database,
  query: TopQuery & { readonly of: Exclude<TopDimension, "numbers"> },
  { clauses, created }: ResolvedConditions
): Steps<Ranking> {
  const { of } = query
  const candidates = new Candidates()
  const names = new Map<string, string>()
  const name = (table: string, code: number): string => {
    const known = names.get(`${table} ${code}`) ?? nameOf(db, table, code)
    names.set(`${table} ${code}`, known)
    return known
  }
  let withoutValue = 0
  const days = daysWithin(db, created)
  for (const [index, { day, from, to }] of days.entries()) {
    const rows = db.rows(
      `select c.day, c.subject, c.city, c.state, c.area, c.robocall, count(*) as records, sum(c.copy = 0) as reports,
      min(c.second) as first, max(c.second) as last from calls c
      where c.day = ? and c.second between ? and ?${clausesOnCalls(clauses)} group by ${groups[of]}, c.state, c.area, c.robocall`,
      day,
      from,
      to,
      ...valuesOf(clauses)
    )
    yield index / days.length
    for (const row of rows) {
      const state = of === "states" || of === "cities" ? name("states", integer(row, "state")) : ""
      const value = {
        subjects: () => name("subjects", integer(row, "subject")),
        states: () => state,
        "area-codes": () => text(row, "area"),
        cities: () => name("cities", integer(row, "city"))
      }[of]()
      if (value === "") withoutValue += integer(row, "reports")
      else candidates.add(value, state, row)
    }
  }
  const valueOf = (value: string, state: string) => (of === "cities" ? { city: value, state: state || null } : value)
  return rank(candidates.list(valueOf), query, withoutValue)
}

/** Numbers with the most records stay in memory while all numbers are read. The others cannot be among the first. */
const maxCandidates = 20_000

/** Returns the first four characters of each number, in the order of the index. */
const nextPrefix = (db: Database, after: string): string | undefined => {
  const row = db.first(
    "select substr(min(number), 1, 4) as prefix from calls indexed by by_number where number >= ?",
    after
  )
  return row?.["prefix"] === null ? undefined : text(row, "prefix")
}

const onNumbers = (
  conditions: ResolvedConditions
): { readonly sql: string; readonly values: ReadonlyArray<number> } => {
  const { from, to } = conditions.created
  // The day is in the index, so that calls of other days are not read.
  const days = [Math.floor(from / secondsPerDay), Math.floor(to / secondsPerDay)]
  const isWhole = from % secondsPerDay === 0 && (to + 1) % secondsPerDay === 0
  return isWhole
    ? { sql: "c.day between ? and ?", values: days }
    : { sql: "c.day between ? and ? and c.day * 86400 + c.second between ? and ?", values: [...days, from, to] }
}

/** Counts the records of numbers, piece by piece in the order of the index. Keeps those with the most records. */
function* frequentNumbers(
  db: Database,
  conditions: ResolvedConditions
): Steps<ReadonlyArray<readonly [string, number]>> {
  const within = onNumbers(conditions)
  const sql = `select ${canonicalNumber} as canonical, count(*) as records from calls c indexed by by_number
    where c.number >= ? and c.number < ? and ${within.sql}${clausesOnCalls(conditions.clauses)} group by canonical having records >= ?`
  let kept: Array<readonly [number: string, records: number]> = []
  let least = 1
  for (let prefix = nextPrefix(db, ""); prefix !== undefined; prefix = nextPrefix(db, `${prefix}\u{10FFFF}`)) {
    const end = `${prefix}\u{10FFFF}`
    for (const row of db.rows(sql, prefix, end, ...within.values, ...valuesOf(conditions.clauses), least)) {
      kept.push([text(row, "canonical"), integer(row, "records")])
    }
    if (kept.length >= maxCandidates) {
      kept = kept.toSorted(([, left], [, right]) => right - left).slice(0, maxCandidates / 2)
      least = kept.at(-1)?.[1] ?? 1
    }
    yield shareOf(prefix)
  }
  return kept.toSorted(([, left], [, right]) => right - left)
}

/** Returns how much of all numbers comes before a prefix, as area codes go from 200 to 999. */
const shareOf = (prefix: string): number | undefined =>
  /^[2-9]\d{3}$/.test(prefix) ? (Number(prefix) - 2000) / 8000 : undefined

/** Adds up all complaints about a number. */
const aggregateOf = (db: Database, number: string, conditions: ResolvedConditions): Aggregate => {
  const within = onNumbers(conditions)
  const all = new Aggregate()
  const rows = db.rows(
    `select c.day, c.state, c.area, c.robocall, count(*) as records, sum(c.copy = 0) as reports, min(c.second) as first,
    max(c.second) as last from calls c indexed by by_number
    where c.number in (?, ?, ?) and ${within.sql}${clausesOnCalls(conditions.clauses)} group by c.day, c.state, c.area, c.robocall`,
    number,
    `1${number}`,
    `+1${number}`,
    ...within.values,
    ...valuesOf(conditions.clauses)
  )
  for (const row of rows) all.add(row)
  return all
}

/** Ranks numbers. A number has at most as many reports as records, so that few numbers have to be read. */
function* topNumbers(db: Database, query: TopQuery, conditions: ResolvedConditions): Steps<Ranking> {
  const { limit = defaultLimit, places = 1 } = query
  const frequent = new Map<string, number>()
  for (const [number, records] of yield* frequentNumbers(db, conditions)) {
    frequent.set(number, (frequent.get(number) ?? 0) + records)
  }
  const candidates: Array<Candidate> = []
  const reportsOfTop: Array<number> = []
  for (const [value, records] of [...frequent].toSorted(([, left], [, right]) => right - left)) {
    if (reportsOfTop.length >= limit && records < (reportsOfTop[limit - 1] ?? 0)) break
    const candidate = { value, all: aggregateOf(db, value, conditions) }
    candidates.push(candidate)
    if (omissionOf(candidate, "numbers", places) === undefined) {
      reportsOfTop.push(candidate.all.reports)
      reportsOfTop.sort((left, right) => right - left)
    }
    yield undefined
  }
  return rank(candidates, query, yield* reportsWithoutNumber(db, conditions))
}

function* reportsWithoutNumber(db: Database, { clauses, created }: ResolvedConditions): Steps<number> {
  let reports = 0
  for (const { day, from, to } of daysWithin(db, created)) {
    const row = db.first(
      `select sum(c.copy = 0) as reports from calls c where c.day = ? and c.second between ? and ? and c.number is null${clausesOnCalls(clauses)}`,
      day,
      from,
      to,
      ...valuesOf(clauses)
    )
    reports += integer(row, "reports")
    yield undefined
  }
  return reports
}

/** Returns the values of a field with the most reports. */
export function* topOf(db: Database, query: TopQuery, conditions: Conditions): Steps<Ranking> {
  const resolved = resolveConditions(db, conditions)
  const { of } = query
  return of === "numbers" ? yield* topNumbers(db, query, resolved) : yield* topOfField(db, { ...query, of }, resolved)
}
