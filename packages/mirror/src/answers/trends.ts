import type { TrendKey, TrendQuery, Trends } from "../MirrorQuery.ts"
import type { Conditions } from "../reading/Conditions.ts"
import { type Database, integer } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { compareValues } from "./aggregate.ts"
import { dimensions, namesIn, Spellings } from "./dimensions.ts"
import { groupedCounts } from "../reading/groupedCounts.ts"

/** Returns the counts of complaints by one or two dimensions. */
export function* trendsOf(db: Database, { by, split }: TrendQuery, conditions: Conditions): Steps<Trends> {
  const rules = { key: dimensions[by], split: split === undefined ? undefined : dimensions[split] }
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
  const rows = Array.from(counts.values(), (count) => ({
    ...count,
    key: spellings.shown(count.key),
    split: spellings.shown(count.split)
  })).toSorted((left, right) => compareValues(left.key, right.key) || compareValues(left.split, right.split))
  return { by, split: split ?? null, rows }
}
