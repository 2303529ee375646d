import { DatabaseSync } from "node:sqlite"
import { DuckDBInstance } from "@duckdb/node-api"
import { columns, rowsOf } from "./dailyFiles.ts"

/** Returns a function that runs SQL over the complaints of a mirror, in an instance of DuckDB that stays open. */
export const openDuckDB = async (mirrorFile: string) => {
  const instance = await DuckDBInstance.create(mirrorFile, { access_mode: "READ_ONLY", memory_limit: "1GB" })
  const connection = await instance.connect()
  return {
    run: async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    close: () => {
      connection.closeSync()
      instance.closeSync()
    }
  }
}

/** Writes generated days into a SQLite file with the indexes that somebody would add. Returns a function that runs SQL. */
export const makeSQLite = (file: string, days: number): ((sql: string) => unknown) => {
  const db = new DatabaseSync(file)
  db.exec("pragma journal_mode = off; pragma synchronous = off")
  db.exec(`create table calls(${columns.join()}); begin`)
  const insert = db.prepare(`insert into calls values(${columns.map(() => "?").join()})`)
  for (let day = 0; day < days; day++) for (const row of rowsOf(day)) insert.run(...row)
  for (const column of ["created", "number", "state", "area", "subject"]) {
    db.exec(`create index by_${column} on calls(${column})`)
  }
  db.exec("commit; analyze")
  return (sql) => db.prepare(sql).all()
}
