import type * as duckDb from "@duckdb/node-api"
import { exactPath } from "@public-records/files/duckDBPath"
import { columnTypes, parquetFailure, parquetOptions, type TypedColumn } from "@public-records/files/parquetFile"
import { Effect } from "effect"
import { resolve } from "node:path"
import { ExportFailure, writeFailed } from "./ExportFailure.ts"
import { openEmpty, sync, withFileErrors } from "./files.ts"

/** Loads DuckDB, which takes a tenth of a second. **Fails with** `WriteFailed` if it cannot be loaded. */
export const loadDuckDb = (file: string) =>
  Effect.tryPromise({
    try: () => import("@duckdb/node-api"),
    catch: (cause) => {
      const [reason] = (cause instanceof Error ? cause.message : String(cause)).split("\n")
      const problem = `${file} cannot be written: DuckDB, which writes Parquet, cannot be loaded here (${reason}); choose NDJSON or CSV.`
      return new ExportFailure({ reason: "WriteFailed", problem, advice: "" })
    }
  })

/** The type with which DuckDB reads a field of NDJSON, if it is not the column's, and the expression for the column. */
const readings: Readonly<{ [Type in TypedColumn["type"]]?: readonly [read: string, value: (name: string) => string] }> =
  {
    date: ["VARCHAR", (name) => `left(${name}, 10)::DATE`],
    // Without its offset, because DuckDB would convert it to UTC.
    moment: ["VARCHAR", (name) => `regexp_extract(${name}, '^.{10}([ T].{8}(\\.\\d+)?)?')::TIMESTAMP`]
  }

/** Returns the statement that converts the file `$from` to the file `$to`. */
const conversion = (columns: ReadonlyArray<TypedColumn>, note: string | undefined): string => {
  const types = columns.map(({ name, type }) => `"${name}": '${readings[type]?.[0] ?? columnTypes[type]}'`)
  const values = columns.map(({ name, type }) => `${readings[type]?.[1](`"${name}"`) ?? `"${name}"`} AS "${name}"`)
  return `COPY (SELECT ${values.join()} FROM read_json($from, format = 'newline_delimited', columns = {${types.join()}}))
    TO $to ${parquetOptions(note)}`
}

/** A conversion never needs temporary files. With one thread, the bytes do not depend on the cores of the machine. */
const settings = {
  threads: "1",
  temp_directory: "",
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false"
} as const

/** Paths and columns of a conversion from NDJSON to Parquet. */
interface ParquetSource {
  readonly from: string
  readonly to: string
  readonly columns: ReadonlyArray<TypedColumn>
  readonly note: string | undefined
}

const convert = async (
  { DuckDBInstance }: typeof duckDb,
  { columns, from, note, to }: ParquetSource,
  signal: AbortSignal
): Promise<void> => {
  const instance = await DuckDBInstance.create(":memory:", settings)
  const connection = await instance.connect()
  try {
    signal.addEventListener("abort", () => connection.interrupt())
    signal.throwIfAborted()
    await connection.run(conversion(columns, note), { from: exactPath(from), to: resolve(to) })
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/**
 * Converts NDJSON to a Parquet file, compressed with Zstandard. The same lines produce the same bytes. An
 * interruption waits until DuckDB has closed the file.
 */
export const writeParquet = Effect.fnUntraced(function* (source: ParquetSource): Effect.fn.Return<void, ExportFailure> {
  const { to } = source
  const library = yield* loadDuckDb(to)
  // Refuses a symbolic link, which DuckDB would follow.
  yield* withFileErrors(to, async () => (await openEmpty(to)).close())
  yield* Effect.callback<void, ExportFailure>((resume, signal) => {
    const converted = convert(library, source, signal)
    converted.then(
      () => resume(Effect.void),
      (cause) => resume(Effect.fail(writeFailed(to, parquetFailure(cause).cause)))
    )
    return Effect.promise(() => Promise.allSettled([converted]))
  })
  yield* sync(to)
})
