import { type Database, integer } from "./Database.ts"

const maxValues = 50

/** Values that were computed from a file, by connection. They are forgotten when the file changes. */
export class Remembered<Value> {
  readonly #states = new WeakMap<Database, { readonly version: number; readonly values: Map<string, Value> }>()

  of(db: Database): Map<string, Value> {
    const version = integer(db.first("pragma data_version"), "data_version")
    const known = this.#states.get(db)
    if (known?.version === version && known.values.size < maxValues) return known.values
    const values = new Map<string, Value>()
    this.#states.set(db, { version, values })
    return values
  }
}
