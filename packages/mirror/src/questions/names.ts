import { subjectLabel } from "@public-records/core"
import { foldName } from "@public-records/files/names"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { type Database, text } from "../store/Database.ts"
import { list, raw, type Sql, sql } from "../store/sql.ts"

/** A column with names, which people spell in several ways. */
type NameColumn = "city" | "state" | "subject"

/**
 * A pattern of all names that `foldName` may change in other ways than `lower` of the engine. The engine cannot fold names, but few have
 * other characters than letters, digits, hyphens and single blanks, or single letters next to each other.
 */
export const unusualName = "[^A-Za-z0-9 -]|  |^ | $|(^|[ -])[A-Za-z] [A-Za-z]($|[ -])"

/** A name, and the text that all its spellings have in common. */
interface FoldedName {
  readonly name: string
  readonly folded: string
}

/** Returns the distinct names of a column that meet a condition on `name`. They are few, so the condition is not tested for each complaint. */
const namesWhere = (db: Database, names: Sql, condition: Sql): Effect.Effect<ReadonlyArray<FoldedName>, MirrorError> =>
  // Without the limit, the engine would test each complaint.
  db.read(sql`select name from (${names} limit ${Number.MAX_SAFE_INTEGER}::bigint) where ${condition}`, (row) => {
    const name = text(row, "name")
    return { name, folded: foldName(name) }
  })

/** Blanks between the words of a subject do not count. */
const comparable = (column: NameColumn, name: string): string => (column === "subject" ? subjectLabel(name) : name)

/** Returns the condition that a column has a name, in any spelling. */
export const isNamed = (db: Database, column: NameColumn, name: string): Effect.Effect<Sql, MirrorError> => {
  const wanted = comparable(column, foldName(name))
  const candidates = sql`(lower(name) = ${wanted} or regexp_matches(name, ${unusualName}))`
  return Effect.map(namesWhere(db, raw(`select distinct ${column} as name from calls`), candidates), (names) => {
    const spellings = names.filter(({ folded }) => comparable(column, folded) === wanted)
    return sql`${raw(column)} in ${list(spellings.map((one) => one.name))}`
  })
}

/** Returns a table `folds` with the folded names of the columns of some complaints, if they are others than `lower` returns. */
export const foldsOf = (db: Database, columns: ReadonlyArray<string>, where: Sql): Effect.Effect<Sql, MirrorError> => {
  const [first = raw("''"), ...others] = columns.map(raw)
  const names = others.reduce(
    (known, column) => sql`${known} union select distinct ${column} from calls where ${where}`,
    sql`select distinct ${first} as name from calls where ${where}`
  )
  return Effect.map(
    columns.length === 0 ? Effect.succeed([]) : namesWhere(db, names, sql`regexp_matches(name, ${unusualName})`),
    (folds) => sql`folds as (
      select unnest(from_json(${JSON.stringify(folds)}, '[{"name":"VARCHAR","folded":"VARCHAR"}]'), recursive := true))`
  )
}

/** SQL for the folded name in a column, `null` if it is missing. It needs `foldsOf` the column. */
export const folded = (column: NameColumn): string =>
  `nullif(coalesce((select folded from folds where name = ${column}), lower(${column})), '')`
