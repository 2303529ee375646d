import type { DuckDBConnection, DuckDBValueConverter, Json } from "@duckdb/node-api"
import { type ParquetFailure, parquetFailure } from "@public-records/files/parquetFile"
import { Effect } from "effect"
import { isExternal, type MirrorError, toMirrorError } from "../MirrorError.ts"
import type { Sql } from "./sql.ts"

/** A row of a result, by column: numbers, booleans, and texts for everything else. Lists and structs are arrays and objects. */
export type Row = Readonly<Record<string, Json>>

/** Called while a long question is answered, with the finished share from 0 to 1. */
export type OnProgress = (share: number) => void

/** The progress of a statement is read this often. */
const progressMillis = 100
const interruptMillis = 5

/** Returns a function that reports only progress: a question may have several statements. */
const increasing = (onProgress: OnProgress): OnProgress => {
  let last = 0
  return (share) => {
    if (share <= last) return
    last = share
    onProgress(share)
  }
}

/** Calls a function with the progress of the statement that runs, until the returned function is called. */
const watchProgress = (connection: DuckDBConnection, onProgress: OnProgress | undefined): (() => void) => {
  if (onProgress === undefined) return () => undefined
  const timer = setInterval(() => {
    const { percentage } = connection.progress
    if (percentage > 0) onProgress(Math.min(1, percentage / 100))
  }, progressMillis)
  return () => clearInterval(timer)
}

/** A connection to the engine. It runs one statement at a time. Statements run on threads of the engine; their interruption ends them. */
export class Database {
  readonly #connection: DuckDBConnection
  readonly #toJson: DuckDBValueConverter<Json>
  readonly #file: string
  readonly #onProgress: OnProgress | undefined

  /** `file` is the path in messages. */
  constructor(
    connection: DuckDBConnection,
    toJson: DuckDBValueConverter<Json>,
    file: string,
    onProgress: OnProgress | undefined
  ) {
    this.#connection = connection
    this.#toJson = toJson
    this.#file = file
    this.#onProgress = onProgress && increasing(onProgress)
  }

  /** Returns all rows of a result. */
  rows(statement: Sql): Effect.Effect<ReadonlyArray<Row>, MirrorError> {
    return this.read(statement, (row) => row)
  }

  /** Returns all rows of a result as other values. Each piece is read in a turn of its own, so that nothing else has to wait. */
  read<A>(statement: Sql, valueOf: (row: Row) => A): Effect.Effect<ReadonlyArray<A>, MirrorError> {
    return this.#attempt(async () => {
      const result = await this.#connection.run(statement.text, [...statement.values])
      const values: Array<A> = []
      for await (const rows of result.yieldConvertedRowObjects(this.#toJson)) values.push(...rows.map(valueOf))
      return values
    }, toMirrorError(this.#file))
  }

  first(statement: Sql): Effect.Effect<Row | undefined, MirrorError> {
    return Effect.map(this.rows(statement), ([row]) => row)
  }

  /** Runs a statement without a result, or several without values. */
  run(statement: Sql): Effect.Effect<void, MirrorError> {
    return this.#attempt(
      async () => void (await this.#connection.run(statement.text, [...statement.values])),
      toMirrorError(this.#file)
    )
  }

  /** Writes a Parquet file by a `copy` statement. Returns its number of rows. An error that quotes the file is about the file. */
  copy(statement: Sql, file: string): Effect.Effect<number, MirrorError | ParquetFailure> {
    return this.#attempt<number, MirrorError | ParquetFailure>(
      async () => (await this.#connection.run(statement.text, [...statement.values])).rowsChanged,
      (cause) => (String(cause).includes(`"${file}"`) ? parquetFailure(file, cause) : toMirrorError(this.#file)(cause))
    )
  }

  #attempt<A, E>(work: () => Promise<A>, toError: (cause: Error) => E): Effect.Effect<A, E> {
    return Effect.callback((resume) => {
      const unwatch = watchProgress(this.#connection, this.#onProgress)
      const running = work().finally(unwatch)
      running.then(
        (value) => resume(Effect.succeed(value)),
        (cause) => resume(isExternal(cause) ? Effect.fail(toError(cause)) : Effect.die(cause))
      )
      return Effect.promise(async () => {
        this.#connection.interrupt()
        // The engine forgets an interruption that comes before a thread has begun the statement.
        const repeated = setInterval(() => this.#connection.interrupt(), interruptMillis)
        await Promise.allSettled([running])
        clearInterval(repeated)
      })
    })
  }
}

/** Returns a column as a number, 0 if it is `null`. */
export const integer = (row: Row | undefined, column: string): number => Number(row?.[column] ?? 0)

/** Returns a column as text, "" if it is `null`. */
export const text = (row: Row | undefined, column: string): string => String(row?.[column] ?? "")

/** Returns a column as text, or `null`. */
export const textOrNull = (row: Row | undefined, column: string): string | null => {
  const value = row?.[column] ?? null
  return value === null ? null : String(value)
}
