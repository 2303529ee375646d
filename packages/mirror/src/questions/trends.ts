import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { TrendQuery, TrendRow, Trends } from "../MirrorQuery.ts"
import { type Database, integer, type Row, textOrNull } from "../store/Database.ts"
import { isWithin } from "../store/ledger.ts"
import { raw, type Sql, sql } from "../store/sql.ts"
import type { Conditions } from "./conditions.ts"
import { columnsOf, type DimensionRule, dimensions, nameColumnsOf, shownOf } from "./dimensions.ts"
import { foldsOf } from "./names.ts"

const withoutSplit: DimensionRule = { columns: {}, value: "null" }

/** Returns the counts of complaints by the keys of two dimensions. */
const countsBy = (by: DimensionRule, split: DimensionRule, counts: string, where: Sql): Sql => {
  const keys = `${by.key ?? by.value} as key, ${by.value} as value, ${split.key ?? split.value} as split, ${split.value} as split_value`
  return sql`select ${raw(`${keys}, ${counts}`)} from (
    select ${raw(columnsOf(by, split))}, count(*) as n, count(*) filter (duplicate = 0) as distinct_n
    from calls where ${where} group by all)`
}

/** Returns the counts by hour with, next to them, the reports of calls in that hour. */
const countsWithCalls = (by: DimensionRule, split: DimensionRule, where: Sql): Sql =>
  sql`${countsBy(by, split, "n as records, distinct_n as reports, 0 as called", where)}
    union all by name ${countsBy(dimensions["call-hour"], split, "0 as records, 0 as reports, distinct_n as called", where)}`

/** Returns the periods of the days of the mirror in a range: how many of their days it has, and how many the calendar has. */
const periodsOf = ({ length, value }: DimensionRule, { days }: Conditions): Sql =>
  length === undefined
    ? raw("select null as period, null as days, null as length where false")
    : sql`select ${raw(value)} as period, count(*) as days, any_value(${raw(length)}) as length from days where ${isWithin(days)} group by period`

const keyOf = (row: Row, column: string): TrendRow["key"] => JSON.parse(textOrNull(row, column) ?? "null")

/** Returns the counts of complaints by one or two dimensions. */
export const trendsOf = Effect.fnUntraced(function* (
  db: Database,
  { by, split }: TrendQuery,
  conditions: Conditions
): Effect.fn.Return<Trends, MirrorError> {
  const { where } = conditions
  const [rule, splitRule] = [dimensions[by], split === undefined ? withoutSplit : dimensions[split]]
  const hasCalls = by === "hour" && split !== "call-hour"
  const folds = yield* foldsOf(db, nameColumnsOf(rule, splitRule), where)
  const counts = hasCalls
    ? countsWithCalls(rule, splitRule, where)
    : countsBy(rule, splitRule, "n as records, distinct_n as reports, 0 as called", where)
  const statement = sql`with ${folds}, counts as materialized (${counts}),
    keys as (${raw(shownOf("counts", "key", "value"))}),
    splits as (${raw(shownOf("counts", "split", "split_value"))}),
    periods as (${periodsOf(rule, conditions)})
    select to_json(keys.shown) as key, to_json(splits.shown) as split, sum(reports) as reports, sum(records) as records,
      sum(called) as called, any_value(days) as days, any_value(length) as length
    from counts join keys on counts.key is not distinct from keys.key
      join splits on counts.split is not distinct from splits.split left join periods on period = counts.key
    group by keys.shown, splits.shown order by keys.shown nulls first, splits.shown nulls first`
  const rows = yield* db.read(statement, (row) => ({
    key: keyOf(row, "key"),
    split: keyOf(row, "split"),
    reports: integer(row, "reports"),
    records: integer(row, "records"),
    ...(hasCalls ? { called: integer(row, "called") } : {}),
    ...(rule.length === undefined ? {} : { days: integer(row, "days"), of: integer(row, "length") })
  }))
  return { by, split: split ?? null, rows }
})
