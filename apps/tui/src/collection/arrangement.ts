import { Option } from "effect"
import { type Column, directionMark, type LocalSort, noValue } from "./columns.ts"
import { loadedRows, type Row, rowAt, type RowStore } from "./RowStore.ts"

/** A selection of loaded rows. Its label may contain control characters. */
export interface Selection<Record> {
  readonly label: string
  readonly isIn: (record: Record) => boolean
}

/** The local sort order and selection of the loaded rows, if any. */
export interface Arrangement<Record> {
  readonly sort: Option.Option<LocalSort>
  readonly only: Option.Option<Selection<Record>>
}

export const serviceOrder = { sort: Option.none(), only: Option.none() }

/** Whether all rows are in the service's order. Only then do rows that are not loaded have a position. */
export const isServiceOrder = ({ sort, only }: Arrangement<never>): boolean =>
  Option.isNone(sort) && Option.isNone(only)

/** Returns the next sort order of a column: ascending, descending, then the service's order. */
export const nextSort = (sort: Option.Option<LocalSort>, column: string): Option.Option<LocalSort> => {
  if (Option.isNone(sort) || sort.value.column !== column) return Option.some({ column, direction: "up" })
  return sort.value.direction === "up" ? Option.some({ column, direction: "down" }) : Option.none()
}

/** Compares rows by their keys. Rows without a value come last in both directions. */
const compareKeys = (a: string, b: string, direction: LocalSort["direction"]): number => {
  if (a === b) return 0
  if (a === "" || b === "") return a === "" ? 1 : -1
  return a < b === (direction === "up") ? -1 : 1
}

const keyText = <Record>(column: Column<Record>, record: Record): string => {
  const text = column.text(record)
  return text === noValue ? "" : text.toLowerCase()
}

/** The row index at each position of an arrangement, or `undefined` in the service's order. */
export type RowOrder = ReadonlyArray<number> | undefined

/**
 * Arranges the loaded rows.
 *
 * **Gotchas** invalid records have no values. They come last and are in no selection.
 */
export const arrangedRows = <Record>(
  store: RowStore<Record>,
  arrangement: Arrangement<Record>,
  columns: ReadonlyArray<Column<Record>>
): RowOrder => {
  if (isServiceOrder(arrangement)) return undefined
  const only = Option.getOrUndefined(arrangement.only)
  const sort = Option.getOrUndefined(arrangement.sort)
  const column = columns.find(({ title }) => title === sort?.column)
  const rows = Array.from(loadedRows(store)).flatMap(([index, row]) => {
    const record = row._tag === "Record" ? row.record : undefined
    if (only !== undefined && (record === undefined || !only.isIn(record))) return []
    return [{ index, key: column === undefined || record === undefined ? "" : keyText(column, record) }]
  })
  if (sort !== undefined) rows.sort((a, b) => compareKeys(a.key, b.key, sort.direction))
  return rows.map(({ index }) => index)
}

/** Returns the new position of the row that was at `position`, or 0 if the row is no longer shown. */
export const positionAfter = (before: RowOrder, after: RowOrder, position: number): number => {
  const row = before === undefined ? position : (before[position] ?? -1)
  return Math.max(0, after === undefined ? row : after.indexOf(row))
}

/** Returns the loaded rows as shown, each with its position. */
export const shownRows = <Record>(
  store: RowStore<Record>,
  rowOrder: RowOrder
): Iterable<readonly [number, Row<Record>]> =>
  rowOrder === undefined
    ? loadedRows(store)
    : rowOrder.flatMap((row, position) => {
        const shown = rowAt(store, row)
        return shown === undefined ? [] : [[position, shown] as const]
      })

/** Describes an arrangement. Returns an empty string for the service's order. May contain control characters. */
export const arrangementText = ({ sort, only }: Arrangement<never>): string =>
  [
    Option.map(only, ({ label }) => label),
    Option.map(sort, ({ column, direction }) => `sorted locally: ${column} ${directionMark[direction]}`)
  ]
    .flatMap(Option.toArray)
    .join(" · ")
