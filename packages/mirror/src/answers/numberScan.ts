import { clausesOnCalls, type Conditions, createdClause, prefixEnd, valuesOf } from "../reading/Conditions.ts"
import { type Database, type Row, text } from "../store/Database.ts"
import type { Steps } from "../store/steps.ts"

/** A scan of the index on numbers, from one number to before another. */
interface NumberScan {
  readonly from: string
  readonly to: string
  /** The counts of each number, in SQL. The index alone has the records. */
  readonly counts: string
  /** Numbers with fewer records are left out. It may rise during the scan. */
  readonly minRecords: () => number
  readonly add: (row: Row) => void
}

/** The index is read in pieces of this many complaints, about 2 ms each. */
const complaintsPerStep = 4000

/** The range of all numbers. */
export const allNumbers = { from: "", to: prefixEnd } as const

/** Returns how much of a scan of all numbers is done, as area codes go from 200 to 999. */
const shareOf = ({ to }: NumberScan, number: string): number | undefined =>
  to === allNumbers.to && /^[2-9]\d{3}/.test(number) ? (Number(number.slice(0, 4)) - 2000) / 8000 : undefined

/** Counts complaints by number, in the order of the index. */
export function* scanNumbers(db: Database, conditions: Conditions, scan: NumberScan): Steps<void> {
  const clauses = [...conditions.clauses, createdClause(conditions)]
  const sql = `select c.number, ${scan.counts} from calls c indexed by by_number
    where c.number >= ? and c.number < ?${clausesOnCalls(clauses)} group by c.number having count(*) >= ?`
  const endSql = `select number from calls indexed by by_number where number > ? and number < ?
    order by number limit 1 offset ${complaintsPerStep}`
  for (let from = scan.from; from < scan.to;) {
    const end = text(db.first(endSql, from, scan.to), "number") || scan.to
    for (const row of db.rows(sql, from, end, ...valuesOf(clauses), scan.minRecords())) scan.add(row)
    from = end
    yield shareOf(scan, from)
  }
}
