import { Option, Result } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { appRuntime } from "../AppLayer.ts"
import { openForm, settled } from "../form/FormModel.ts"
import type { BrowsableQuery, CollectionDefinition } from "./CollectionDefinition.ts"
import type { makeCollectionAtoms } from "./collectionAtoms.ts"
import { type CollectionState, idle } from "./collectionState.ts"
import { type Match, matchFrom } from "./find.ts"
import { emptyStore, pageOfRow, rowAt } from "./RowStore.ts"
import { startOfView } from "./View.ts"

type Registry = AtomRegistry.AtomRegistry

const anyWidth = Number.POSITIVE_INFINITY

const next = (count: number): number => count + 1

/** What can be asked of the filter. */
const filterVerbs = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { formQuery }: Pick<ReturnType<typeof makeCollectionAtoms<Query, Record>>, "formQuery">
) => {
  const ask = (registry: Registry, query: Query): void =>
    Atom.batch(() => {
      registry.set(state.store, emptyStore)
      registry.set(state.view, startOfView)
      registry.set(state.stopped, Option.none())
      registry.set(state.query, query)
      registry.set(state.reported, idle)
      registry.update(state.run, next)
    })
  return {
    editFilter: (registry: Registry): void =>
      registry.set(state.form, openForm(definition.fields, definition.formOf(registry.get(state.query)))),
    resetForm: (registry: Registry): void =>
      registry.set(state.form, openForm(definition.fields, definition.emptyForm)),
    applyForm: (registry: Registry): boolean => {
      registry.update(state.form, (form) => settled(definition.fields, form))
      const query = registry.get(formQuery)
      if (Result.isFailure(query)) return false
      ask(registry, query.success)
      return true
    },
    clearFilter: (registry: Registry): void => ask(registry, definition.initialQuery)
  }
}

/** What can be asked of the loader. */
const loadingVerbs = <Query extends BrowsableQuery<Query>, Record>(
  state: CollectionState<Query, Record>,
  { activity }: Pick<ReturnType<typeof makeCollectionAtoms<Query, Record>>, "activity">
) => {
  const retry = (registry: Registry): void => {
    if (registry.get(activity)._tag === "Failed" && registry.get(state.reported)._tag === "Idle") {
      registry.refresh(appRuntime)
    }
    Atom.batch(() => {
      registry.set(state.stopped, Option.none())
      registry.set(state.reported, idle)
      registry.update(state.run, next)
    })
  }
  return {
    retry,
    isStopped: (registry: Registry): boolean => Option.isSome(registry.get(state.stopped)),
    reload: (registry: Registry): void => {
      registry.set(state.store, emptyStore)
      retry(registry)
    },
    cancel: (registry: Registry): boolean => {
      const doing = registry.get(state.reported)
      if (doing._tag === "Idle") return false
      Atom.batch(() => {
        registry.set(state.stopped, Option.some(pageOfRow(doing.request.offset)))
        registry.set(state.reported, idle)
        registry.update(state.run, next)
      })
      return true
    }
  }
}

/** What the keys can ask of a collection. */
export const makeCollectionVerbs = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  atoms: Pick<ReturnType<typeof makeCollectionAtoms<Query, Record>>, "activity" | "formQuery">
) => {
  const columns = definition.columns(anyWidth)
  const cellsOf = (record: Record): string => columns.map(({ text }) => text(record)).join("\n")
  return {
    ...filterVerbs(definition, state, atoms),
    ...loadingVerbs(state, atoms),
    numberAtCursor: (registry: Registry): string => {
      const row = rowAt(registry.get(state.store), registry.get(state.view).cursor)
      return row?._tag === "Record" ? definition.numberOf(row.record) : ""
    },
    find: (registry: Registry, from: number, by: 1 | -1): Option.Option<Match> => {
      const sought = registry.get(state.sought)
      if (sought.text === "") return Option.none()
      const text = sought.text.toLowerCase()
      const isMatch = (record: Record): boolean =>
        sought._tag === "Number"
          ? definition.numberOf(record) === sought.text
          : `${cellsOf(record)}\n${definition.numberOf(record)}`.toLowerCase().includes(text)
      return matchFrom(registry.get(state.store), isMatch, from, by)
    }
  }
}
