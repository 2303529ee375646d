import { Option } from "effect"
import { Atom } from "effect/reactivity"
import { layoutOf, showsPaneAtom, sizeAtom } from "../drawing/layout.ts"
import type { CollectionDefinition } from "./CollectionDefinition.ts"
import { anyWidth } from "./tableColumns.ts"
import { makeLoader } from "./loader.ts"
import { sortedRows } from "./localSort.ts"
import { emptyStore, firstMissing, missingRows, pageOfRow, type Row, rowAt, rowCountOf } from "./RowStore.ts"
import type { CollectionState } from "./state.ts"
import { windowAt } from "./RowWindow.ts"

const prefetchRows = 20

/** Creates the atoms for the order and number of rows, loaded or not. */
const shownAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const columns = definition.columns(anyWidth)
  const rowOrder = Atom.make((get) => sortedRows(get(state.store), get(state.sort), columns))
  const navigableRows = Atom.make((get) => get(rowOrder)?.length ?? rowCountOf(get(state.store)))
  const shownAt = Atom.make((get) => {
    const store = get(state.store)
    const arranged = get(rowOrder)
    return (position: number): Row<Record> | undefined =>
      rowAt(store, arranged === undefined ? position : (arranged[position] ?? -1))
  })
  return { rowOrder, navigableRows, shownAt }
}

/** Creates the atoms for the visible rows, which follow the size of the terminal, and for the next rows to load. */
export const visibleRowAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const hasFailed = Atom.make((get) => get(state.loaderStatus)._tag === "Failed")
  const layout = Atom.make((get) => layoutOf(get(sizeAtom), get(showsPaneAtom), get(hasFailed)))
  const shown = shownAtoms(definition, state)
  const window = Atom.make((get) => {
    const view = get(state.view)
    return windowAt(view, view.cursor, get(shown.navigableRows), get(layout).tableRows)
  })
  const wanted = Atom.make((get) => {
    const { top, direction } = get(window)
    const store = get(state.isStale) ? emptyStore : get(state.store)
    const hasGaps = Option.isNone(get(state.sort)) || store.pages.size === 0
    const near = hasGaps
      ? missingRows(store, top, top + get(layout).tableRows, direction * prefetchRows)
      : Option.none()
    const canceled = get(state.canceledPage)
    const request = Option.filter(near, ({ offset }) => !Option.contains(canceled, pageOfRow(offset)))
    return Option.orElse(request, () => (get(state.wantsAll) ? firstMissing(store) : Option.none()))
  })
  const loader = makeLoader(definition, state, wanted, shown.rowOrder)
  return { layout, window, loader, ...shown }
}

export type VisibleRows<Query, Record> = ReturnType<typeof visibleRowAtoms<Query, Record>>
