import { fit, widthOf } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"

/** A column of a table. Columns with a lower `rank` get their width first. **Units** terminal cells. */
export interface TableColumn<Record> {
  readonly name: string
  readonly text: (record: Record) => string
  /** The column is omitted if it cannot have this width, or the width of its longest cell if that is less. */
  readonly minWidth: number
  readonly rank: number
  /** Whether later cells may be much longer than the first ones. */
  readonly grows?: boolean
}

type FittedColumn<Record> = { readonly column: TableColumn<Record>; readonly wanted: number; width: number }

const gap = "  "

const shownIn = <Record>({ text }: TableColumn<Record>, record: Record): string => safeText(text(record))

/** Fits columns into the width of a terminal. Without a width, no cell is truncated. */
const layOut = <Record>(
  columns: ReadonlyArray<TableColumn<Record>>,
  records: ReadonlyArray<Record>,
  width = Number.POSITIVE_INFINITY
): ReadonlyArray<FittedColumn<Record>> => {
  const fitted: Array<FittedColumn<Record>> = []
  let room = width + gap.length
  for (const column of columns.toSorted((one, other) => one.rank - other.rank)) {
    const wanted = Math.max(widthOf(column.name), ...records.map((record) => widthOf(shownIn(column, record))))
    const minWidth = Math.min(column.minWidth, wanted)
    if (fitted.length > 0 && minWidth + gap.length > room) continue
    const assigned = Math.min(minWidth, width)
    fitted.push({ column, wanted, width: assigned })
    room -= assigned + gap.length
  }
  // The remaining room goes to truncated cells first, by rank. Then growing columns share it.
  for (const one of fitted) {
    const growth = Math.max(0, Math.min(room, one.wanted - one.width))
    one.width += growth
    room -= growth
  }
  const growing = fitted.filter(({ column }) => column.grows === true)
  const share = records.length === 0 || width === Number.POSITIVE_INFINITY ? 0 : Math.floor(room / growing.length)
  for (const one of growing) one.width += share
  return fitted.toSorted((one, other) => columns.indexOf(one.column) - columns.indexOf(other.column))
}

/** Creates a table as wide as the terminal. The first batch determines the column widths. Without a width, nothing is truncated. */
export const tableOf = <Record>(columns: ReadonlyArray<TableColumn<Record>>, widthNow: () => number | undefined) => {
  let width: number | undefined
  let fitted: ReadonlyArray<FittedColumn<Record>> = []

  const shown = (text: string, cells: number): string =>
    width === undefined ? text + " ".repeat(Math.max(0, cells - widthOf(text))) : fit(text, cells)
  const line = (textOf: (column: TableColumn<Record>) => string): string => {
    const cells = fitted.map((one) => shown(textOf(one.column), one.width))
    return `${cells.join(gap).trimEnd()}\n`
  }
  const begin = (records: ReadonlyArray<Record>): string => {
    width = widthNow()
    fitted = layOut(columns, records, width)
    return line(({ name }) => name)
  }
  return {
    header: () => begin([]),
    /** Formats records as lines. Starts with the header for the first batch, and after the width of the terminal has changed. */
    batch: (records: ReadonlyArray<Record>): string => {
      const header = fitted.length === 0 || widthNow() !== width ? begin(records) : ""
      return header + records.map((record) => line((column) => shownIn(column, record))).join("")
    },
    omittedColumns: (): ReadonlyArray<string> =>
      columns.filter((column) => fitted.every((one) => one.column !== column)).map(({ name }) => name)
  }
}
