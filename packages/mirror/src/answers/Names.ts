import { type Database, integer, type Row, text } from "../store/Database.ts"

/** The lookup tables, by the column that has their codes. */
const tables = { state: "states", city: "cities", subject: "subjects" } as const

/** Returns the name behind the code in a column of a row. A missing value has the name "". */
export type NameOf = (row: Row, column: keyof typeof tables) => string

/** Returns a function that reads each name once. */
export const namesIn = (db: Database): NameOf => {
  const known = {
    state: new Map<number, string>(),
    city: new Map<number, string>(),
    subject: new Map<number, string>()
  }
  return (row, column) => {
    const code = integer(row, column)
    const name =
      known[column].get(code) ?? text(db.first(`select name from ${tables[column]} where code = ?`, code), "name")
    known[column].set(code, name)
    return name
  }
}
