import { Option } from "effect"
import { cut, fit, widthOf } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"

export interface TableColumn<Record> {
  readonly title: string
  /** Minimum width in cells. */
  readonly width: number
  /** The column's share of the cells that remain. @default 0 */
  readonly grow?: number
  /** Returns the text of a cell. May contain control characters, which `rowText` escapes. */
  readonly text: (record: Record) => string
}

/** A width that fits all columns. */
export const anyWidth: number = Number.POSITIVE_INFINITY

/** The text of a missing value. */
export const noValue = "—"

/** A sort order of loaded rows. `column` is the title of a column. */
export interface LocalSort {
  readonly column: string
  readonly direction: "up" | "down"
}

export const directionMark: Readonly<{ [Direction in LocalSort["direction"]]: string }> = { up: "▲", down: "▼" }

const reservedHost = /^https?:\/\/[^/]*\.invalid(?:[:/]|$)/i

/** Whether a record's link is of local data. Its host is under `.invalid`, which never resolves (RFC 2606). */
export const isLocalLink = (link: string): boolean => reservedHost.test(link)

/** Returns a record's link, or a dash for a missing link or local data. */
export const linkText = (link: string | null): string => (link === null || isLocalLink(link) ? noValue : link)

const gap = 1
const maxCellText = 500

const leastWidth = (columns: ReadonlyArray<TableColumn<never>>): number =>
  columns.reduce((sum, column) => sum + column.width + gap, -gap)

/** Returns the first choice of columns that fits `width` cells, or the last choice. */
export const fittingColumns = <Record>(
  choices: ReadonlyArray<ReadonlyArray<TableColumn<Record>>>,
  width: number
): ReadonlyArray<TableColumn<Record>> => choices.find((columns) => leastWidth(columns) <= width) ?? choices.at(-1) ?? []

const columnWidths = (columns: ReadonlyArray<TableColumn<never>>, width: number): ReadonlyArray<number> => {
  const fixed = leastWidth(columns)
  const shares = columns.reduce((sum, { grow = 0 }) => sum + grow, 0)
  const spare = Math.max(0, width - fixed)
  return columns.map(({ width: least, grow = 0 }) => least + (shares === 0 ? 0 : Math.floor((spare * grow) / shares)))
}

const chosenMark = "▸"

const titleCell = (title: string, width: number, sort: Option.Option<LocalSort>): string => {
  const mark = Option.match(sort, { onNone: () => "", onSome: ({ direction }) => directionMark[direction] })
  const spaced = `${title} ${mark}`
  return fit(widthOf(spaced) <= width ? spaced : cut(title, width - widthOf(mark)) + mark, width)
}

/** Returns the line of column titles. Marks the chosen and the sorted column. */
export const titleText = (
  columns: ReadonlyArray<TableColumn<never>>,
  width: number,
  marks: { readonly chosen: Option.Option<string>; readonly sort: Option.Option<LocalSort> }
): string => {
  const widths = columnWidths(columns, width)
  const cells = columns.map(({ title }, index) => {
    const sort = Option.filter(marks.sort, ({ column }) => column === title)
    return (Option.contains(marks.chosen, title) ? chosenMark : " ") + titleCell(title, widths[index] ?? 0, sort)
  })
  return fit(cells.join(""), width + gap)
}

/** Returns a record as a line of `width` cells. Escapes control characters. */
export const rowText = <Record>(columns: ReadonlyArray<TableColumn<Record>>, record: Record, width: number): string => {
  const widths = columnWidths(columns, width)
  const cells = columns.map(({ text }, index) => fit(safeText(text(record).slice(0, maxCellText)), widths[index] ?? 0))
  return fit(cells.join(" ".repeat(gap)), width)
}
