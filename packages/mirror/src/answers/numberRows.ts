import { clausesOnCalls, createdClause, type Conditions, valuesOf } from "../reading/Conditions.ts"
import { type Database, integer, marks, type Row } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"
import { countColumns } from "./aggregate.ts"

/** The days whose complaints about a number are read at once. Placeholders have some ten complaints on each day. */
const daysPerStep = 200

/** Returns the counts of complaints about a number, in any of its stored forms, by day, state, area code, subject and robocall. */
export function* numberRows(
  db: Database,
  forms: ReadonlyArray<string>,
  conditions: Conditions
): Steps<ReadonlyArray<Row>> {
  const clauses = [...conditions.clauses.filter(({ column }) => column !== "number"), createdClause(conditions)]
  const range = db.first("select min(day) as first, max(day) as newest from days")
  const found: Array<Row> = []
  for (let day = integer(range, "first"); day <= integer(range, "newest"); day += daysPerStep) {
    const rows = db.rows(
      `select c.day, c.state, c.area, c.subject, ifnull(c.robocall, 2) as robocall, ${countColumns}
      from calls c indexed by by_number
      where c.number in (${marks(forms)}) and c.day >= ? and c.day < ?${clausesOnCalls(clauses)} group by 1, 2, 3, 4, 5`,
      ...forms,
      day,
      day + daysPerStep,
      ...valuesOf(clauses)
    )
    found.push(...rows)
    yield undefined
  }
  return found
}
