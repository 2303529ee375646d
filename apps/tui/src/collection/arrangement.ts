import { counted } from "@public-records/text/counts"
import { Option } from "effect"
import { type TableColumn, directionMark, type LocalSort, noValue } from "./tableColumns.ts"
import type { Facet } from "./facets.ts"
import { loadedRows, type Row, rowAt, type RowStore } from "./RowStore.ts"

/** The local sort order of the loaded rows, if any, and the facets that select some of them. */
export interface Arrangement {
  readonly sort: Option.Option<LocalSort>
  readonly facets: ReadonlyArray<Facet>
}

export const serviceOrder: Arrangement = { sort: Option.none(), facets: [] }

/** Whether all rows are in the service's order. Only then do rows that are not loaded have a position. */
export const isServiceOrder = ({ sort, facets }: Arrangement): boolean => Option.isNone(sort) && facets.length === 0

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

const keyText = <Record>(column: TableColumn<Record>, record: Record): string => {
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
  arrangement: Arrangement,
  columns: ReadonlyArray<TableColumn<Record>>,
  isIn: (record: Record, facet: Facet) => boolean
): RowOrder => {
  if (isServiceOrder(arrangement)) return undefined
  const { facets } = arrangement
  const sort = Option.getOrUndefined(arrangement.sort)
  const column = columns.find(({ title }) => title === sort?.column)
  const rows = Array.from(loadedRows(store)).flatMap(([index, row]) => {
    const record = row._tag === "Record" ? row.record : undefined
    if (facets.some((facet) => record === undefined || !isIn(record, facet))) return []
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

/** Describes an arrangement. Returns an empty string for the service's order. */
export const arrangementText = ({ sort, facets }: Arrangement): string =>
  [
    ...(facets.length === 0 ? [] : [counted(facets.length, "facet", "facets")]),
    ...Option.toArray(
      Option.map(sort, ({ column, direction }) => `sorted locally: ${column} ${directionMark[direction]}`)
    )
  ].join(" · ")
