import { fit } from "../chrome/fit.ts"
import { safeText } from "../safeText.ts"

/** One column of a table over records. */
export interface Column<Record> {
  readonly title: string
  /** Cells at least; a column that grows gets its share of what is left. */
  readonly width: number
  readonly grow: number
  /** The record's own text, unfiltered: `rowText` makes it safe. */
  readonly text: (record: Record) => string
}

/** What stands for a value that a record does not have. */
export const noValue = "—"

const gap = 1
const maxCellText = 500

/** The cells of each column in a row of `width` cells. */
const columnWidths = (columns: ReadonlyArray<Column<never>>, width: number): ReadonlyArray<number> => {
  const fixed = columns.reduce((sum, column) => sum + column.width + gap, -gap)
  const shares = columns.reduce((sum, column) => sum + column.grow, 0)
  const spare = Math.max(0, width - fixed)
  return columns.map((column) => column.width + (shares === 0 ? 0 : Math.floor((spare * column.grow) / shares)))
}

const joined = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>, width: number): string =>
  fit(cells.map((cell, index) => fit(cell, widths[index] ?? 0)).join(" ".repeat(gap)), width)

/** The line of titles over the columns. */
export const titleText = (columns: ReadonlyArray<Column<never>>, width: number): string =>
  joined(
    columns.map(({ title }) => title),
    columnWidths(columns, width),
    width
  )

/** A record as one line of `width` cells. Here, and only here, text of records becomes cells: all of it made safe. */
export const rowText = <Record>(columns: ReadonlyArray<Column<Record>>, record: Record, width: number): string =>
  joined(
    columns.map(({ text }) => safeText(text(record).slice(0, maxCellText))),
    columnWidths(columns, width),
    width
  )
