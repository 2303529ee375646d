import { grouped } from "@public-records/text/counts"
import { Option } from "effect"
import { Atom } from "effect/reactivity"
import { rowLabel } from "../drawing/counts.ts"
import { arrangementText } from "./arrangement.ts"
import type { CollectionDefinition, DetailField } from "./CollectionDefinition.ts"
import {
  countLoaded,
  rowCountOf,
  isRowCountKnown,
  remainingRequests,
  type Row,
  rowAt,
  type RowStore
} from "./RowStore.ts"
import type { CollectionState } from "./state.ts"
import type { Summary } from "./Summary.ts"

/** Describes a filter by those of its parts that have a text. */
export const filterLabel = (parts: ReadonlyArray<readonly [label: string, text: string | undefined]>): string =>
  parts.flatMap(([label, text]) => (text === undefined ? [] : [`${label} ${text}`])).join(" · ")

/** Describes the cost of loading the remaining rows. */
const costLabel = (store: RowStore<unknown>): string =>
  Option.match(remainingRequests(store), {
    onNone: () => "one request per 50 rows, total unknown",
    onSome: ({ requests, isAll }) =>
      `${grouped(requests)} more request${requests === 1 ? "" : "s"}${isAll ? "" : ", 50,000 rows at most"}`
  })

/** Says how many loaded rows have the number of a record, if it has one. */
const occurrencesField = (count: number, loaded: number): ReadonlyArray<DetailField> => {
  const text = `${grouped(count)} of ${grouped(loaded)} loaded rows${count > 1 ? " · # next" : ""}`
  return count === 0 ? [] : [{ label: "NUMBER IN", text }]
}

interface Shown<Record> {
  readonly isLoadingAll: Atom.Atom<boolean>
  readonly navigableRows: Atom.Atom<number>
  readonly shownAt: Atom.Atom<(place: number) => Row<Record> | undefined>
}

/** Makes the atoms that describe a collection in words. */
export const labelAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { navigableRows, shownAt, isLoadingAll }: Shown<Record>
) => {
  const summary = Atom.make((get): Summary => {
    const query = get(state.query)
    const store = get(state.store)
    const filter = definition.describe(query)
    const order = definition.orderOf(query)
    const first = rowAt(store, 0)
    const isInitial = filter === "" && order === definition.orderOf(definition.initialQuery)
    const showsNewest = isInitial && first?._tag === "Record"
    return {
      loaded: store.loaded,
      rowCount: rowCountOf(store),
      navigableRows: get(navigableRows),
      arranged: arrangementText(get(state.arrangement)),
      isRowCountKnown: isRowCountKnown(store),
      order,
      filter,
      newest: showsNewest ? Option.some(definition.timeOf(first.record)) : Option.none()
    }
  })
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
    const count = number === "" ? 0 : countLoaded(store, (record) => definition.numberOf(record) === number)
    return first === undefined ? [] : [first, ...occurrencesField(count, store.loaded), ...rest]
  })
  return {
    summary,
    remainingCost,
    positionLabel: Atom.make((get) => rowLabel(get(state.view).cursor, get(summary))),
    activityLabel,
    detail
  }
}
