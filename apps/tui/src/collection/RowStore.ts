import type { Page } from "@public-records/core"
import { Option } from "effect"

/** Rows per request and page: the maximum of the service. */
const rowsPerPage = 50

const maxPagesHeld = 1000

/** A row of a result: a record, or the reason why the record is invalid. */
export type Row<Record> =
  | { readonly _tag: "Record"; readonly record: Record }
  | { readonly _tag: "Rejected"; readonly reason: string }

/**
 * The loaded rows of a result, by page. A jump leaves gaps.
 *
 * **Units** rows count from 0. A page has no gaps and is complete with 50 rows.
 */
export interface RowStore<Record> {
  readonly pages: ReadonlyMap<number, ReadonlyArray<Row<Record>>>
  /** The total that the service reports. */
  readonly total: Option.Option<number>
  /** The end of the result: the offset at which a response was empty. */
  readonly end: Option.Option<number>
  readonly loaded: number
}

export interface RowRequest {
  readonly offset: number
  readonly limit: number
}

export const emptyStore: RowStore<never> = { pages: new Map(), total: Option.none(), end: Option.none(), loaded: 0 }

export const pageOfRow = (row: number): number => Math.floor(row / rowsPerPage)

/** Returns the row at an index, or `undefined` if it is not loaded. */
export const rowAt = <Record>(store: RowStore<Record>, index: number): Row<Record> | undefined =>
  store.pages.get(pageOfRow(index))?.[index % rowsPerPage]

const endOf = (store: RowStore<unknown>): number => Option.getOrElse(store.end, () => Number.POSITIVE_INFINITY)

const afterLastLoaded = (store: RowStore<unknown>): number => {
  let last = 0
  for (const [page, rows] of store.pages) last = Math.max(last, page * rowsPerPage + rows.length)
  return last
}

/** Whether the loaded rows are the first ones of the result. */
export const isGapless = (store: RowStore<unknown>): boolean => afterLastLoaded(store) === store.loaded

/**
 * Returns the number of rows of a result.
 *
 * **Gotchas** if the total is unknown, returns one more than the number of loaded rows. Loaded rows override a total that is
 * too small. An empty response overrides a total that is too large.
 */
export const rowCountOf = (store: RowStore<unknown>): number => {
  const loadedUpTo = afterLastLoaded(store)
  const claimed = Option.getOrElse(store.total, () => loadedUpTo + 1)
  return Math.min(Math.max(claimed, loadedUpTo), endOf(store))
}

/** Whether the number of rows is known from the service, not estimated from the loaded rows. */
export const isRowCountKnown = (store: RowStore<unknown>): boolean =>
  Option.isSome(store.total) || Option.isSome(store.end)

const rowsOf = <Record>(page: Page<Record>): ReadonlyArray<Row<Record>> => [
  ...page.records.map((record) => ({ _tag: "Record" as const, record })),
  ...page.rejected.map(({ reason }) => ({ _tag: "Rejected" as const, reason }))
]

const evictFarthest = (pages: Map<number, unknown>, near: number): void => {
  while (pages.size > maxPagesHeld) {
    const farthest = [...pages.keys()].reduce((a, b) => (Math.abs(a - near) >= Math.abs(b - near) ? a : b))
    pages.delete(farthest)
  }
}

/** Adds the response to a request. An empty page marks the end of the result. */
export const withPage = <Record>(
  store: RowStore<Record>,
  request: RowRequest,
  answer: Page<Record>
): RowStore<Record> => {
  const number = pageOfRow(request.offset)
  const before = (store.pages.get(number) ?? []).slice(0, request.offset - number * rowsPerPage)
  const rows = [...before, ...rowsOf(answer).slice(0, request.limit)]
  const pages = new Map(store.pages).set(number, rows)
  evictFarthest(pages, number)
  const end = answer.received === 0 ? Option.some(Math.min(request.offset, endOf(store))) : store.end
  const loaded = [...pages.values()].reduce((sum, held) => sum + held.length, 0)
  return { pages, loaded, end, total: Option.orElse(Option.fromNullOr(answer.total), () => store.total) }
}

const missingOf = (store: RowStore<unknown>, page: number, rowCount: number): RowRequest | undefined => {
  const held = store.pages.get(page)?.length ?? 0
  const offset = page * rowsPerPage + held
  return held >= rowsPerPage || offset >= rowCount ? undefined : { offset, limit: rowsPerPage - held }
}

/** Returns the next request for rows `first` to `last` (exclusive), or for the row `ahead` of them (before if negative). */
export const missingRows = (
  store: RowStore<unknown>,
  first: number,
  last: number,
  ahead: number
): Option.Option<RowRequest> => {
  const rowCount = store.pages.size === 0 && !isRowCountKnown(store) ? Number.POSITIVE_INFINITY : rowCountOf(store)
  const beyond = ahead < 0 ? Math.max(0, first + ahead) : last - 1 + ahead
  const pages = new Set([first, last - 1, beyond].map(pageOfRow))
  const missing = [...pages].map((page) => missingOf(store, page, rowCount))
  return Option.fromUndefinedOr(missing.find((request) => request !== undefined))
}

/** Returns a request for the first missing rows, or `None` if all rows are loaded or the store is full. */
export const firstMissing = (store: RowStore<unknown>): Option.Option<RowRequest> => {
  const rowCount = rowCountOf(store)
  if (store.pages.size >= maxPagesHeld) return Option.none()
  for (let page = 0; page <= pageOfRow(rowCount); page++) {
    const request = missingOf(store, page, rowCount)
    if (request !== undefined) return Option.some(request)
  }
  return Option.none()
}

/** Returns the number of requests for the missing rows, and whether all rows fit. Returns `None` if the total is unknown. */
export const remainingRequests = (store: RowStore<unknown>) => {
  if (!isRowCountKnown(store)) return Option.none()
  const rowCount = rowCountOf(store)
  const pages = Math.ceil(rowCount / rowsPerPage)
  let complete = 0
  for (const page of store.pages.keys()) if (missingOf(store, page, rowCount) === undefined) complete++
  const requests = Math.min(pages - complete, maxPagesHeld - store.pages.size)
  return Option.some({ requests: Math.max(0, requests), isAll: pages <= maxPagesHeld })
}

/** Yields the loaded rows in order, with their indexes. */
export function* loadedRows<Record>(store: RowStore<Record>): Generator<readonly [number, Row<Record>]> {
  const numbers = [...store.pages.keys()].toSorted((a, b) => a - b)
  for (const number of numbers) {
    for (const [position, row] of (store.pages.get(number) ?? []).entries())
      yield [number * rowsPerPage + position, row]
  }
}

/** Returns the loaded records in any order. */
export const loadedRecords = <Record>(store: RowStore<Record>): ReadonlyArray<Record> => {
  const records: Array<Record> = []
  for (const rows of store.pages.values()) {
    for (const row of rows) if (row._tag === "Record") records.push(row.record)
  }
  return records
}
