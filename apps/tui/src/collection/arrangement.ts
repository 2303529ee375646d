import { Option } from "effect"
import { type Column, noValue } from "./columns.ts"
import { directionMark, type LocalSort } from "./LocalSort.ts"
import { loadedRows, type Row, rowAt, type RowStore } from "./RowStore.ts"

/** Loaded rows that have something in common, and what that is in words, unfiltered. */
export interface Selection<Record> {
  readonly label: string
  readonly isIn: (record: Record) => boolean
}

/** How loaded rows are shown here, whatever the service's order: sorted, narrowed to some, both, or as they came. */
export interface Arrangement<Record> {
  readonly sort: Option.Option<LocalSort>
  readonly only: Option.Option<Selection<Record>>
}

/** As the service gave them. */
export const asServed = { sort: Option.none(), only: Option.none() }

/** Whether rows are shown as the service gave them, so that those not loaded have a place among them. */
export const isAsServed = ({ sort, only }: Arrangement<never>): boolean => Option.isNone(sort) && Option.isNone(only)

interface Sorted {
  readonly row: number
  readonly key: string
}

/** Rows without a value come last, whichever way the others go. */
const compareKeys =
  (sign: 1 | -1) =>
  (a: Sorted, b: Sorted): number => {
    if (a.key === b.key) return 0
    if (a.key === "" || b.key === "") return a.key === "" ? 1 : -1
    return a.key < b.key ? -sign : sign
  }

const keyText = <Record>(column: Column<Record>, record: Record): string => {
  const text = column.text(record)
  return text === noValue ? "" : text.toLowerCase()
}

/**
 * The loaded rows in the order in which they are shown here; nothing where that is the service's own.
 *
 * **Gotchas** records that could not be read have no value in any column: they come last, and are in no selection.
 */
export const arrangedRows = <Record>(
  store: RowStore<Record>,
  { sort, only }: Arrangement<Record>,
  columns: ReadonlyArray<Column<Record>>
): Option.Option<ReadonlyArray<number>> => {
  if (Option.isNone(sort) && Option.isNone(only)) return Option.none()
  const column = Option.flatMap(sort, ({ column: title }) =>
    Option.fromUndefinedOr(columns.find((one) => one.title === title))
  )
  const chosen: Array<Sorted> = []
  for (const [index, row] of loadedRows(store)) {
    const isRecord = row._tag === "Record"
    if (Option.isSome(only) && !(isRecord && only.value.isIn(row.record))) continue
    chosen.push({ row: index, key: isRecord && Option.isSome(column) ? keyText(column.value, row.record) : "" })
  }
  const isDown = Option.isSome(sort) && sort.value.direction === "down"
  if (Option.isSome(column)) chosen.sort(compareKeys(isDown ? -1 : 1))
  return Option.some(chosen.map(({ row }) => row))
}

type Places = Option.Option<ReadonlyArray<number>>

/** Where the row that was at a place is, once the rows are arranged in another way; the first place where it is not. */
export const placeAfter = (before: Places, after: Places, place: number): number => {
  if (Option.isNone(before) && Option.isNone(after)) return place
  const row = Option.match(before, { onNone: () => place, onSome: (rows) => rows[place] ?? -1 })
  return Option.match(after, { onNone: () => Math.max(0, row), onSome: (rows) => Math.max(0, rows.indexOf(row)) })
}

/** The loaded rows as they are shown, each with its place. */
export const shownRows = <Record>(store: RowStore<Record>, places: Places): Iterable<readonly [number, Row<Record>]> =>
  Option.match(places, {
    onNone: () => loadedRows(store),
    onSome: (rows) =>
      rows.flatMap((row, place) => {
        const shown = rowAt(store, row)
        return shown === undefined ? [] : [[place, shown] as const]
      })
  })

/** What is different from the service's own rows, in words, unfiltered; empty where nothing is. */
export const arrangementText = ({ sort, only }: Arrangement<never>): string =>
  [
    ...Option.toArray(Option.map(only, ({ label }) => label)),
    ...Option.toArray(Option.map(sort, ({ column, direction }) => `sorted here: ${column} ${directionMark[direction]}`))
  ].join(" · ")
