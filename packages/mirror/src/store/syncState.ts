import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { type Database, text } from "./Database.ts"
import { sql } from "./sql.ts"

/** The values that a mirror remembers between imports and syncs. Times are in ISO 8601. */
export type StateName =
  | "notices read to the end"
  | "notices read at"
  | "notices checked at"
  | "notices held"
  | "sync from"
  | "sync origin"
  | "sync succeeded at"
  | "sync failed at"
  | "sync failure"

/** Returns a remembered value, or "". */
export const stateOf = (db: Database, name: StateName): Effect.Effect<string, MirrorError> =>
  Effect.map(db.first(sql`select value from meta where name = ${name}`), (row) => text(row, "value"))

export const remember = (db: Database, name: StateName, value: string): Effect.Effect<void, MirrorError> =>
  db.run(sql`insert or replace into meta values(${name}, ${value})`)
