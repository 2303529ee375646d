import { counted, grouped } from "@public-records/text/counts"
import { Option } from "effect"
import { Atom } from "effect/reactivity"
import { type Arrangement, arrangementText } from "./arrangement.ts"
import { describeForm } from "../form/filterForm.ts"
import { mirrorAtom } from "../requests.ts"
import type { CollectionDefinition, DetailField } from "./CollectionDefinition.ts"
import type { NarrowedQuery } from "./facets.ts"
import { isRowCountKnown, loadedRecords, remainingRequests, rowAt, rowCountOf, type RowStore } from "./RowStore.ts"
import type { CollectionState } from "./state.ts"
import type { VisibleRows } from "./visibleRows.ts"

/** Describes the filter of a query. Returns an empty string for no filter. */
export const describeFilter = <Query, Record>({ form }: CollectionDefinition<Query, Record>, query: Query): string =>
  describeForm(form.fields, form.formOf(query))

/** Describes the rows that remain to be read from a mirror. */
const rowsLabel = (store: RowStore<unknown>): string =>
  `${counted(rowCountOf(store) - store.loaded, "more row", "more rows")}, 50,000 rows at most`

/** Describes the cost of loading the remaining rows. */
const costLabel = (store: RowStore<unknown>): string =>
  Option.match(remainingRequests(store), {
    onNone: () => "one request per 50 rows, total unknown",
    onSome: ({ requests, isAll }) =>
      `${grouped(requests)} more request${requests === 1 ? "" : "s"}${isAll ? "" : ", 50,000 rows at most"}`
  })

/** Returns a field that says what `#` does: on a mirror a report about all complaints, otherwise a search in the loaded rows. */
const sameNumberField = (count: number, loaded: number, hasMirror: boolean): ReadonlyArray<DetailField> => {
  const next = count > 1 ? " · # next" : ""
  const text = hasMirror ? "# report on all complaints" : `${grouped(count)} of ${grouped(loaded)} loaded rows${next}`
  return count === 0 ? [] : [{ label: "SAME NUMBER", text }]
}

const joined = (parts: ReadonlyArray<string>): string => parts.filter((part) => part !== "").join(" · ")

const summaryOf = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  narrowed: NarrowedQuery<Query>,
  store: RowStore<Record>,
  arrangement: Arrangement,
  navigableRows: number
) => {
  const { initialQuery, orderOf, timeOf } = definition
  const facetsOfQuery = narrowed.facets.map(({ label }) => label)
  const facetsOfRows = arrangement.facets.map(({ label }) => label)
  const base = describeFilter(definition, narrowed.base)
  const requested = joined([base, ...facetsOfQuery])
  const filter = joined([requested, ...facetsOfRows])
  const order = orderOf(narrowed.query)
  const first = rowAt(store, 0)
  const showsNewest = filter === "" && order === orderOf(initialQuery) && first?._tag === "Record"
  return {
    loaded: store.loaded,
    /** The number of rows; an estimate unless `isRowCountKnown`. */
    rowCount: rowCountOf(store),
    isRowCountKnown: isRowCountKnown(store),
    /** The number of rows in the current arrangement. */
    navigableRows,
    /** The arrangement in words. Empty for the service's order. */
    arranged: arrangementText(arrangement),
    order,
    /** The filter in words, with all facets. Empty for no filter. May contain control characters, like the next three. */
    filter,
    /** The part of the filter that the source of the records applies. */
    requested,
    /** The filter without facets. */
    base,
    facets: [...facetsOfQuery, ...facetsOfRows],
    /** Whether the facets only select loaded rows. */
    areFacetsOfRows: facetsOfRows.length > 0,
    /** The time of the newest record, if the first row shows it. */
    newest: showsNewest ? Option.some(timeOf(first.record)) : Option.none<string>()
  }
}

/** Size, order and filter of a result. */
export type Summary = ReturnType<typeof summaryOf>

export const labelAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { navigableRows, shownAt, isLoadingAll }: VisibleRows<Query, Record>
) => {
  const summary = Atom.make((get) => {
    const [narrowed, store, arrangement] = [get(state.narrowed), get(state.store), get(state.arrangement)]
    return summaryOf(definition, narrowed, store, arrangement, get(navigableRows))
  })
  const remainingCost = Atom.make((get) => (get(mirrorAtom) === undefined ? costLabel : rowsLabel)(get(state.store)))
  const activityLabel = Atom.make((get) => {
    const activity = get(state.loaderStatus)
    if (activity._tag !== "Loading") return ""
    const { offset, limit } = activity.request
    return get(isLoadingAll)
      ? `loading all, ${get(remainingCost)}`
      : `loading ${grouped(offset + 1)}–${grouped(offset + limit)}`
  })
  const detail = Atom.make((get): ReadonlyArray<DetailField> => {
    const row = get(shownAt)(get(state.view).cursor)
    if (row?._tag !== "Record") return []
    const [first, ...rest] = definition.detail(row.record)
    const store = get(state.store)
    const number = definition.numberOf(row.record)
    const hasNumber = (record: Record): boolean => definition.numberOf(record) === number
    const count = number === "" ? 0 : loadedRecords(store).filter(hasNumber).length
    return [first, ...sameNumberField(count, store.loaded, get(mirrorAtom) !== undefined), ...rest]
  })
  return {
    summary,
    remainingCost,
    activityLabel,
    detail
  }
}
