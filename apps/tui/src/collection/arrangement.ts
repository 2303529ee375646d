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

interface SortableRow {
  readonly row: number
  readonly key: string
}

/** Compares rows by their keys. Rows without a value come last in both directions. */
const compareKeys =
  (sign: 1 | -1) =>
  (a: SortableRow, b: SortableRow): number => {
    if (a.key === b.key) return 0
    if (a.key === "" || b.key === "") return a.key === "" ? 1 : -1
    return a.key < b.key ? -sign : sign
  }

const keyText = <Record>(column: Column<Record>, record: Record): string => {
  const text = column.text(record)
  return text === noValue ? "" : text.toLowerCase()
}

/** The index of the row at each place of an arrangement, or `None` in the service's order. */
export type Places = Option.Option<ReadonlyArray<number>>

/**
 * Arranges the loaded rows.
 *
 * **Gotchas** unreadable records have no value in any column: they come last, and are in no selection.
 */
export const arrangedRows = <Record>(
  store: RowStore<Record>,
  { sort, only }: Arrangement<Record>,
  columns: ReadonlyArray<Column<Record>>
): Places => {
  if (Option.isNone(sort) && Option.isNone(only)) return Option.none()
  const column = Option.flatMap(sort, ({ column: title }) =>
    Option.fromUndefinedOr(columns.find((one) => one.title === title))
  )
  const rows: Array<SortableRow> = []
  for (const [index, row] of loadedRows(store)) {
    const isRecord = row._tag === "Record"
    if (Option.isSome(only) && !(isRecord && only.value.isIn(row.record))) continue
    rows.push({ row: index, key: isRecord && Option.isSome(column) ? keyText(column.value, row.record) : "" })
  }
  const isDown = Option.isSome(sort) && sort.value.direction === "down"
  if (Option.isSome(column)) rows.sort(compareKeys(isDown ? -1 : 1))
  return Option.some(rows.map(({ row }) => row))
}

/** Returns the new place of the row that was at `place`, or the first place if the row is not shown. */
export const placeAfter = (before: Places, after: Places, place: number): number => {
  if (Option.isNone(before) && Option.isNone(after)) return place
  const row = Option.match(before, { onNone: () => place, onSome: (rows) => rows[place] ?? -1 })
  return Option.match(after, { onNone: () => Math.max(0, row), onSome: (rows) => Math.max(0, rows.indexOf(row)) })
}

/** Returns the loaded rows as shown, each with its place. */
export const shownRows = <Record>(store: RowStore<Record>, places: Places): Iterable<readonly [number, Row<Record>]> =>
  Option.match(places, {
    onNone: () => loadedRows(store),
    onSome: (rows) =>
      rows.flatMap((row, place) => {
        const shown = rowAt(store, row)
        return shown === undefined ? [] : [[place, shown] as const]
      })
  })

/** Describes an arrangement as an unsafe text; empty for the service's order. */
export const arrangementText = ({ sort, only }: Arrangement<never>): string =>
  [
    Option.map(only, ({ label }) => label),
    Option.map(sort, ({ column, direction }) => `sorted here: ${column} ${directionMark[direction]}`)
  ]
    .flatMap(Option.toArray)
    .join(" · ")
