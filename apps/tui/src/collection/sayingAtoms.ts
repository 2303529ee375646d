import { Option } from "effect"
import { Atom } from "effect/reactivity"
import { grouped } from "@public-records/text/counts"
import { rowLabel } from "../drawing/counts.ts"
import { arrangementText } from "./arrangement.ts"
import type { BrowsableQuery, CollectionDefinition, DetailField } from "./CollectionDefinition.ts"
import type { CollectionState } from "./state.ts"
import { countLoaded, extentOf, isExtentKnown, priceOfRest, type Row, rowAt, type RowStore } from "./RowStore.ts"
import type { Summary } from "./Summary.ts"

const summaryOf = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  query: Query,
  store: RowStore<Record>,
  shown: Pick<Summary, "reach" | "arranged">
): Summary => {
  const filter = definition.describe(query)
  const order = definition.orderOf(query)
  const first = rowAt(store, 0)
  const showsNewest = filter === "" && order === definition.orderOf(definition.initialQuery) && first?._tag === "Record"
  return {
    ...shown,
    loaded: store.loaded,
    extent: extentOf(store),
    isExtentKnown: isExtentKnown(store),
    order,
    filter,
    newest: showsNewest ? Option.some(definition.timeOf(first.record)) : Option.none()
  }
}

/** What loading the rest costs, in words. */
const priceText = (store: RowStore<unknown>): string =>
  Option.match(priceOfRest(store), {
    onNone: () => "one request per 50 rows, total unknown",
    onSome: ({ requests, isAll }) =>
      `${grouped(requests)} more request${requests === 1 ? "" : "s"}${isAll ? "" : ", 50,000 rows at most"}`
  })

/** How often a number is in the loaded rows, for a record's detail; nothing for a record without one. */
const seenField = (count: number, loaded: number): ReadonlyArray<DetailField> =>
  count === 0
    ? []
    : [
        {
          label: "NUMBER IN",
          text: `${grouped(count)} of ${grouped(loaded)} loaded rows${count > 1 ? " · # next" : ""}`
        }
      ]

interface Shown<Record> {
  readonly isLoadingAll: Atom.Atom<boolean>
  readonly reach: Atom.Atom<number>
  readonly shownAt: Atom.Atom<(place: number) => Row<Record> | undefined>
}

/** What is said in words. */
export const sayingAtoms = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { reach, shownAt, isLoadingAll }: Shown<Record>
) => {
  const summary = Atom.make((get) =>
    summaryOf(definition, get(state.query), get(state.store), {
      reach: get(reach),
      arranged: arrangementText(get(state.arrangement))
    })
  )
  const price = Atom.make((get) => priceText(get(state.store)))
  return {
    summary,
    price,
    where: Atom.make((get) => rowLabel(get(state.view).cursor, get(summary))),
    doing: Atom.make((get) => {
      const activity = get(state.reported)
      if (activity._tag !== "Loading") return ""
      const { offset, limit } = activity.request
      return get(isLoadingAll)
        ? `loading all, ${get(price)}`
        : `loading ${grouped(offset + 1)}–${grouped(offset + limit)}`
    }),
    detail: Atom.make((get): ReadonlyArray<DetailField> => {
      const row = get(shownAt)(get(state.view).cursor)
      if (row?._tag !== "Record") return []
      const [first, ...rest] = definition.detail(row.record)
      const store = get(state.store)
      const number = definition.numberOf(row.record)
      const count = number === "" ? 0 : countLoaded(store, (record) => definition.numberOf(record) === number)
      const seen = seenField(count, store.loaded)
      return first === undefined ? [] : [first, ...seen, ...rest]
    })
  }
}
