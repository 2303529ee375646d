import { Option } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { type CollectionState, idle, type Looked } from "./state.ts"
import { emptyStore } from "./RowStore.ts"

type Registry = AtomRegistry.AtomRegistry

const maxRowsKept = 20_000

/**
 * Keeps the rows of the newest entries, and of older ones where the reader was: those are asked for again.
 *
 * **Units** 20,000 rows in all.
 */
export const thrifty = <Query, Record>(): ((entry: Looked<Query, Record>) => Looked<Query, Record>) => {
  let kept = 0
  return (entry) => {
    kept += entry.store.loaded
    return kept <= maxRowsKept ? entry : { ...entry, store: { ...emptyStore, total: entry.store.total } }
  }
}

/** What is on the screen, to come back to. */
export const looked = <Query, Record>(
  registry: Registry,
  state: CollectionState<Query, Record>
): Looked<Query, Record> => ({
  query: registry.get(state.query),
  store: registry.get(state.store),
  view: registry.get(state.view),
  arrangement: registry.get(state.arrangement)
})

/** Puts something on the screen; what was being loaded is interrupted. */
export const look = <Query, Record>(
  registry: Registry,
  state: CollectionState<Query, Record>,
  { query, store, view, arrangement }: Looked<Query, Record>
): void =>
  Atom.batch(() => {
    registry.set(state.store, store)
    registry.set(state.arrangement, arrangement)
    registry.set(state.view, view)
    registry.set(state.stopped, Option.none())
    registry.set(state.isStale, false)
    registry.set(state.loadsAll, false)
    registry.set(state.query, query)
    registry.set(state.reported, idle)
    registry.update(state.run, (count) => count + 1)
  })
