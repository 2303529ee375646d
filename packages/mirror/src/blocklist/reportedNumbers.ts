import { CivilDate } from "@public-records/core"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { Conditions } from "../questions/conditions.ts"
import { dateOf } from "../store/civil.ts"
import { type Database, integer, type Row, text } from "../store/Database.ts"
import { sql } from "../store/sql.ts"
import { numberText } from "../store/storedComplaint.ts"
import type { ListedNumber } from "./Blocklist.ts"

/** The days in which a report loses half of its weight. */
export const halfLifeDays = 30

/** A date of the engine needs no check, which would take most of the time of a list. */
const dateIn = (row: Row, column: string): CivilDate => CivilDate.make(text(row, column), { disableChecks: true })

/**
 * Returns the numbers with at least `min` reports, the highest score first. A report that was sent again, with the same number, call and
 * place, is counted once, on its first day.
 */
export const reportedNumbers = (
  db: Database,
  { days, where }: Conditions,
  min: number
): Effect.Effect<ReadonlyArray<ListedNumber>, MirrorError> => {
  if (!Number.isFinite(days.to)) return Effect.succeed([])
  const age = sql`(${dateOf(days.to)}::date - day)`
  const statement = sql`with frequent as (
      select number, number_text from calls where ${where} and (number is not null or number_text is not null)
      group by all having count(*) >= ${min}),
    reports as (
      select calls.number, calls.number_text, called, state, area, min(day) as day
      from (from calls where ${where}) calls semi join frequent
        on calls.number is not distinct from frequent.number and calls.number_text is not distinct from frequent.number_text
      group by all),
    scored as (
      select ${numberText} as number, fsum(0.5 ** (${age} / ${halfLifeDays})) as score, count(*) as reports,
        count(distinct (state, area)) as places, min(day) as first, max(day) as last
      from reports group by all having count(*) >= ${min})
    select * replace (round(score, 5 - floor(log10(score))::integer) as score) from scored order by score desc, number`
  return db.read(statement, (row) => ({
    number: text(row, "number"),
    score: integer(row, "score"),
    reports: integer(row, "reports"),
    places: integer(row, "places"),
    first: dateIn(row, "first"),
    last: dateIn(row, "last")
  }))
}
