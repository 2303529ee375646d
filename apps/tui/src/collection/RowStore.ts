import type { Page } from "@public-records/core"
import { Option } from "effect"

/** Rows are asked for and kept in pages of this many: the most that the service gives in one answer. */
const rowsPerPage = 50

const maxPagesHeld = 1000

/** One row of a result: a record, or what came in a record's place. */
export type Row<Record> =
  | { readonly _tag: "Record"; readonly record: Record }
  | { readonly _tag: "Rejected"; readonly reason: string }

/**
 * What is loaded of a result, by page, so that a jump may leave gaps.
 *
 * **Units** rows count from 0. A page holds its first rows without gaps and is complete with `rowsPerPage` of them.
 */
export interface RowStore<Record> {
  readonly pages: ReadonlyMap<number, ReadonlyArray<Row<Record>>>
  /** What the service claims. */
  readonly total: Option.Option<number>
  /** Where an answer was empty: the result has no row from here on. */
  readonly end: Option.Option<number>
  readonly loaded: number
}

/** One request: a page's missing rows. */
export interface RowRequest {
  readonly offset: number
  readonly limit: number
}

/** Nothing loaded, nothing known. */
export const emptyStore: RowStore<never> = {
  pages: new Map(),
  total: Option.none(),
  end: Option.none(),
  loaded: 0
}

/** The page that a row is in. */
export const pageOfRow = (row: number): number => Math.floor(row / rowsPerPage)

/** The row at an index, where it is loaded. */
export const rowAt = <Record>(store: RowStore<Record>, index: number): Row<Record> | undefined =>
  store.pages.get(pageOfRow(index))?.[index % rowsPerPage]

const afterLastLoaded = (store: RowStore<unknown>): number => {
  let last = 0
  for (const [page, rows] of store.pages) last = Math.max(last, page * rowsPerPage + rows.length)
  return last
}

/** Whether the loaded rows are the first ones of the result. */
export const isGapless = (store: RowStore<unknown>): boolean => afterLastLoaded(store) === store.loaded

/**
 * How many rows there are to move over.
 *
 * **Gotchas** where no total is known, one row more than is loaded stands for what may follow; a claimed total that is
 * too small gives way to what came, one that is too large to the place where an answer was empty.
 */
export const extentOf = (store: RowStore<unknown>): number => {
  const loadedUpTo = afterLastLoaded(store)
  const claimed = Option.getOrElse(store.total, () => loadedUpTo + 1)
  return Math.min(
    Math.max(claimed, loadedUpTo),
    Option.getOrElse(store.end, () => Number.POSITIVE_INFINITY)
  )
}

/** Whether the extent is the service's claim or a seen end, and not a guess from what is loaded. */
export const isExtentKnown = (store: RowStore<unknown>): boolean =>
  Option.isSome(store.total) || Option.isSome(store.end)

const rowsOf = <Record>(page: Page<Record>): ReadonlyArray<Row<Record>> => [
  ...page.records.map((record) => ({ _tag: "Record" as const, record })),
  ...page.rejected.map(({ reason }) => ({ _tag: "Rejected" as const, reason }))
]

const withoutFarthest = <Record>(
  pages: Map<number, ReadonlyArray<Row<Record>>>,
  near: number
): ReadonlyMap<number, ReadonlyArray<Row<Record>>> => {
  while (pages.size > maxPagesHeld) {
    const farthest = [...pages.keys()].reduce((a, b) => (Math.abs(a - near) >= Math.abs(b - near) ? a : b))
    pages.delete(farthest)
  }
  return pages
}

/** The store with an answer to `request` in it. An answer that came empty ends the result there. */
export const withPage = <Record>(
  store: RowStore<Record>,
  request: RowRequest,
  answer: Page<Record>
): RowStore<Record> => {
  const number = pageOfRow(request.offset)
  const before = (store.pages.get(number) ?? []).slice(0, request.offset - number * rowsPerPage)
  const rows = [...before, ...rowsOf(answer).slice(0, request.limit)]
  const pages = withoutFarthest(new Map(store.pages).set(number, rows), number)
  const end = answer.received === 0 ? Option.some(Math.min(request.offset, endOf(store))) : store.end
  let loaded = 0
  for (const held of pages.values()) loaded += held.length
  return { pages, loaded, end, total: Option.orElse(answer.total, () => store.total) }
}

const endOf = (store: RowStore<unknown>): number => Option.getOrElse(store.end, () => Number.POSITIVE_INFINITY)

const missingOf = (store: RowStore<unknown>, page: number, extent: number): RowRequest | undefined => {
  const held = store.pages.get(page)?.length ?? 0
  const offset = page * rowsPerPage + held
  return held >= rowsPerPage || offset >= extent ? undefined : { offset, limit: rowsPerPage - held }
}

/**
 * The next request for rows `first` to `last` (exclusive), and once those are there for the row that lies `ahead` beyond
 * them: below the window, or above it where `ahead` is negative.
 *
 * **Gotchas** before anything is known, the first page that is looked at is asked for whatever the extent.
 */
export const missingRows = (
  store: RowStore<unknown>,
  first: number,
  last: number,
  ahead: number
): Option.Option<RowRequest> => {
  const extent = store.pages.size === 0 && !isExtentKnown(store) ? Number.POSITIVE_INFINITY : extentOf(store)
  const beyond = ahead < 0 ? Math.max(0, first + ahead) : last - 1 + ahead
  const wanted = [first, Math.max(first, last - 1), beyond]
  const pages = new Set(wanted.filter((row) => row >= 0).map(pageOfRow))
  const missing = [...pages].map((page) => missingOf(store, page, extent))
  return Option.fromUndefinedOr(missing.find((request) => request !== undefined))
}

/** The first request of all that are left until every row is loaded, or as many as are held at the same time. */
export const firstMissing = (store: RowStore<unknown>): Option.Option<RowRequest> => {
  const extent = extentOf(store)
  if (store.pages.size >= maxPagesHeld) return Option.none()
  for (let page = 0; page <= pageOfRow(extent); page++) {
    const request = missingOf(store, page, extent)
    if (request !== undefined) return Option.some(request)
  }
  return Option.none()
}

/**
 * How many requests it takes to load what is not loaded yet, and whether that is all there is: more rows than are held
 * at the same time cannot be. Nothing where nobody knows how many there are.
 */
export const priceOfRest = (
  store: RowStore<unknown>
): Option.Option<{ readonly requests: number; readonly isAll: boolean }> => {
  if (!isExtentKnown(store)) return Option.none()
  const extent = extentOf(store)
  const pages = Math.ceil(extent / rowsPerPage)
  let complete = 0
  for (const page of store.pages.keys()) if (missingOf(store, page, extent) === undefined) complete++
  const requests = Math.min(pages - complete, maxPagesHeld - store.pages.size)
  return Option.some({ requests: Math.max(0, requests), isAll: pages <= maxPagesHeld })
}

/** How many of the loaded records a test holds for. */
export const countLoaded = <Record>(store: RowStore<Record>, test: (record: Record) => boolean): number => {
  let count = 0
  for (const rows of store.pages.values()) {
    for (const row of rows) if (row._tag === "Record" && test(row.record)) count++
  }
  return count
}

/** The loaded rows in order, each with its index. */
export function* loadedRows<Record>(store: RowStore<Record>): Generator<readonly [number, Row<Record>]> {
  const numbers = [...store.pages.keys()].toSorted((a, b) => a - b)
  for (const number of numbers) {
    for (const [place, row] of (store.pages.get(number) ?? []).entries()) yield [number * rowsPerPage + place, row]
  }
}
