import { type Database, integer } from "./Database.ts"
import { schema } from "./schema.ts"

/** Returns the version of a mirror's schema. An empty file has the version 0. */
export const versionOf = (db: Database): number => integer(db.first("pragma user_version"), "user_version")

/** Creates the schema in an empty file, in one transaction. */
export const createSchema = (db: Database): void => {
  if (versionOf(db) > 0) return
  db.execute("begin immediate")
  try {
    // Another process may have done it in the meantime.
    if (versionOf(db) === 0) db.execute(schema)
    db.execute("commit")
  } catch (cause) {
    if (db.isInTransaction) db.execute("rollback")
    throw cause
  }
}
