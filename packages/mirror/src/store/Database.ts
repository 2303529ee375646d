import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite"
import type { Steps } from "./steps.ts"

/** A value that can be bound to a `?` of a statement. */
export type Value = SQLInputValue

/** A row of a result, by column. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** A connection to a SQLite file. Statements are prepared once. */
export class Database {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  /** SQLite ignores statements that could damage a file, unless `defensive` is `false`. */
  constructor(
    file: string,
    options: { readonly readOnly: boolean; readonly timeout: number; readonly defensive?: boolean }
  ) {
    this.#connection = new DatabaseSync(file, options)
  }

  get isInTransaction(): boolean {
    return this.#connection.isTransaction
  }

  rows(sql: string, ...values: ReadonlyArray<Value>): ReadonlyArray<Row> {
    return this.#prepare(sql).all(...values)
  }

  first(sql: string, ...values: ReadonlyArray<Value>): Row | undefined {
    return this.#prepare(sql).get(...values)
  }

  /** Runs a statement without a result. Returns the number of changed rows. */
  run(sql: string, ...values: ReadonlyArray<Value>): number {
    return Number(this.#prepare(sql).run(...values).changes)
  }

  /** Runs several statements without values. */
  execute(sql: string): void {
    this.#connection.exec(sql)
  }

  close(): void {
    this.#connection.close()
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#connection.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

/** The rows of a long result are read in pieces of this many. */
const rowsPerStep = 500

/** Returns all rows of a result that may be long, converted. */
export function* allRows<A>(
  db: Database,
  sql: string,
  values: ReadonlyArray<Value>,
  convert: (row: Row) => A
): Steps<ReadonlyArray<A>> {
  const converted: Array<A> = []
  for (;;) {
    const rows = db.rows(`${sql} limit ? offset ?`, ...values, rowsPerStep, converted.length)
    for (const row of rows) converted.push(convert(row))
    if (rows.length < rowsPerStep) return converted
    yield undefined
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

/** Returns a column as bytes in hexadecimal, "" if it is `null`. */
export const hex = (row: Row | undefined, column: string): string => {
  const value = row?.[column]
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : ""
}

/** Returns `?,?,?` for a list of values. */
export const marks = (values: ReadonlyArray<unknown>): string => values.map(() => "?").join()
