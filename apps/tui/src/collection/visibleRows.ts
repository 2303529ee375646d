import type { PublicRecordsError } from "@public-records/core"
import { Cause, Option } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { layoutOf, showsPaneAtom, sizeAtom } from "../drawing/layout.ts"
import { appRuntime, sourceInfoAtom } from "../requests.ts"
import { arrangedRows, isServiceOrder } from "./arrangement.ts"
import type { CollectionDefinition, MirrorAnswers } from "./CollectionDefinition.ts"
import { anyWidth } from "./tableColumns.ts"
import type { Facet } from "./facets.ts"
import { makeLoader } from "./loader.ts"
import { emptyStore, firstMissing, missingRows, pageOfRow, type Row, rowAt, rowCountOf } from "./RowStore.ts"
import type { Activity, CollectionState } from "./state.ts"
import { windowAt } from "./RowWindow.ts"

const prefetchRows = 20

/** A failure to start the client. No request can be sent then. */
const runtimeFailure: Atom.Atom<Option.Option<PublicRecordsError>> = Atom.make((get) =>
  Option.flatMap(AsyncResult.cause(get(appRuntime)), Cause.findErrorOption)
)

/** How the mirror answers for a collection, if the records come from a mirror. */
export type Answers<Query> = Atom.Atom<MirrorAnswers<Query> | undefined>

/** Returns whether a record is in the bar of a chart. */
const isInFacet =
  <Query, Record>({ insights }: CollectionDefinition<Query, Record>) =>
  (record: Record, { chart, key }: Facet): boolean =>
    insights.charts.some(({ name, keyOf }) => name === chart && keyOf(record) === key)

/** Creates the atoms for the order and number of rows, loaded or not. */
const shownAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const columns = definition.columns(anyWidth)
  const isIn = isInFacet(definition)
  const rowOrder = Atom.make((get) => arrangedRows(get(state.store), get(state.arrangement), columns, isIn))
  const navigableRows = Atom.make((get) => get(rowOrder)?.length ?? rowCountOf(get(state.store)))
  const shownAt = Atom.make((get) => {
    const store = get(state.store)
    const arranged = get(rowOrder)
    return (position: number): Row<Record> | undefined =>
      rowAt(store, arranged === undefined ? position : (arranged[position] ?? -1))
  })
  /** Returns whether a record is selected by all facets. */
  const isInFacets = Atom.make((get) => {
    const { facets } = get(state.arrangement)
    return (record: Record): boolean => facets.every((facet) => isIn(record, facet))
  })
  return { rowOrder, navigableRows, shownAt, isInFacets }
}

/** Creates the atoms for the visible rows, which follow the size of the terminal, and for the next rows to load. */
export const visibleRowAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  answers: Answers<Query>
) => {
  const activity = Atom.make((get): Activity => {
    const error = get(runtimeFailure)
    if (Option.isNone(error)) return get(state.loaderStatus)
    return { _tag: "Failed", request: { offset: 0, limit: 0 }, error: error.value, secondsLeft: Option.none() }
  })
  const hasFailed = Atom.make((get) => get(activity)._tag === "Failed")
  const layout = Atom.make((get) => layoutOf(get(sizeAtom), get(showsPaneAtom), get(hasFailed)))
  const shown = shownAtoms(definition, state)
  const window = Atom.make((get) => {
    const view = get(state.view)
    return windowAt(view, view.cursor, get(shown.navigableRows), get(layout).tableRows)
  })
  const isLoadingAll = Atom.make((get) => {
    const isLocal = !get(sourceInfoAtom).hasLimit && get(answers) === undefined
    const countsLocal = get(state.isCounting) && isLocal && Option.isNone(get(state.canceledPage))
    return countsLocal || get(state.wantsAll)
  })
  const wanted = Atom.make((get) => {
    const { top, direction } = get(window)
    const store = get(state.isStale) ? emptyStore : get(state.store)
    const hasGaps = isServiceOrder(get(state.arrangement)) || store.pages.size === 0
    const near = hasGaps
      ? missingRows(store, top, top + get(layout).tableRows, direction * prefetchRows)
      : Option.none()
    const canceled = get(state.canceledPage)
    const request = Option.filter(near, ({ offset }) => !Option.contains(canceled, pageOfRow(offset)))
    return Option.orElse(request, () => (get(isLoadingAll) ? firstMissing(store) : Option.none()))
  })
  const loader = makeLoader(definition, state, wanted, isLoadingAll, shown.rowOrder)
  return { activity, layout, window, isLoadingAll, loader, ...shown }
}

export type VisibleRows<Query, Record> = ReturnType<typeof visibleRowAtoms<Query, Record>>
