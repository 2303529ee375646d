import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { Omitted, Ranked, RankedCounts, Ranking, TopDimension, TopQuery } from "../MirrorQuery.ts"
import { callablePattern, placeholders } from "../numbers/NumberSearch.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import { raw, type Sql, sql } from "../store/sql.ts"
import { numberText } from "../store/storedComplaint.ts"
import { areaCode, city, columnsOf, type DimensionRule, nameColumnsOf, shownOf, state, subject } from "./dimensions.ts"
import { foldsOf } from "./names.ts"

const rules: Readonly<Record<TopDimension, DimensionRule>> = {
  numbers: { columns: { number: "calls.number", number_text: "calls.number_text" }, value: numberText.text },
  subjects: subject,
  states: state,
  "area-codes": areaCode,
  cities: city
}

/** Why a number is not one that could have called, see `problemOfNumber`. Comparing digits is faster than the pattern. */
const problemOfNumber = raw(`case when number in (${placeholders.map(Number).join()}) then 'placeholder'
  when number // 1000000000 >= 2 and number // 1000000 % 10 >= 2 or regexp_full_match(number_text, '${callablePattern}') then null
  else 'not a number' end`)

/** Ten times the requested numbers are examined first, because some are from too few places. */
const spareRanks = 10

/** More rows than any mirror has. */
const maxRows = 2 ** 40

/** The question, with the defaults of `TopQuery`. */
interface Question {
  readonly of: TopDimension
  readonly limit: number
  readonly places: number
}

/**
 * Returns the complaints that are ranked, as a table after `from`. Grouping all numbers by place takes seconds, so only those with enough
 * reports are, at first even only the most reported ones.
 */
const ranked = ({ limit, of, places }: Question, where: Sql, isFirstTry: boolean): Sql => {
  if (of !== "numbers") return sql`calls where ${where}`
  const [least, enough] = isFirstTry
    ? [
        Math.max(2, places),
        sql`(select coalesce(min(reports), 0) from (
          select reports from counted where ${problemOfNumber} is null order by reports desc limit ${limit * spareRanks}::bigint))`
      ]
    : [places, raw("0")]
  return sql`(from calls where ${where}) calls semi join (
      with counted as materialized (
        select number, number_text, count(*) filter (duplicate = 0) as reports from calls where ${where}
        group by all having reports >= ${least}::bigint)
      select number, number_text from counted where reports >= ${enough} union all select null, null) frequent
    on calls.number is not distinct from frequent.number and calls.number_text is not distinct from frequent.number_text`
}

/** Returns the statement of a ranking. The row without a value has no reason. */
const statementOf = (question: Question, where: Sql, folds: Sql, isFirstTry: boolean): Sql => {
  const { limit, of, places } = question
  const { key, value } = rules[of]
  const [problem, least] = of === "numbers" ? [problemOfNumber, places - 1] : [raw("null"), 0]
  return sql`with ${folds},
    pieces as (
      select ${raw(columnsOf(rules[of], { columns: { state: "state", area: "area", robocall: "robocall" } }))},
        count(*) as records, count(*) filter (duplicate = 0) as reports, min(created) as first, max(created) as last
      from ${ranked(question, where, isFirstTry)} group by all),
    keyed as (select *, ${raw(value)} as value, ${raw(key ?? value)} as key, ${problem} as problem from pieces),
    shown as (${raw(shownOf("keyed", "key", "value"))}),
    counted as (
      select key, sum(records) as records, sum(reports) as reports, count(distinct (state, area)) as places,
        sum(reports) filter (robocall) as yes, sum(reports) filter (not robocall) as no,
        sum(reports) filter (robocall is null) as unknown, min(first) as first, max(last) as last, any_value(problem) as problem
      from keyed group by key),
    judged as materialized (
      select counted.* exclude (key, problem), shown as value,
        case when shown is null then null when problem is not null then problem
          when places < ${places}::bigint then 'too few places' end as reason
      from counted join shown on counted.key is not distinct from shown.key),
    top as materialized (
      from judged where value is not null and reason is null order by reports desc, value limit ${limit}::bigint)
    select * replace (to_json(value) as value) from (
      from top union all from judged where value is null or
        reports > (select coalesce(min(reports), ${least}::bigint) from top) and reason is not null)
    order by reports desc, value`
}

const countsOf = (row: Row | undefined): RankedCounts => ({
  reports: integer(row, "reports"),
  records: integer(row, "records"),
  places: integer(row, "places"),
  robocalls: { yes: integer(row, "yes"), no: integer(row, "no"), unknown: integer(row, "unknown") },
  first: text(row, "first"),
  last: text(row, "last")
})

const reasons: ReadonlyArray<Omitted["reason"]> = ["placeholder", "not a number", "too few places"]

const rankingOf = (rows: ReadonlyArray<Row>): Ranking => {
  const ranked = (row: Row): Ranked => ({ value: JSON.parse(text(row, "value")), ...countsOf(row) })
  return {
    top: rows.filter((row) => row["value"] !== null && row["reason"] === null).map(ranked),
    omitted: rows.flatMap((row): ReadonlyArray<Omitted> => {
      const reason = reasons.find((one) => one === row["reason"])
      return reason === undefined ? [] : [{ ...ranked(row), reason }]
    }),
    withoutValue: countsOf(rows.find((row) => row["value"] === null))
  }
}

/** Returns the values of a field with the most reports. */
export const topOf = Effect.fnUntraced(function* (
  db: Database,
  { limit = 10, of, places = 1 }: TopQuery,
  where: Sql
): Effect.fn.Return<Ranking, MirrorError> {
  const question = { of, limit: Math.min(limit, maxRows), places: Math.min(places, maxRows) }
  const folds = yield* foldsOf(db, nameColumnsOf(rules[of]), where)
  const rankBy = (isFirstTry: boolean) =>
    Effect.map(db.rows(statementOf(question, where, folds, isFirstTry)), rankingOf)
  const ranking = yield* rankBy(true)
  return of !== "numbers" || ranking.top.length === limit ? ranking : yield* rankBy(false)
})
