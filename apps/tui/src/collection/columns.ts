import { Option } from "effect"
import { cut, fit, widthOf } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { directionMark, type LocalSort } from "./LocalSort.ts"

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

/** The cells that columns need at least. */
const leastWidth = (columns: ReadonlyArray<Column<never>>): number =>
  columns.reduce((sum, column) => sum + column.width + gap, -gap)

/** The first choice of columns that fits `width` cells, else the last: what comes later has less to show. */
export const fittingColumns = <Record>(
  choices: ReadonlyArray<ReadonlyArray<Column<Record>>>,
  width: number
): ReadonlyArray<Column<Record>> => choices.find((columns) => leastWidth(columns) <= width) ?? choices.at(-1) ?? []

/** The cells of each column in a row of `width` cells. */
const columnWidths = (columns: ReadonlyArray<Column<never>>, width: number): ReadonlyArray<number> => {
  const fixed = leastWidth(columns)
  const shares = columns.reduce((sum, column) => sum + column.grow, 0)
  const spare = Math.max(0, width - fixed)
  return columns.map((column) => column.width + (shares === 0 ? 0 : Math.floor((spare * column.grow) / shares)))
}

const joined = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>, width: number): string =>
  fit(cells.map((cell, index) => fit(cell, widths[index] ?? 0)).join(" ".repeat(gap)), width)

/** What is marked in the titles: the column that was chosen, and a sort of loaded rows. */
export interface TitleMarks {
  readonly chosen: Option.Option<string>
  readonly sort: Option.Option<LocalSort>
}

const chosenMark = "▸"

const titleCell = (title: string, width: number, sort: Option.Option<LocalSort>): string => {
  const mark = Option.match(sort, { onNone: () => "", onSome: ({ direction }) => directionMark[direction] })
  const text = mark === "" || widthOf(title) >= width ? cut(title, width - widthOf(mark)) : `${title} `
  return fit(text + mark, width)
}

/** The line of titles over the columns, with one cell for a mark before each title. */
export const titleText = (columns: ReadonlyArray<Column<never>>, width: number, marks: TitleMarks): string => {
  const widths = columnWidths(columns, width)
  const cells = columns.map(({ title }, index) => {
    const sort = Option.filter(marks.sort, ({ column }) => column === title)
    return (Option.contains(marks.chosen, title) ? chosenMark : " ") + titleCell(title, widths[index] ?? 0, sort)
  })
  return fit(cells.join(""), width + gap)
}

/** A record as one line of `width` cells. Here, and only here, text of records becomes cells: all of it made safe. */
export const rowText = <Record>(columns: ReadonlyArray<Column<Record>>, record: Record, width: number): string =>
  joined(
    columns.map(({ text }) => safeText(text(record).slice(0, maxCellText))),
    columnWidths(columns, width),
    width
  )
