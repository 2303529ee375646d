import type { TrendKey, TrendQuery, TrendRow, Trends } from "../MirrorQuery.ts"
import type { Conditions } from "../reading/Conditions.ts"
import { dayOf, daysWithin } from "../store/civil.ts"
import { type Database, integer } from "../store/Database.ts"
import { storedDays } from "../store/ledger.ts"
import type { Steps } from "../store/steps.ts"
import { compareValues } from "./aggregate.ts"
import { type DimensionRule, dimensions, namesIn, Spellings } from "./dimensions.ts"
import { groupedCounts } from "../reading/groupedCounts.ts"

/** How the rows are counted: by a dimension, and by a second one, if there is one. */
interface Rules {
  readonly key: DimensionRule
  readonly split: DimensionRule | undefined
}

const inOrder = (rows: ReadonlyArray<TrendRow>): ReadonlyArray<TrendRow> =>
  rows.toSorted((left, right) => compareValues(left.key, right.key) || compareValues(left.split, right.split))

function* countRows(db: Database, rules: Rules, conditions: Conditions): Steps<ReadonlyArray<TrendRow>> {
  const nameOf = namesIn(db)
  const spellings = new Spellings<TrendKey>()
  const counts = new Map<string, { key: string; split: string; reports: number; records: number }>()
  const columns = new Set([...rules.key.columns, ...(rules.split?.columns ?? [])])
  yield* groupedCounts(db, conditions, [...columns], (row) => {
    const records = integer(row, "records")
    const keys = {
      key: spellings.identityOf(rules.key.keyOf(row, nameOf), records),
      split: spellings.identityOf(rules.split?.keyOf(row, nameOf) ?? null, records)
    }
    const identity = `${keys.key} ${keys.split}`
    const count = counts.get(identity) ?? { ...keys, reports: 0, records: 0 }
    counts.set(identity, count)
    count.reports += integer(row, "reports")
    count.records += records
  })
  return Array.from(counts.values(), (count) => ({
    ...count,
    key: spellings.shown(count.key),
    split: spellings.shown(count.split)
  }))
}

/** Puts the reports by the hour of the call beside those by the hour of filing. */
const withCalls = (filed: ReadonlyArray<TrendRow>, called: ReadonlyArray<TrendRow>): ReadonlyArray<TrendRow> => {
  const identityOf = ({ key, split }: TrendRow): string => JSON.stringify([key, split])
  const rows = new Map(filed.map((row) => [identityOf(row), { ...row, called: 0 }]))
  for (const row of called) {
    const beside = rows.get(identityOf(row)) ?? { ...row, reports: 0, records: 0 }
    rows.set(identityOf(row), { ...beside, called: row.reports })
  }
  return [...rows.values()]
}

/** Adds to each period how many of its days the mirror has within the range, and how many it has in the calendar. */
const withDays = (
  db: Database,
  rows: ReadonlyArray<TrendRow>,
  { created }: Conditions,
  period: Exclude<DimensionRule["period"], undefined>
): ReadonlyArray<TrendRow> => {
  const found = new Map<TrendKey, { days: number; of: number }>()
  for (const { day } of storedDays(db, daysWithin(created))) {
    const { key, length } = period(dayOf(day))
    found.set(key, { days: (found.get(key)?.days ?? 0) + 1, of: length })
  }
  return rows.map((row) => ({ ...row, ...found.get(row.key) }))
}

/** Returns the counts of complaints by one or two dimensions. */
export function* trendsOf(db: Database, { by, split }: TrendQuery, conditions: Conditions): Steps<Trends> {
  const rules = { key: dimensions[by], split: split === undefined ? undefined : dimensions[split] }
  const { period } = rules.key
  let rows = yield* countRows(db, rules, conditions)
  if (by === "hour" && split !== "call-hour") {
    rows = withCalls(rows, yield* countRows(db, { ...rules, key: dimensions["call-hour"] }, conditions))
  }
  if (period !== undefined) rows = withDays(db, rows, conditions, period)
  return { by, split: split ?? null, rows: inOrder(rows) }
}
