import { cut, fit, widthOf } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"

/**
 * A column of a table.
 *
 * **Units** widths in terminal cells. `rank` says which columns get their room first: 1 comes before all others.
 */
export interface Column<Record> {
  readonly name: string
  readonly text: (record: Record) => string
  /** The column is left out rather than made narrower than this, unless its cells are narrower themselves. */
  readonly narrowest: number
  readonly rank: number
  /** Whether later cells may be much longer than the first ones. */
  readonly grows?: boolean
}

/** A column, the width of its widest cell, and the width that it gets. */
interface FittedColumn<Record> {
  readonly column: Column<Record>
  readonly wanted: number
  readonly width: number
}

const gap = "  "

const shownIn = <Record>({ text }: Column<Record>, record: Record): string => safeText(text(record))

/** Columns at their narrowest, in the order of their rank: each that there is still room for. */
const chosen = <Record>(
  columns: ReadonlyArray<Column<Record>>,
  records: ReadonlyArray<Record>,
  width: number
): ReadonlyArray<FittedColumn<Record>> => {
  const fitted: Array<FittedColumn<Record>> = []
  let room = width + gap.length
  for (const column of columns.toSorted((one, other) => one.rank - other.rank)) {
    const cells = records.map((record) => widthOf(shownIn(column, record)))
    const wanted = Math.max(widthOf(column.name), ...cells)
    const narrowest = Math.min(column.narrowest, wanted)
    if (fitted.length > 0 && narrowest + gap.length > room) continue
    const taken = Math.min(narrowest, width)
    fitted.push({ column, wanted, width: taken })
    room -= taken + gap.length
  }
  return fitted
}

/** Shares the room that is left: first so that cells are whole, by rank, then among the columns that grow. */
const grown = <Record>(
  fitted: ReadonlyArray<FittedColumn<Record>>,
  width: number
): ReadonlyArray<FittedColumn<Record>> => {
  let room = fitted.reduce((left, one) => left - one.width - gap.length, width + gap.length)
  const whole = fitted.map((one) => {
    const growth = Math.max(0, Math.min(room, one.wanted - one.width))
    room -= growth
    return { ...one, width: one.width + growth }
  })
  const share = Math.floor(room / whole.filter(({ column }) => column.grows === true).length)
  return whole.map(({ column, wanted, width: taken }) => ({
    column,
    wanted,
    width: column.grows === true ? taken + share : taken
  }))
}

const inOrder = <Record>(
  columns: ReadonlyArray<Column<Record>>,
  fitted: ReadonlyArray<FittedColumn<Record>>
): ReadonlyArray<FittedColumn<Record>> =>
  fitted.toSorted((one, other) => columns.indexOf(one.column) - columns.indexOf(other.column))

/** Fits columns into the width of a terminal, in their own order; without a width every cell is whole. */
const layOut = <Record>(
  columns: ReadonlyArray<Column<Record>>,
  records: ReadonlyArray<Record>,
  width: number | undefined
): ReadonlyArray<FittedColumn<Record>> => {
  const fitted = chosen(columns, records, width ?? Number.POSITIVE_INFINITY)
  if (records.length === 0) return inOrder(columns, fitted)
  return inOrder(
    columns,
    width === undefined ? fitted.map((one) => ({ ...one, width: one.wanted })) : grown(fitted, width)
  )
}

/** A table that is printed as the records come. */
export interface Table<Record> {
  /** The header alone, for a table without records. */
  readonly header: () => string
  /** Records as lines; the header comes before the first ones, and again when the width of the terminal has changed. */
  readonly some: (records: ReadonlyArray<Record>) => string
  /** Columns for which there is no room. */
  readonly leftOut: () => ReadonlyArray<string>
}

/**
 * A table as wide as the terminal: the first records decide how much room each column gets. Without a width nothing is cut,
 * and long cells push the rest of their line.
 *
 * **Gotchas** every cell is made safe for a terminal first.
 */
export const tableOf = <Record>(
  columns: ReadonlyArray<Column<Record>>,
  widthNow: () => number | undefined
): Table<Record> => {
  let width: number | undefined
  let fitted: ReadonlyArray<FittedColumn<Record>> = []

  const shown = (text: string, cells: number, isLast: boolean): string => {
    if (width === undefined) return text + " ".repeat(Math.max(0, cells - widthOf(text)))
    return isLast ? cut(text, cells) : fit(text, cells)
  }
  const line = (textOf: (column: Column<Record>) => string): string => {
    const cells = fitted.map((one, index) => shown(textOf(one.column), one.width, index === fitted.length - 1))
    return `${cells.join(gap).trimEnd()}\n`
  }
  const begin = (records: ReadonlyArray<Record>): string => {
    width = widthNow()
    fitted = layOut(columns, records, width)
    return line(({ name }) => name)
  }
  return {
    header: () => begin([]),
    some: (records) => {
      const header = fitted.length === 0 || widthNow() !== width ? begin(records) : ""
      return header + records.map((record) => line((column) => shownIn(column, record))).join("")
    },
    leftOut: () => {
      const names = new Set(fitted.map(({ column }) => column.name))
      return columns.filter(({ name }) => !names.has(name)).map(({ name }) => name)
    }
  }
}
