import type { InvalidQuery, QuerySource } from "@public-records/core"
import { containsName } from "@public-records/files/names"
import { Effect, Equal, Option, Result } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { type FormValues, narrowedBy, openForm, rejectForm, withCompletion } from "../form/FormModel.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import { nextSort, positionAfter, type RowSort, shownRows } from "./localSort.ts"
import type { CollectionDefinition, DetailField } from "./CollectionDefinition.ts"
import { anyWidth } from "./tableColumns.ts"
import { canRead, type Derived, requestText } from "./derived.ts"
import { type Facet, type NarrowedQuery, withoutFacets } from "./facets.ts"
import { digitsOf, matchFrom } from "./matches.ts"
import { type HistoryEntry, noHistory, pushEntry, stepHistory } from "./history.ts"
import {
  emptyStore,
  isRowCountKnown,
  missingRows,
  pageOfRow,
  rowAt,
  rowCountOf,
  type RowStore,
  withPage
} from "./RowStore.ts"
import { type CollectionState, idle } from "./state.ts"
import { startOfWindow } from "./RowWindow.ts"

type Registry = AtomRegistry.AtomRegistry

const currentEntry = <Query, Record>(
  registry: Registry,
  state: CollectionState<Query, Record>
): HistoryEntry<Query, Record> => ({
  narrowed: registry.get(state.narrowed),
  store: registry.get(state.store),
  view: registry.get(state.view),
  sort: registry.get(state.sort)
})

/** Interrupts the request in flight and restarts the loader. */
const restart = <Query, Record>(registry: Registry, state: CollectionState<Query, Record>): void => {
  registry.set(state.loaderStatus, idle)
  registry.update(state.generation, (count) => count + 1)
}

/** Shows an entry of the history and interrupts the request in flight. */
const showEntry = <Query, Record>(
  registry: Registry,
  state: CollectionState<Query, Record>,
  entry: HistoryEntry<Query, Record>
): void =>
  Atom.batch(() => {
    registry.set(state.store, entry.store)
    registry.set(state.sort, entry.sort)
    registry.set(state.view, entry.view)
    registry.set(state.canceledPage, Option.none())
    registry.set(state.isStale, false)
    registry.set(state.wantsAll, false)
    registry.set(state.narrowed, entry.narrowed)
    restart(registry, state)
  })

/** Creates the functions that show the rows of a query. */
const showing = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const isCurrent = (registry: Registry, query: Query): boolean =>
    requestText(definition, query) === requestText(definition, registry.get(state.query))
  const showNew = (registry: Registry, narrowed: NarrowedQuery<Query>): void =>
    showEntry(registry, state, { narrowed, store: emptyStore, view: startOfWindow, sort: Option.none() })
  /** Shows the rows of a query. Does not load them again if the query is the current one. */
  const request = (registry: Registry, narrowed: NarrowedQuery<Query>): void => {
    if (isCurrent(registry, narrowed.query)) return showEntry(registry, state, currentEntry(registry, state))
    registry.update(state.history, (history) => pushEntry(history, currentEntry(registry, state)))
    showNew(registry, narrowed)
  }
  return { isCurrent, showNew, request }
}

/** Creates the actions that change the query by the form. */
const filterActions = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { formQuery }: Derived<Query, Record>
) => {
  const { form, initialQuery } = definition
  const { isCurrent, request } = showing(definition, state)
  const openWith = (registry: Registry, query: Query): void =>
    registry.set(state.form, openForm(form.fields, form.formOf(query)))
  return {
    editFilter: (registry: Registry): void => openWith(registry, registry.get(state.query)),
    /** Returns the members of the current query, for a saved view. */
    currentFilter: (registry: Registry): FormValues => {
      const values = form.formOf(registry.get(state.query))
      return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""))
    },
    /** Returns the form for a saved filter. **Fails with** `InvalidQuery` if no source has such a query. */
    readFilter: (filter: FormValues): Effect.Effect<FormValues, InvalidQuery> =>
      Effect.map(form.queryOf(filter, "local"), form.formOf),
    /** Returns `true` if a source can answer the current query. */
    isAnsweredBy: (registry: Registry, source: QuerySource): boolean =>
      canRead(form, form.formOf(registry.get(state.query)), source),
    resetForm: (registry: Registry): void => openWith(registry, initialQuery),
    /** Shows the rows of the form's query. Returns `false` if the form has problems. */
    applyForm: (registry: Registry): boolean => {
      const query = registry.get(formQuery)
      const completed = withCompletion(form.fields, registry.get(state.form))
      if (Result.isSuccess(query)) {
        registry.set(state.form, { ...completed, wasRejected: false })
        request(registry, withoutFacets(query.success))
        return true
      }
      registry.set(state.form, rejectForm(form.fields, completed, query.failure))
      return false
    },
    /** Clears the filter. Returns `false` if no filter is set. */
    clearFilter: (registry: Registry): boolean => {
      if (isCurrent(registry, initialQuery)) return false
      request(registry, withoutFacets(initialQuery))
      return true
    }
  }
}

/** Narrows a query by facets. **Fails with** `InvalidQuery` if a facet is no condition of the form. */
const narrow = Effect.fnUntraced(function* <Query, Record>(
  { form }: CollectionDefinition<Query, Record>,
  base: Query,
  facets: ReadonlyArray<Facet>,
  rules: QuerySource
): Effect.fn.Return<NarrowedQuery<Query>, InvalidQuery> {
  if (facets.length === 0) return { base, facets, query: base }
  const values = facets.reduce((before, { where }) => narrowedBy(before, where), form.formOf(base))
  return { base, facets, query: yield* form.queryOf(values, rules) }
})

/** Creates the actions that change the facets, and those that go back in the history. */
const historyActions = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const { isCurrent, request, showNew } = showing(definition, state)
  return {
    /** Replaces the facets, which narrow the query. Returns an empty string, or the reason why the source cannot filter by them. */
    setFacets: (registry: Registry, wanted: ReadonlyArray<Facet>): string => {
      const { rules } = registry.get(screenSourceAtom)
      const { base } = registry.get(state.narrowed)
      const narrowedBy = (source: QuerySource) =>
        Effect.runSync(Effect.result(narrow(definition, base, wanted, source)))
      const narrowed = narrowedBy(rules)
      if (Result.isSuccess(narrowed)) {
        request(registry, narrowed.success)
        return ""
      }
      if (Result.isSuccess(narrowedBy("local"))) return "The service cannot filter by this. A mirror can: press M."
      return narrowed.failure.problems.map(({ rule }) => rule).join(" ")
    },
    /** Discards rows and history after a change of the source. The filter stays, with its facets, also if the source cannot answer it. */
    reset: (registry: Registry): void => {
      registry.set(state.history, noHistory)
      showNew(registry, withoutFacets(registry.get(state.query)))
    },
    /** Goes back (-1) or forth in the history. Returns the new position from 1, or `None` at its end. */
    filterBy: (
      registry: Registry,
      by: 1 | -1
    ): Option.Option<{ readonly position: number; readonly count: number }> => {
      const stepped = stepHistory(registry.get(state.history), currentEntry(registry, state), by)
      if (stepped === undefined) return Option.none()
      registry.set(state.history, stepped.history)
      // The rows of the same query stay, because more of them may be loaded now.
      const store = isCurrent(registry, stepped.entry.narrowed.query) ? registry.get(state.store) : stepped.entry.store
      showEntry(registry, state, { ...stepped.entry, store })
      const { before, after } = stepped.history
      return Option.some({ position: before.length + 1, count: before.length + after.length + 1 })
    }
  }
}

const loadingActions = <Query, Record>(state: CollectionState<Query, Record>) => {
  /** Retries a failed or canceled request. Loaded rows stay. */
  const retry = (registry: Registry): void =>
    Atom.batch(() => {
      registry.set(state.canceledPage, Option.none())
      restart(registry, state)
    })
  return {
    retry,
    /** Returns `true` if the user canceled the rows on the screen. */
    isCanceled: (registry: Registry): boolean => Option.isSome(registry.get(state.canceledPage)),
    /** Loads the rows on the screen again and discards the others. */
    reload: (registry: Registry): void => {
      registry.set(state.isStale, true)
      registry.set(state.wantsAll, false)
      retry(registry)
    },
    loadAll: (registry: Registry): void => {
      registry.set(state.canceledPage, Option.none())
      registry.set(state.wantsAll, true)
    },
    /** Cancels the request in flight or the wait for a retry. Returns `false` if nothing is in progress. */
    cancel: (registry: Registry): boolean => {
      const status = registry.get(state.loaderStatus)
      if (status._tag === "Idle") return false
      // A canceled reload leaves its rows on the screen, so no page is missing.
      const keepsRows = registry.get(state.isStale) && registry.get(state.store).loaded > 0
      Atom.batch(() => {
        registry.set(state.canceledPage, keepsRows ? Option.none() : Option.some(pageOfRow(status.request.offset)))
        registry.set(state.isStale, false)
        registry.set(state.wantsAll, false)
        restart(registry, state)
      })
      return true
    }
  }
}

/** Creates the action that shows what a source has more than before. */
const growingActions = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { layout, window }: Derived<Query, Record>
) => {
  const loadWindow = Effect.fnUntraced(function* (registry: Registry, top: number) {
    const { records } = registry.get(screenSourceAtom)
    const [query, { tableRows }] = [registry.get(state.query), registry.get(layout)]
    let store: RowStore<Record> = emptyStore
    for (;;) {
      const missing = missingRows(store, top, top + tableRows, 0)
      if (Option.isNone(missing)) return store
      const { limit, offset } = missing.value
      store = withPage(store, missing.value, yield* definition.page(records, query, offset, limit))
    }
  })
  return {
    /**
     * Loads the visible rows again and discards the others, unless the loaded rows are sorted or all wanted. The cursor stays on its record,
     * except on the first row, which shows the newest one.
     */
    refresh: Effect.fnUntraced(function* (registry: Registry) {
      const before = registry.get(state.store)
      const { cursor, top } = registry.get(window)
      if (!isRowCountKnown(before) || Option.isSome(registry.get(state.sort)) || registry.get(state.wantsAll)) return
      const sameRows = yield* loadWindow(registry, top)
      const added = rowCountOf(sameRows) - rowCountOf(before)
      const isMoved = cursor > 0 && !Equal.equals(rowAt(before, cursor), rowAt(sameRows, cursor))
      const by = isMoved ? added : 0
      const after = isMoved ? yield* loadWindow(registry, top + by) : sameRows
      if (registry.get(state.store) !== before) return
      Atom.batch(() => {
        registry.set(state.store, after)
        registry.update(state.view, (view) => ({ ...view, cursor: view.cursor + by, top: view.top + by }))
        restart(registry, state)
      })
    })
  }
}

/** Creates the actions that sort loaded rows. */
const sortingActions = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { rowOrder }: Derived<Query, Record>
) => {
  const titles = definition.columns(anyWidth).map(({ title }) => title)
  /** Returns the title of the chosen column, or of the first column. */
  const chosenColumn = (registry: Registry): string =>
    Option.getOrElse(registry.get(state.column), () => titles[0] ?? "")
  /** Sorts the loaded rows. The cursor stays on its record. */
  const sortBy = (registry: Registry, sort: RowSort): void =>
    Atom.batch(() => {
      const before = registry.get(rowOrder)
      registry.set(state.sort, sort)
      const position = positionAfter(before, registry.get(rowOrder), registry.get(state.view).cursor)
      registry.set(state.view, { ...startOfWindow, cursor: position, top: position })
    })
  return {
    chosenColumn,
    columnBy: (registry: Registry, by: 1 | -1): void => {
      const isFirst = Option.isNone(registry.get(state.column))
      const at = titles.indexOf(chosenColumn(registry)) + (isFirst && by === 1 ? 0 : by)
      registry.set(state.column, Option.fromUndefinedOr(titles[(at + titles.length) % titles.length]))
    },
    /** Sorts by the chosen column: ascending, descending, then the order of the query. */
    sortLocally: (registry: Registry): void => {
      const column = chosenColumn(registry)
      registry.set(state.column, Option.some(column))
      sortBy(registry, nextSort(registry.get(state.sort), column))
    },
    /** Restores the order of the query. Returns `false` if the rows are not sorted locally. */
    resetSort: (registry: Registry): boolean => {
      if (Option.isNone(registry.get(state.sort))) return false
      sortBy(registry, Option.none())
      return true
    }
  }
}

const searchActions = <Query, Record>(
  { columns, numberOf, partiesOf }: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { rowOrder, shownAt }: Derived<Query, Record>
) => {
  const all = columns(anyWidth)
  const textOf = (record: Record): string => [...all.map(({ text }) => text(record)), numberOf(record)].join("\n")
  return {
    /** Returns the phone number of the record under the cursor, or an empty string. */
    numberAtCursor: (registry: Registry): string => {
      const row = registry.get(shownAt)(registry.get(state.view).cursor)
      return row?._tag === "Record" ? numberOf(row.record) : ""
    },
    /** Returns the parties that the record under the cursor names, each with its role. */
    partiesAtCursor: (registry: Registry): ReadonlyArray<DetailField> => {
      const row = registry.get(shownAt)(registry.get(state.view).cursor)
      return row?._tag === "Record" ? (partiesOf?.(row.record) ?? []) : []
    },
    /** Returns the next loaded row that matches the search. */
    find: (registry: Registry, from: number, by: 1 | -1) => {
      const { _tag, text } = registry.get(state.search)
      if (text === "") return Option.none()
      const digits = digitsOf(text)
      const contains = containsName(text)
      const isMatch = (record: Record): boolean => {
        if (_tag === "Number") return numberOf(record) === text
        return contains(textOf(record)) || (digits !== "" && numberOf(record).includes(digits))
      }
      return matchFrom(shownRows(registry.get(state.store), registry.get(rowOrder)), isMatch, from, by)
    }
  }
}

export const makeActions = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  derived: Derived<Query, Record>
) => ({
  ...filterActions(definition, state, derived),
  ...historyActions(definition, state),
  ...loadingActions(state),
  ...growingActions(definition, state, derived),
  ...sortingActions(definition, state, derived),
  ...searchActions(definition, state, derived)
})

export type Actions<Query, Record> = ReturnType<typeof makeActions<Query, Record>>
