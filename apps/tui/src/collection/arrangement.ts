import { Option } from "effect"
import { type Column, directionMark, type LocalSort, noValue } from "./columns.ts"
import { loadedRows, type Row, rowAt, type RowStore } from "./RowStore.ts"

/** Loaded rows with something in common, named by an unsafe text. */
export interface Selection<Record> {
  readonly label: string
  readonly isIn: (record: Record) => boolean
}

/** How loaded rows are shown: sorted, narrowed to some, both, or in the service's order. */
export interface Arrangement<Record> {
  readonly sort: Option.Option<LocalSort>
  readonly only: Option.Option<Selection<Record>>
}

/** All rows in the service's order. */
export const serviceOrder = { sort: Option.none(), only: Option.none() }

/** Whether rows are in the service's order, so that rows that are not loaded have a place. */
export const isServiceOrder = ({ sort, only }: Arrangement<never>): boolean =>
  Option.isNone(sort) && Option.isNone(only)

/** Returns the next sort of a column: up, down, then the service's order. */
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

/** The index of the row at each place of an arrangement, or `undefined` in the service's order. */
export type Places = ReadonlyArray<number> | undefined

/**
 * Arranges the loaded rows.
 *
 * **Gotchas** unreadable records have no value in any column: they come last, and are in no selection.
 */
export const arrangedRows = <Record>(
  store: RowStore<Record>,
  arrangement: Arrangement<Record>,
  columns: ReadonlyArray<Column<Record>>
): Places => {
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

/** Returns the new place of the row that was at `place`, or the first place if the row is not shown. */
export const placeAfter = (before: Places, after: Places, place: number): number => {
  const row = before === undefined ? place : (before[place] ?? -1)
  return Math.max(0, after === undefined ? row : after.indexOf(row))
}

/** Returns the loaded rows as shown, each with its place. */
export const shownRows = <Record>(store: RowStore<Record>, places: Places): Iterable<readonly [number, Row<Record>]> =>
  places === undefined
    ? loadedRows(store)
    : places.flatMap((row, place) => {
        const shown = rowAt(store, row)
        return shown === undefined ? [] : [[place, shown] as const]
      })

/** Describes an arrangement as an unsafe text; empty for the service's order. */
export const arrangementText = ({ sort, only }: Arrangement<never>): string =>
  [
    Option.map(only, ({ label }) => label),
    Option.map(sort, ({ column, direction }) => `sorted locally: ${column} ${directionMark[direction]}`)
  ]
    .flatMap(Option.toArray)
    .join(" · ")
