import { cut, fit, widthOf } from "@public-records/tui/fit"
import { safeText } from "@public-records/tui/safeText"

/**
 * A column of a table.
 *
 * **Units** widths in terminal cells. `rank` says which columns stay where there is no room for all: 1 stays longest.
 */
export interface Column<Record> {
  readonly name: string
  readonly text: (record: Record) => string
  readonly narrowest: number
  readonly widest: number
  readonly rank: number
}

/** A column with the width that it got. */
export interface FittedColumn<Record> {
  readonly column: Column<Record>
  readonly width: number
}

const gap = "  "

const minimum = (columns: ReadonlyArray<Column<never>>): number =>
  columns.reduce((sum, { narrowest }) => sum + narrowest, gap.length * (columns.length - 1))

const withoutLast = <Record>(columns: ReadonlyArray<Column<Record>>): ReadonlyArray<Column<Record>> => {
  const lowest = Math.max(...columns.map(({ rank }) => rank))
  return columns.filter(({ rank }) => rank !== lowest)
}

/**
 * Fits columns into the width of a terminal: those that matter least are left out, then each grows from its narrowest to
 * its widest as long as there is room, those that matter most first.
 */
export const fitColumns = <Record>(
  columns: ReadonlyArray<Column<Record>>,
  width: number
): ReadonlyArray<FittedColumn<Record>> => {
  if (columns.length > 1 && minimum(columns) > width) return fitColumns(withoutLast(columns), width)
  const wishes = columns.toSorted((one, other) => one.rank - other.rank)
  const grown = new Map<string, number>()
  let room = width - minimum(columns)
  for (const { name, narrowest, widest } of wishes) {
    const growth = Math.max(0, Math.min(room, widest - narrowest))
    grown.set(name, narrowest + growth)
    room -= growth
  }
  return columns.map((column) => ({ column, width: grown.get(column.name) ?? column.narrowest }))
}

/** A table with columns of fixed width, so that it can be printed as the records come. */
export interface Table<Record> {
  readonly header: string
  readonly row: (record: Record) => string
  /** Columns for which there was no room. */
  readonly leftOut: ReadonlyArray<string>
}

const line = (cells: ReadonlyArray<string>): string => `${cells.join(gap).trimEnd()}\n`

/**
 * Lays a table out for a terminal of that width; without one nothing is cut, and long cells push the rest of their line.
 *
 * **Gotchas** every cell is made safe for a terminal first.
 */
export const tableOf = <Record>(columns: ReadonlyArray<Column<Record>>, width: number | undefined): Table<Record> => {
  const fitted = fitColumns(columns, width ?? Number.MAX_SAFE_INTEGER)
  const shown = (text: string, cells: number, isLast: boolean): string => {
    const safe = safeText(text)
    if (width === undefined) return safe + " ".repeat(Math.max(0, cells - widthOf(safe)))
    return isLast ? cut(safe, cells) : fit(safe, cells)
  }
  const cells = (textOf: (column: Column<Record>) => string): string =>
    line(fitted.map((one, index) => shown(textOf(one.column), one.width, index === fitted.length - 1)))
  const names = new Set(fitted.map(({ column }) => column.name))
  return {
    header: cells(({ name }) => name),
    row: (record) => cells(({ text }) => text(record)),
    leftOut: columns.filter(({ name }) => !names.has(name)).map(({ name }) => name)
  }
}
