import { Schema } from "effect"

/** What a part of the bench has found, as a person reads it. */
export const Table = Schema.Struct({
  title: Schema.String,
  columns: Schema.Array(Schema.String),
  lines: Schema.Array(Schema.Array(Schema.String))
})
export type Table = typeof Table.Type

/** What stands in a column "met": nothing is known where a figure is stated without a goal. */
export const met = (isMet: boolean | null): string => {
  if (isMet === null) return "-"
  return isMet ? "yes" : "NO"
}

/** The table as text, in columns that are as wide as they need to be. */
export const printed = ({ title, columns, lines }: Table): string => {
  const widths = columns.map((header, column) =>
    Math.max(header.length, ...lines.map((line) => line[column]?.length ?? 0))
  )
  const lineOf = (line: ReadonlyArray<string>): string =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  const rule = widths.map((width) => "-".repeat(width))
  return `${title}\n\n${[columns, rule, ...lines].map((line) => `${lineOf(line)}\n`).join("")}`
}
