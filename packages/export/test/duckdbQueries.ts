import { DuckDBInstance } from "@duckdb/node-api"
import { Effect } from "effect"

/** Runs a DuckDB query and returns the rows. */
export const asked = (sql: string) =>
  Effect.promise(async () => {
    const instance = await DuckDBInstance.create(":memory:", { threads: "1" })
    const connection = await instance.connect()
    try {
      return (await connection.runAndReadAll(sql)).getRowsJson()
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  })

/** Returns the columns of a file with their types. */
export const columnsOf = (file: string) =>
  Effect.map(asked(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${file}')`), (rows) =>
    Object.fromEntries(rows.map(([name, type]) => [String(name), type]))
  )
