import { type ColumnType, type TypedColumn } from "../FileForm.ts"

const millisecondsPerDay = 86_400_000

const midnight = "00:00:00"
const hasZone = /(Z|[+-]\d{2}:?\d{2})$/

/** The civil time in a text, as if it were in UTC. **Units** milliseconds since 1970. */
const civilMillis = (text: string): number => {
  const time = text.length >= 19 ? text.slice(11, 19) : midnight
  const fraction = /^\.\d{1,3}/.exec(text.slice(19))?.[0] ?? ""
  return Date.parse(`${text.slice(0, 10)}T${time}${fraction}Z`)
}

/** The instant that a text with an offset names; one without is taken for UTC. **Units** milliseconds since 1970. */
const instantMillis = (text: string): number => {
  const instant = text.length > 10 && hasZone.test(text.slice(10)) ? Date.parse(text.replace(" ", "T")) : Number.NaN
  return Number.isNaN(instant) ? civilMillis(text) : instant
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** A field's value in the form in which the writer takes it. */
const converters: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  text: (value) => (value === null || value === undefined ? null : textOf(value)),
  texts: (value) => (Array.isArray(value) ? value.map(textOf) : []),
  boolean: (value) => (typeof value === "boolean" ? value : null),
  date: (value) => Math.floor(civilMillis(String(value)) / millisecondsPerDay),
  moment: (value) => BigInt(civilMillis(String(value))),
  instant: (value) => BigInt(instantMillis(String(value)))
}

/** Rows turned into columns. */
export class ColumnValues {
  readonly #columns: ReadonlyArray<TypedColumn & { values: Array<unknown> }>
  #rows = 0

  constructor(columns: ReadonlyArray<TypedColumn>) {
    this.#columns = columns.map((column) => ({ ...column, values: [] }))
  }

  get rows(): number {
    return this.#rows
  }

  /** Adds a row: an object with a member for each column. */
  add(row: Readonly<Record<string, unknown>>): void {
    for (const { name, type, values } of this.#columns) values.push(converters[type](row[name]))
    this.#rows++
  }

  /** The columns' values, which are forgotten here. */
  take(): Array<{ readonly name: string; readonly data: Array<unknown> }> {
    this.#rows = 0
    return this.#columns.map((column) => {
      const data = column.values
      column.values = []
      return { name: column.name, data }
    })
  }
}
