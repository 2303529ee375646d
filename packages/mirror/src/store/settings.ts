import { type Database, text } from "./Database.ts"

/** Names of the values that a mirror remembers between runs. Times are in ISO 8601. */
export type SettingName =
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
export const setting = (db: Database, name: SettingName): string =>
  text(db.first("select value from settings where name = ?", name), "value")

export const remember = (db: Database, name: SettingName, value: string): void =>
  void db.run("insert or replace into settings values(?, ?)", name, value)
