import { grouped } from "@public-records/text/counts"
import { Option } from "effect"
import { Atom } from "effect/reactivity"
import { rowLabel } from "../drawing/counts.ts"
import { type Arrangement, arrangementText } from "./arrangement.ts"
import type { CollectionDefinition, DetailField } from "./CollectionDefinition.ts"
import { isRowCountKnown, loadedRecords, remainingRequests, rowAt, rowCountOf, type RowStore } from "./RowStore.ts"
import type { CollectionState } from "./state.ts"
import type { Loading } from "./derived.ts"
import { newFields, newLabels } from "../visits/unseen.ts"

/** Describes a filter by its defined parts. */
export const filterLabel = (parts: ReadonlyArray<readonly [label: string, text: string | undefined]>): string =>
  parts.flatMap(([label, text]) => (text === undefined ? [] : [`${label} ${text}`])).join(" · ")

/** Describes the cost of loading the remaining rows. */
const costLabel = (store: RowStore<unknown>): string =>
  Option.match(remainingRequests(store), {
    onNone: () => "one request per 50 rows, total unknown",
    onSome: ({ requests, isAll }) =>
      `${grouped(requests)} more request${requests === 1 ? "" : "s"}${isAll ? "" : ", 50,000 rows at most"}`
  })

/** Returns a field with the number of loaded rows that have the same phone number. */
const occurrencesField = (count: number, loaded: number): ReadonlyArray<DetailField> => {
  const text = `${grouped(count)} of ${grouped(loaded)} loaded rows${count > 1 ? " · # next" : ""}`
  return count === 0 ? [] : [{ label: "SAME NUMBER", text }]
}

const summaryOf = <Query, Record>(
  { createdAt, describe, orderOf, initialQuery, timeOf }: CollectionDefinition<Query, Record>,
  query: Query,
  store: RowStore<Record>,
  arrangement: Arrangement<Record>,
  navigableRows: number
) => {
  const filter = describe(query)
  const order = orderOf(query)
  const first = rowAt(store, 0)
  const showsNewest = filter === "" && order === orderOf(initialQuery) && first?._tag === "Record"
  return {
    loaded: store.loaded,
    /** The number of rows; an estimate unless `isRowCountKnown`. */
    rowCount: rowCountOf(store),
    isRowCountKnown: isRowCountKnown(store),
    /** The number of rows in the current arrangement. */
    navigableRows,
    /** The arrangement in words. Empty for the service's order. May contain control characters. */
    arranged: arrangementText(arrangement),
    order,
    filter,
    /** The time of the newest record, if the first row shows it. */
    newest: showsNewest ? Option.some(timeOf(first.record)) : Option.none<string>(),
    /** The creation of the newest record, if the first row shows it and the collection marks new records. */
    newestCreation: showsNewest ? Option.fromUndefinedOr(createdAt?.(first.record)) : Option.none<string>()
  }
}

/** Size, order and filter of a result. */
export type Summary = ReturnType<typeof summaryOf>

export const labelAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { navigableRows, shownAt, isLoadingAll, unseen }: Loading<Query, Record>
) => {
  const summary = Atom.make((get) =>
    summaryOf(definition, get(state.query), get(state.store), get(state.arrangement), get(navigableRows))
  )
  const remainingCost = Atom.make((get) => costLabel(get(state.store)))
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
    if (first === undefined) return []
    return [first, ...occurrencesField(count, store.loaded), ...rest, ...newFields(get(unseen), row.record)]
  })
  return {
    summary,
    remainingCost,
    positionLabel: Atom.make((get) => rowLabel(get(state.view).cursor, get(summary))),
    activityLabel,
    detail,
    /** Labels for the number of new rows, the longest first. */
    newLabels: Atom.make((get) => newLabels(get(state.store), get(unseen)))
  }
}
