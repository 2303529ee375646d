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

/** Returns the distinct names of a column that meet a condition on `name`. They are few, so the condition is not tested for each complaint. */
const namesWhere = (db: Database, names: Sql, condition: Sql): Effect.Effect<ReadonlyArray<string>, MirrorError> =>
  Effect.map(
    // Without the limit, the engine would test each complaint.
    db.rows(sql`select name from (${names} limit ${Number.MAX_SAFE_INTEGER}::bigint) where ${condition}`),
    (rows) => rows.map((row) => text(row, "name"))
  )

/** Returns the condition that a column has one of the spellings of a name. `fold` returns a text that the spellings have in common. */
const isSpelled = (db: Database, column: NameColumn, name: string, fold: (name: string) => string) => {
  const wanted = fold(name)
  const candidates = sql`(lower(name) = ${wanted} or regexp_matches(name, ${unusualName}))`
  return Effect.map(
    namesWhere(db, raw(`select distinct ${column} as name from calls`), candidates),
    (names) => sql`${raw(column)} in ${list(names.filter((one) => fold(one) === wanted))}`
  )
}

/** Returns the condition that a column has a name, in any spelling. */
export const isNamed = (db: Database, column: NameColumn, name: string) => isSpelled(db, column, name, foldName)

/** Returns the condition that complaints have a subject, in any spelling and with any blanks between its words. */
export const isAbout = (db: Database, subject: string) =>
  isSpelled(db, "subject", subject, (name) => subjectLabel(foldName(name)))

/** Returns a table `folds` with the folded names of the columns of some complaints, if they are others than `lower` returns. */
export const foldsOf = (db: Database, columns: ReadonlyArray<string>, where: Sql): Effect.Effect<Sql, MirrorError> => {
  const all = columns.reduce<Sql | undefined>((others, column) => {
    const names = sql`select distinct ${raw(column)} as name from calls where ${where}`
    return others === undefined ? names : sql`${others} union ${names}`
  }, undefined)
  const unusual =
    all === undefined ? Effect.succeed([]) : namesWhere(db, all, sql`regexp_matches(name, ${unusualName})`)
  return Effect.map(unusual, (names) => {
    const folds = JSON.stringify(names.map((name) => ({ name, folded: foldName(name) })))
    return sql`folds as (
      select unnest(from_json(${folds}, '[{"name":"VARCHAR","folded":"VARCHAR"}]'), recursive := true))`
  })
}

/** SQL for the folded name in a column, `null` if it is missing. It needs `foldsOf` the column. */
export const folded = (column: NameColumn): string =>
  `nullif(coalesce((select folded from folds where name = ${column}), lower(${column})), '')`
