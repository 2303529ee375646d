import { raw, type Sql } from "./sql.ts"

/** SQL for the digest of rows of a table: every value of every column counts, and the order of the rows does not. */
const digestOfRows = (table: string): string =>
  `coalesce(sum(md5_number_lower(to_json(${table})::varchar)), 0)::varchar`

/** SQL for the digest of rows of `calls`. That of each day is in the ledger. */
export const digestOfCalls: Sql = raw(digestOfRows("calls"))

/** The tables with a digest in `meta`. */
export const sealedTables = ["days", "set_aside", "notices", "staging", "meta"] as const
type SealedTable = (typeof sealedTables)[number]

const nameOf = (table: string): string => `digest of ${table}`

/** SQL for the digest of a table. `meta` without the digests. */
const digestOf = (table: SealedTable): string =>
  `(select ${digestOfRows(table)} from ${table} ${table === "meta" ? `where name not like '${nameOf("%")}'` : ""})`

/** Stores the digests at the end of a transaction. */
export const seal: Sql = raw(
  `insert or replace into meta values ${sealedTables.map((table) => `('${nameOf(table)}', ${digestOf(table)})`).join(", ")}`
)

/** Whether the rows of a table are those that were written, in the column `is_intact`. */
export const sealOf = (table: SealedTable): Sql =>
  raw(`select count(*) = 1 as is_intact from meta where name = '${nameOf(table)}' and value = ${digestOf(table)}`)
