import { allClauses, type Conditions, prefixEnd, sqlOf, valuesOf } from "../reading/Conditions.ts"
import { type Database, type Row, text } from "../store/Database.ts"
import { callsByNumber } from "../store/rollUps.ts"
import type { Steps } from "../store/steps.ts"

/** The index is read in pieces of this many complaints, about 0.5 ms each, or 5 ms if the complaints have to be looked up. */
const complaintsPerStep = 1000

/** Returns how much of a scan of the national numbers with a prefix is done. Their first digits go from 2 to 9. */
const shareOf = (number: string, prefix: string): number | undefined => {
  if (!/^[2-9]\d*$/.test(number)) return undefined
  return prefix === "" ? (Number(`0.${number}`) - 0.2) / 0.8 : Number(`0.${number.slice(prefix.length)}`)
}

/**
 * Counts complaints by number, in the order of the index, for the numbers that begin with some text. `counts` is SQL; the index alone
 * has the records. Numbers with fewer records than `minRecords` are left out; it may rise during the scan.
 */
export function* scanNumbers(
  db: Database,
  conditions: Conditions,
  prefix: string,
  counts: string,
  add: (row: Row) => void,
  minRecords: (from: string) => number = () => 1
): Steps<void> {
  const clauses = allClauses(conditions)
  const sql = `select number, ${counts} from ${callsByNumber}
    where number >= ? and number < ?${sqlOf(clauses)} group by number having count(*) >= ?`
  const endSql = `select number from calls indexed by by_number where number > ? and number < ?
    order by number limit 1 offset ${complaintsPerStep}`
  const last = prefix + prefixEnd
  for (let from = prefix; from !== last;) {
    const end = text(db.first(endSql, from, last), "number") || last
    for (const row of db.rows(sql, from, end, ...valuesOf(clauses), minRecords(from))) add(row)
    from = end
    yield shareOf(from, prefix)
  }
}
