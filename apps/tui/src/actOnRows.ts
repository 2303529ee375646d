import { Option } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import type { Collection } from "./browsing/collection.ts"
import { grouped } from "./chrome/counts.ts"
import type { Action } from "./keys/Action.ts"
import { note } from "./session.ts"

type Registry = AtomRegistry.AtomRegistry

/** What a key can ask of the rows of a collection as a whole. */
export type RowsAction = Extract<Action, { _tag: "FilterBy" | "ColumnBy" | "SortHere" | "LoadAll" }>

const filterBy = (registry: Registry, collection: Collection, by: 1 | -1): void =>
  Option.match(collection.filterBy(registry, by), {
    onNone: () =>
      note(registry, by === -1 ? "There is no filter before this one." : "There is no filter after this one."),
    onSome: ({ place, count }) => {
      const { filter } = registry.get(collection.summary)
      note(registry, `Filter ${place} of ${count}: ${filter === "" ? "none" : filter}`)
    }
  })

const sortHere = (registry: Registry, collection: Collection): void => {
  collection.sortHere(registry)
  const { arranged, loaded } = registry.get(collection.summary)
  note(registry, arranged === "" ? "In the service's order again." : `${grouped(loaded)} loaded rows, ${arranged}`)
}

/** Says what loading all costs, and begins. */
const loadAll = (registry: Registry, collection: Collection): void => {
  collection.loadAll(registry)
  note(registry, `Loading all, ${registry.get(collection.price)}. Esc stops.`)
}

/** Does what a key asked of the rows. */
export const actOnRows = (registry: Registry, collection: Collection, action: RowsAction): void => {
  switch (action._tag) {
    case "FilterBy":
      return filterBy(registry, collection, action.by)
    case "ColumnBy":
      collection.columnBy(registry, action.by)
      return note(registry, `Column ${collection.chosenColumn(registry)}: S sorts loaded rows by it.`)
    case "SortHere":
      return sortHere(registry, collection)
    case "LoadAll":
      return loadAll(registry, collection)
  }
}
