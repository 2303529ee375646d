import { type Database, integer } from "./Database.ts"
import { migrations } from "./schema.ts"

/** Returns the version of a mirror's schema, counted from 1. An empty file has the version 0. */
export const versionOf = (db: Database): number => integer(db.first("pragma user_version"), "user_version")

/** Brings the schema to the version of the last step, in one transaction. */
export const migrate = (db: Database, steps: ReadonlyArray<string> = migrations): void => {
  if (versionOf(db) >= steps.length) return
  db.execute("begin immediate")
  try {
    // Another process may have done it in the meantime.
    for (const step of steps.slice(versionOf(db))) db.execute(step)
    db.execute(`pragma user_version = ${steps.length}; commit`)
  } catch (cause) {
    if (db.isInTransaction) db.execute("rollback")
    throw cause
  }
}
