import { type Database, type Row, integer, text } from "../store/Database.ts"

/** The names behind the codes of a mirror. A missing value has the name "". */
export class Names {
  readonly #db: Database
  readonly #known = new Map<string, string>()

  constructor(db: Database) {
    this.#db = db
  }

  state(row: Row): string {
    return this.#of("states", integer(row, "state"))
  }

  city(row: Row): string {
    return this.#of("cities", integer(row, "city"))
  }

  subject(row: Row): string {
    return this.#of("subjects", integer(row, "subject"))
  }

  #of(table: "states" | "cities" | "subjects", code: number): string {
    const key = `${table} ${code}`
    const known = this.#known.get(key) ?? text(this.#db.first(`select name from ${table} where code = ?`, code), "name")
    this.#known.set(key, known)
    return known
  }
}
