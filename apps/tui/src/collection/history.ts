import type { NarrowedQuery } from "./facets.ts"
import type { RowSort } from "./localSort.ts"
import { emptyStore, type RowStore } from "./RowStore.ts"
import type { RowWindow } from "./RowWindow.ts"

/** A query with its loaded rows, cursor and sort order. */
export interface HistoryEntry<Query, Record> {
  readonly narrowed: NarrowedQuery<Query>
  readonly store: RowStore<Record>
  readonly view: RowWindow
  readonly sort: RowSort
}

/** Previous and next entries, as in a browser. The nearest come first. */
export interface History<Query, Record> {
  readonly before: ReadonlyArray<HistoryEntry<Query, Record>>
  readonly after: ReadonlyArray<HistoryEntry<Query, Record>>
}

export const noHistory = { before: [], after: [] }

const maxEntries = 50
const maxRows = 20_000

/** Adds an entry and clears the next entries. Discards rows beyond the newest 20,000. */
export const pushEntry = <Query, Record>(
  { before }: History<Query, Record>,
  entry: HistoryEntry<Query, Record>
): History<Query, Record> => {
  let rows = 0
  const trim = (one: HistoryEntry<Query, Record>): HistoryEntry<Query, Record> => {
    rows += one.store.loaded
    return rows <= maxRows ? one : { ...one, store: { ...emptyStore, total: one.store.total } }
  }
  return { before: [entry, ...before].slice(0, maxEntries).map(trim), after: [] }
}

/** Moves one step back (-1) or forth from `entry`. Returns `undefined` if there is no entry. */
export const stepHistory = <Query, Record>(
  { before, after }: History<Query, Record>,
  entry: HistoryEntry<Query, Record>,
  by: 1 | -1
) => {
  const [next, ...rest] = by === -1 ? before : after
  if (next === undefined) return undefined
  return by === -1
    ? { entry: next, history: { before: rest, after: [entry, ...after] } }
    : { entry: next, history: { before: [entry, ...before], after: rest } }
}
