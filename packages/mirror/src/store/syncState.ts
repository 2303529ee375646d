import { type Database, text } from "./Database.ts"

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
export const stateOf = (db: Database, name: StateName): string =>
  text(db.first("select value from settings where name = ?", name), "value")

export const remember = (db: Database, name: StateName, value: string): void =>
  void db.run("insert or replace into settings values(?, ?)", name, value)
