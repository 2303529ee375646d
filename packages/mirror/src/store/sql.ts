import type { DuckDBValue } from "@duckdb/node-api"

/** A value of a statement. It is a parameter, never text. */
export type Value = DuckDBValue

/** A piece of SQL with its values. */
export interface Sql {
  readonly text: string
  readonly values: ReadonlyArray<Value>
}

type Part = Sql | Value

const isSql = (part: Part): part is Sql => typeof part === "object" && part !== null && "text" in part

/** Builds SQL, in which other pieces are inserted and values become parameters: `sql\`state = ${state}\``. */
export const sql = (texts: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Sql => ({
  text: texts.raw.reduce((text, next, index) => {
    const part = parts[index - 1]
    return text + (part !== undefined && isSql(part) ? part.text : "?") + next
  }),
  values: parts.flatMap((part) => (isSql(part) ? part.values : [part]))
})

/** SQL that this package wrote, such as an expression of columns. */
export const raw = (text: string): Sql => ({ text, values: [] })

const joined = (pieces: ReadonlyArray<Sql>, separator: string): Sql => ({
  text: pieces.map(({ text }) => text).join(separator),
  values: pieces.flatMap(({ values }) => values)
})

/** The condition that all conditions hold. */
export const all = (conditions: ReadonlyArray<Sql>): Sql =>
  conditions.length === 0 ? raw("true") : joined(conditions, " and ")

/** A list of values for `in`. An empty one contains nothing. */
export const list = (values: ReadonlyArray<Value>): Sql =>
  values.length === 0
    ? raw("(select null limit 0)")
    : sql`(${joined(
        values.map((value) => sql`${value}`),
        ", "
      )})`
