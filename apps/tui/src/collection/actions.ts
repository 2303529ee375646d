import { Option, Result } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { type FormValues, openForm, withCompletion } from "../form/FormModel.ts"
import { appRuntime } from "../source.ts"
import {
  type Arrangement,
  isServiceOrder,
  nextSort,
  positionAfter,
  type Selection,
  serviceOrder,
  shownRows
} from "./arrangement.ts"
import type { CollectionDefinition, DetailField } from "./CollectionDefinition.ts"
import { anyWidth, type Derived, requestText } from "./derived.ts"
import { digitsOf, matchFrom } from "./search.ts"
import { type HistoryEntry, noHistory, pushEntry, stepHistory } from "./history.ts"
import { emptyStore, pageOfRow } from "./RowStore.ts"
import { type CollectionState, idle } from "./state.ts"
import { startOfView } from "./View.ts"

type Registry = AtomRegistry.AtomRegistry

const currentEntry = <Query, Record>(
  registry: Registry,
  state: CollectionState<Query, Record>
): HistoryEntry<Query, Record> => ({
  query: registry.get(state.query),
  store: registry.get(state.store),
  view: registry.get(state.view),
  arrangement: registry.get(state.arrangement)
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
    registry.set(state.arrangement, entry.arrangement)
    registry.set(state.view, entry.view)
    registry.set(state.canceledPage, Option.none())
    registry.set(state.isStale, false)
    registry.set(state.wantsAll, false)
    registry.set(state.query, entry.query)
    restart(registry, state)
  })

/** Makes the actions that change the query: form, clear, history. */
const filterActions = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { formQuery }: Derived<Query, Record>
) => {
  const { fields, initialQuery } = definition
  const isCurrent = (registry: Registry, query: Query): boolean =>
    requestText(definition, query) === requestText(definition, registry.get(state.query))
  const showNew = (registry: Registry, query: Query): void =>
    showEntry(registry, state, { query, store: emptyStore, view: startOfView, arrangement: serviceOrder })
  /** Shows the rows of a query. Does not load them again if the query is the current one. */
  const request = (registry: Registry, query: Query): void => {
    const entry = currentEntry(registry, state)
    if (isCurrent(registry, query)) return showEntry(registry, state, entry)
    registry.update(state.history, (history) => pushEntry(history, entry))
    showNew(registry, query)
  }
  return {
    editFilter: (registry: Registry): void =>
      registry.set(state.form, openForm(fields, definition.formOf(registry.get(state.query)))),
    currentFormValues: (registry: Registry): FormValues => definition.formOf(registry.get(state.query)),
    resetForm: (registry: Registry): void =>
      registry.set(state.form, openForm(fields, definition.formOf(initialQuery))),
    /** Shows the rows of the form's query. Returns `false` if the form has problems. */
    applyForm: (registry: Registry): boolean => {
      const query = registry.get(formQuery)
      const wasRejected = Result.isFailure(query)
      registry.update(state.form, (form) => ({ ...withCompletion(fields, form), wasRejected }))
      if (Result.isSuccess(query)) request(registry, query.success)
      return !wasRejected
    },
    /** Clears the filter. Returns `false` if no filter is set. */
    clearFilter: (registry: Registry): boolean => {
      if (isCurrent(registry, initialQuery)) return false
      request(registry, initialQuery)
      return true
    },
    /** Discards rows and history after a change of the source. */
    reset: (registry: Registry): void => {
      registry.set(state.history, noHistory)
      showNew(registry, registry.get(state.query))
    },
    /** Goes back (-1) or forth in the history. Returns the new position from 1, or `None` at its end. */
    filterBy: (
      registry: Registry,
      by: 1 | -1
    ): Option.Option<{ readonly position: number; readonly count: number }> => {
      const stepped = stepHistory(registry.get(state.history), currentEntry(registry, state), by)
      if (stepped === undefined) return Option.none()
      registry.set(state.history, stepped.history)
      showEntry(registry, state, stepped.entry)
      const { before, after } = stepped.history
      return Option.some({ position: before.length + 1, count: before.length + after.length + 1 })
    }
  }
}

const loadingActions = <Query, Record>(state: CollectionState<Query, Record>, { activity }: Derived<Query, Record>) => {
  /** Retries a failed or canceled request. Loaded rows stay. */
  const retry = (registry: Registry): void => {
    const hasFailed = registry.get(activity)._tag === "Failed"
    if (hasFailed && registry.get(state.loaderStatus)._tag === "Idle") registry.refresh(appRuntime)
    Atom.batch(() => {
      registry.set(state.canceledPage, Option.none())
      restart(registry, state)
    })
  }
  return {
    retry,
    /** Whether the user canceled a request for rows on the screen. */
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

/** Makes the actions that sort and select loaded rows. The cursor stays on its record. */
const arrangingActions = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { rowOrder }: Derived<Query, Record>
) => {
  const titles = definition.columns(anyWidth).map(({ title }) => title)
  const arrange = (registry: Registry, change: Partial<Arrangement<Record>>): void =>
    Atom.batch(() => {
      const before = registry.get(rowOrder)
      registry.update(state.arrangement, (arrangement) => ({ ...arrangement, ...change }))
      const position = positionAfter(before, registry.get(rowOrder), registry.get(state.view).cursor)
      registry.set(state.view, { ...startOfView, cursor: position, top: position })
    })
  /** Returns the title of the chosen column, or of the first column. */
  const chosenColumn = (registry: Registry): string =>
    Option.getOrElse(registry.get(state.column), () => titles[0] ?? "")
  return {
    chosenColumn,
    columnBy: (registry: Registry, by: 1 | -1): void => {
      const isFirst = Option.isNone(registry.get(state.column))
      const at = titles.indexOf(chosenColumn(registry)) + (isFirst && by === 1 ? 0 : by)
      registry.set(state.column, Option.fromUndefinedOr(titles[(at + titles.length) % titles.length]))
    },
    /** Sorts by the chosen column: ascending, descending, then the service's order. */
    sortLocally: (registry: Registry): void => {
      const column = chosenColumn(registry)
      registry.set(state.column, Option.some(column))
      arrange(registry, { sort: nextSort(registry.get(state.arrangement).sort, column) })
    },
    showOnly: (registry: Registry, only: Selection<Record>): void => arrange(registry, { only: Option.some(only) }),
    /** Restores all rows in the service's order. Returns `false` if nothing changes. */
    resetArrangement: (registry: Registry): boolean => {
      if (isServiceOrder(registry.get(state.arrangement))) return false
      arrange(registry, serviceOrder)
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
  const textOf = (record: Record): string =>
    [...all.map(({ text }) => text(record)), numberOf(record)].join("\n").toLowerCase()
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
      const isMatch = (record: Record): boolean => {
        if (_tag === "Number") return numberOf(record) === text
        return textOf(record).includes(text.toLowerCase()) || (digits !== "" && numberOf(record).includes(digits))
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
  ...loadingActions(state, derived),
  ...arrangingActions(definition, state, derived),
  ...searchActions(definition, state, derived)
})

export type Actions<Query, Record> = ReturnType<typeof makeActions<Query, Record>>
