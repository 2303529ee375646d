import { Option, Result } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { appRuntime } from "../source.ts"
import { type FormValues, openForm, settled } from "../form/FormModel.ts"
import { type Arrangement, asServed, isAsServed, placeAfter, type Selection, shownRows } from "./arrangement.ts"
import type { BrowsableQuery, CollectionDefinition } from "./CollectionDefinition.ts"
import { anyWidth, type makeCollectionAtoms, requestText } from "./derived.ts"
import { type CollectionState, idle } from "./state.ts"
import { digitsOf, type Match, matchFrom } from "./find.ts"
import { sortAfter } from "./LocalSort.ts"
import { look, looked, thrifty } from "./looking.ts"
import { leaving, mapHistory, noHistory, steppedBy } from "./history.ts"
import { emptyStore, pageOfRow, type RowRequest } from "./RowStore.ts"
import { startOfView } from "./View.ts"

type Registry = AtomRegistry.AtomRegistry

type Atoms<Query extends BrowsableQuery<Query>, Record> = ReturnType<typeof makeCollectionAtoms<Query, Record>>

const next = (count: number): number => count + 1

/** What can be asked of the filter. */
const filterVerbs = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { formQuery }: Pick<Atoms<Query, Record>, "formQuery">
) => {
  const requestOf = (query: Query): string => requestText(definition.path, query)
  const isAsked = (registry: Registry, query: Query): boolean =>
    requestOf(query) === requestOf(registry.get(state.query))
  /** Asking again what is asked keeps what is loaded of it. */
  const ask = (registry: Registry, query: Query): void => {
    if (isAsked(registry, query)) return look(registry, state, looked(registry, state))
    const history = leaving(registry.get(state.history), looked(registry, state))
    registry.set(state.history, mapHistory(history, thrifty()))
    look(registry, state, { query, store: emptyStore, view: startOfView, arrangement: asServed })
  }
  return {
    editFilter: (registry: Registry): void =>
      registry.set(state.form, openForm(definition.fields, definition.formOf(registry.get(state.query)))),
    askedValues: (registry: Registry): FormValues => definition.formOf(registry.get(state.query)),
    resetForm: (registry: Registry): void =>
      registry.set(state.form, openForm(definition.fields, definition.emptyForm)),
    applyForm: (registry: Registry): boolean => {
      const query = registry.get(formQuery)
      const isRefused = Result.isFailure(query)
      registry.update(state.form, (form) => ({ ...settled(definition.fields, form), isRefused }))
      if (Result.isSuccess(query)) ask(registry, query.success)
      return !isRefused
    },
    startAnew: (registry: Registry): void => {
      registry.set(state.history, noHistory)
      const query = registry.get(state.query)
      look(registry, state, { query, store: emptyStore, view: startOfView, arrangement: asServed })
    },
    clearFilter: (registry: Registry): boolean => {
      if (isAsked(registry, definition.initialQuery)) return false
      ask(registry, definition.initialQuery)
      return true
    }
  }
}

/** Going back and forth among what was asked. */
const historyVerbs = <Query extends BrowsableQuery<Query>, Record>(state: CollectionState<Query, Record>) => ({
  filterBy: (registry: Registry, by: 1 | -1): Option.Option<{ readonly place: number; readonly count: number }> => {
    const stepped = steppedBy(registry.get(state.history), looked(registry, state), by)
    if (stepped === undefined) return Option.none()
    registry.set(state.history, stepped.history)
    look(registry, state, stepped.entry)
    const { before, after } = stepped.history
    return Option.some({ place: before.length + 1, count: before.length + after.length + 1 })
  }
})

/** The page that is not waited for any longer; none where the rows that are there were asked for again. */
const pageGivenUp = <Query, Record>(
  registry: Registry,
  { isStale, store }: CollectionState<Query, Record>,
  { offset }: RowRequest
): Option.Option<number> =>
  registry.get(isStale) && registry.get(store).loaded > 0 ? Option.none() : Option.some(pageOfRow(offset))

/** What can be asked of the loader. */
const loadingVerbs = <Query extends BrowsableQuery<Query>, Record>(
  state: CollectionState<Query, Record>,
  { activity }: Pick<Atoms<Query, Record>, "activity">
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
      registry.set(state.isStale, true)
      registry.set(state.loadsAll, false)
      retry(registry)
    },
    loadAll: (registry: Registry): void => {
      registry.set(state.stopped, Option.none())
      registry.set(state.loadsAll, true)
    },
    cancel: (registry: Registry): boolean => {
      const doing = registry.get(state.reported)
      if (doing._tag === "Idle") return false
      Atom.batch(() => {
        registry.set(state.stopped, pageGivenUp(registry, state, doing.request))
        registry.set(state.isStale, false)
        registry.set(state.loadsAll, false)
        registry.set(state.reported, idle)
        registry.update(state.run, next)
      })
      return true
    }
  }
}

/** What can be asked of the way in which loaded rows are shown. */
const arrangingVerbs = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { places }: Pick<Atoms<Query, Record>, "places">
) => {
  const titles = definition.columns(anyWidth).map(({ title }) => title)
  const arrange = (registry: Registry, change: Partial<Arrangement<Record>>): void =>
    Atom.batch(() => {
      const before = registry.get(places)
      registry.update(state.arrangement, (arrangement) => ({ ...arrangement, ...change }))
      const place = placeAfter(before, registry.get(places), registry.get(state.view).cursor)
      registry.set(state.view, { ...startOfView, cursor: place, top: place })
    })
  const chosenColumn = (registry: Registry): string =>
    Option.getOrElse(registry.get(state.column), () => titles[0] ?? "")
  return {
    chosenColumn,
    columnBy: (registry: Registry, by: 1 | -1): void => {
      const isFirst = Option.isNone(registry.get(state.column))
      const at = titles.indexOf(chosenColumn(registry)) + (isFirst && by === 1 ? 0 : by)
      registry.set(state.column, Option.fromUndefinedOr(titles[(at + titles.length) % titles.length]))
    },
    sortHere: (registry: Registry): void => {
      const column = chosenColumn(registry)
      registry.set(state.column, Option.some(column))
      arrange(registry, { sort: sortAfter(registry.get(state.arrangement).sort, column) })
    },
    showOnly: (registry: Registry, only: Option.Option<Selection<Record>>): void => arrange(registry, { only }),
    unarrange: (registry: Registry): boolean => {
      if (isAsServed(registry.get(state.arrangement))) return false
      arrange(registry, asServed)
      return true
    }
  }
}

/** What the keys can ask of a collection. */
export const makeCollectionVerbs = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  atoms: Atoms<Query, Record>
) => {
  const columns = definition.columns(anyWidth)
  const cellsOf = (record: Record): string => columns.map(({ text }) => text(record)).join("\n")
  return {
    ...filterVerbs(definition, state, atoms),
    ...historyVerbs(state),
    ...loadingVerbs(state, atoms),
    ...arrangingVerbs(definition, state, atoms),
    numberAtCursor: (registry: Registry): string => {
      const row = registry.get(atoms.shownAt)(registry.get(state.view).cursor)
      return row?._tag === "Record" ? definition.numberOf(row.record) : ""
    },
    find: (registry: Registry, from: number, by: 1 | -1): Option.Option<Match> => {
      const sought = registry.get(state.sought)
      if (sought.text === "") return Option.none()
      const text = sought.text.toLowerCase()
      const digits = digitsOf(sought.text)
      const isMatch = (record: Record): boolean =>
        sought._tag === "Number"
          ? definition.numberOf(record) === sought.text
          : `${cellsOf(record)}\n${definition.numberOf(record)}`.toLowerCase().includes(text) ||
            (digits !== "" && definition.numberOf(record).includes(digits))
      return matchFrom(shownRows(registry.get(state.store), registry.get(atoms.places)), isMatch, from, by)
    }
  }
}
