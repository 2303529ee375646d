import { grouped } from "@public-records/text/counts"
import { Atom } from "effect/reactivity"
import { describeForm } from "../form/filterForm.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import type { CollectionDefinition, DetailField } from "./CollectionDefinition.ts"
import type { NarrowedQuery } from "./facets.ts"
import { type RowSort, sortText } from "./localSort.ts"
import { isRowCountKnown, loadedRecords, rowAt, rowCountOf, type RowStore } from "./RowStore.ts"
import type { CollectionState } from "./state.ts"
import type { VisibleRows } from "./visibleRows.ts"

/** Describes the filter of a query. Returns an empty string for no filter. */
export const describeFilter = <Query, Record>({ form }: CollectionDefinition<Query, Record>, query: Query): string =>
  describeForm(form.fields, form.formOf(query))

const summaryOf = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  narrowed: NarrowedQuery<Query>,
  store: RowStore<Record>,
  sort: RowSort,
  navigableRows: number
) => {
  const { initialQuery, orderOf, timeOf } = definition
  const facets = narrowed.facets.map(({ label }) => label)
  const base = describeFilter(definition, narrowed.base)
  const filter = [base, ...facets].filter((part) => part !== "").join(" · ")
  const order = orderOf(narrowed.query)
  const first = rowAt(store, 0)
  const showsNewest = filter === "" && order === orderOf(initialQuery) && first?._tag === "Record"
  return {
    loaded: store.loaded,
    /** The number of rows; an estimate unless `isRowCountKnown`. */
    rowCount: rowCountOf(store),
    isRowCountKnown: isRowCountKnown(store),
    /** The number of rows that the cursor can reach: the loaded ones if they are sorted locally. */
    navigableRows,
    /** The local sort order in words. Empty for the order of the query. */
    sorted: sortText(sort),
    order,
    /** The filter in words, with its facets. Empty for no filter. May contain control characters, like the next two. */
    filter,
    /** The filter without facets. */
    base,
    facets,
    /** The time of the newest record, or an empty string unless the first row shows it. */
    newest: showsNewest ? timeOf(first.record) : ""
  }
}

/** Size, order and filter of a result. */
export type Summary = ReturnType<typeof summaryOf>

export const labelAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { navigableRows, shownAt }: VisibleRows<Query, Record>
) => {
  const summary = Atom.make((get) => {
    const [narrowed, store, sort] = [get(state.narrowed), get(state.store), get(state.sort)]
    return summaryOf(definition, narrowed, store, sort, get(navigableRows))
  })
  const remainingCost = Atom.make((get) => get(screenSourceAtom).restText(get(state.store)))
  const activityLabel = Atom.make((get) => {
    const activity = get(state.loaderStatus)
    if (activity._tag !== "Loading") return ""
    const { offset, limit } = activity.request
    return get(state.wantsAll)
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
    if (count === 0) return [first, ...rest]
    return [first, { label: "SAME NUMBER", text: get(screenSourceAtom).sameNumber(count, store.loaded) }, ...rest]
  })
  return {
    summary,
    remainingCost,
    activityLabel,
    detail
  }
}
