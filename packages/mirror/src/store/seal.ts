import { raw, type Sql } from "./sql.ts"

/** The digest of the rows of a table: each value of each column counts, and the order of the rows does not. */
const digest = "coalesce(sum(md5_number_lower(concat_ws(chr(31), *columns(*)))), 0)::varchar"

/** SQL for the digest of rows. That of the `calls` of each day is in the ledger. */
export const digestOfRows: Sql = raw(digest)

/** The tables with a digest in `meta`. */
export const sealedTables = ["days", "set_aside", "notices", "staging", "files", "meta"] as const
type SealedTable = (typeof sealedTables)[number]

const nameOf = (table: string): string => `digest of ${table}`

/** SQL for the digest of a table. `meta` without the digests. */
const digestOf = (table: SealedTable): string =>
  `(select ${digest} from ${table} ${table === "meta" ? `where name not like '${nameOf("%")}'` : ""})`

/** Stores the digests at the end of a transaction. */
export const seal: Sql = raw(
  `insert or replace into meta values ${sealedTables.map((table) => `('${nameOf(table)}', ${digestOf(table)})`).join(", ")}`
)

/** Whether the rows of a table are those that were written, in the column `is_intact`. */
export const sealOf = (table: SealedTable): Sql =>
  raw(`select count(*) = 1 as is_intact from meta where name = '${nameOf(table)}' and value = ${digestOf(table)}`)
