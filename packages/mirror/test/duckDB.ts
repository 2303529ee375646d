import { DuckDBInstance, type Json } from "@duckdb/node-api"

/** Runs statements in a mirror, or without one in `:memory:`, as another program does. Returns the rows of each. */
export const askDuckDB = async (
  file: string,
  statements: ReadonlyArray<string>
): Promise<ReadonlyArray<ReadonlyArray<ReadonlyArray<Json>>>> => {
  const instance = await DuckDBInstance.create(file, file === ":memory:" ? {} : { access_mode: "READ_ONLY" })
  const connection = await instance.connect()
  try {
    const answers: Array<Array<Array<Json>>> = []
    for (const sql of statements) answers.push((await connection.runAndReadAll(sql)).getRowsJson())
    return answers
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
