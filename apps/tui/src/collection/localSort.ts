import { Option } from "effect"
import { directionMark, type LocalSort, noValue, type TableColumn } from "./tableColumns.ts"
import { loadedRows, type Row, rowAt, type RowStore } from "./RowStore.ts"

/** The sort order of the loaded rows by a column, or `None` for the order of the query. */
export type RowSort = Option.Option<LocalSort>

/** Returns the next sort order of a column: ascending, descending, then the order of the query. */
export const nextSort = (sort: RowSort, column: string): RowSort => {
  if (Option.isNone(sort) || sort.value.column !== column) return Option.some({ column, direction: "up" })
  return sort.value.direction === "up" ? Option.some({ column, direction: "down" }) : Option.none()
}

/** Compares rows by their keys. Rows without a value come last in both directions. */
const compareKeys = (a: string, b: string, direction: LocalSort["direction"]): number => {
  if (a === b) return 0
  if (a === "" || b === "") return a === "" ? 1 : -1
  return a < b === (direction === "up") ? -1 : 1
}

const keyText = <Record>(column: TableColumn<Record>, record: Record): string => {
  const text = column.text(record)
  return text === noValue ? "" : text.toLowerCase()
}

/** The row index at each position of a sort order, or `undefined` in the order of the query. */
export type RowOrder = ReadonlyArray<number> | undefined

/** Sorts the loaded rows. Invalid records have no values, so they come last. */
export const sortedRows = <Record>(
  store: RowStore<Record>,
  sort: RowSort,
  columns: ReadonlyArray<TableColumn<Record>>
): RowOrder => {
  if (Option.isNone(sort)) return undefined
  const column = columns.find(({ title }) => title === sort.value.column)
  const rows = Array.from(loadedRows(store), ([index, row]) => ({
    index,
    key: column === undefined || row._tag === "Rejected" ? "" : keyText(column, row.record)
  }))
  return rows.toSorted((a, b) => compareKeys(a.key, b.key, sort.value.direction)).map(({ index }) => index)
}

/** Returns the new position of the row that was at `position`. */
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

/** Describes a sort order. Returns an empty string for that of the query. */
export const sortText = (sort: RowSort): string =>
  Option.match(sort, {
    onNone: () => "",
    onSome: ({ column, direction }) => `sorted locally: ${column} ${directionMark[direction]}`
  })
