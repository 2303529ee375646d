import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import { safeText } from "@public-records/text/safeText"
import { Cause, Effect, Option, Result } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { layoutOf, rowWidth, showsPaneAtom, sizeAtom } from "../drawing/layout.ts"
import { latestDates } from "../form/dateField.ts"
import { type Problem, formMessages, withCompletion } from "../form/FormModel.ts"
import type { FilterSuggestion } from "../form/suggestions.ts"
import { appRuntime, mirrorAtom, sourceInfoAtom } from "../source.ts"
import { arrangedRows, isServiceOrder } from "./arrangement.ts"
import type { CollectionDefinition, FilterForm, MirrorAnswers } from "./CollectionDefinition.ts"
import type { Facet } from "./facets.ts"
import { rowText, titleText } from "./columns.ts"
import { labelAtoms } from "./labels.ts"
import { makeLoader } from "./loader.ts"
import {
  emptyStore,
  rowCountOf,
  firstMissing,
  isRowCountKnown,
  missingRows,
  pageOfRow,
  type Row,
  rowAt
} from "./RowStore.ts"
import type { Activity, CollectionState } from "./state.ts"
import { makeUnseen } from "../visits/unseen.ts"
import { viewAt } from "./View.ts"

/** A line of the table. Its text is safe to draw. */
export interface TableRow {
  readonly index: number
  readonly kind: "record" | "rejected" | "missing"
  /** Whether the record is new since the last visit. */
  readonly isNew: boolean
  readonly text: string
}

/** Says what a form asks for, or has the messages about its problems. */
export type FormCheck = Result.Result<string, ReturnType<typeof formMessages>>

/** A width that fits all columns. */
export const anyWidth: number = Number.POSITIVE_INFINITY

const prefetchRows = 20

/** Returns a request as text: its path and decoded parameters. */
export const requestText = <Query, Record>(
  { path, paramsOf }: CollectionDefinition<Query, Record>,
  query: Query
): string => `${path}?${Array.from(paramsOf(query, 0), ([name, value]) => `${name}=${value}`).join("&")}`

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

/** Makes the atoms for the order and number of rows, loaded or not. */
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

/** Makes the atoms for the visible rows and for the next rows to load. */
const loadingAtoms = <Query, Record>(
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
    return viewAt(view, view.cursor, get(shown.navigableRows), get(layout).tableRows)
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
  return { activity, layout, window, isLoadingAll, loader, unseen: makeUnseen(definition), ...shown }
}

export type Loading<Query, Record> = ReturnType<typeof loadingAtoms<Query, Record>>

const tableAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { layout, window, navigableRows, shownAt, unseen }: Loading<Query, Record>
) => {
  const width = Atom.make((get) => rowWidth(get(layout)))
  const columns = Atom.make((get) => definition.columns(get(width)))
  const tableRow = (row: Row<Record> | undefined, index: number, get: Atom.AtomContext): TableRow => {
    if (row === undefined) return { index, kind: "missing", isNew: false, text: "· not loaded ·" }
    if (row._tag === "Rejected") {
      return { index, kind: "rejected", isNew: false, text: safeText(`⚠ invalid record: ${row.reason}`) }
    }
    const isNew = Option.exists(get(unseen), (since) => since.isNew(row.record))
    return { index, kind: "record", isNew, text: rowText(get(columns), row.record, get(width)) }
  }
  return {
    titles: Atom.make((get) =>
      titleText(get(columns), get(width), { chosen: get(state.column), sort: get(state.arrangement).sort })
    ),
    rows: Atom.make((get): ReadonlyArray<TableRow> => {
      const shown = get(shownAt)
      const { top } = get(window)
      const length = Math.max(0, Math.min(get(layout).tableRows, get(navigableRows) - top))
      return Array.from({ length }, (_, position) => tableRow(shown(top + position), top + position, get))
    })
  }
}

const formAtoms = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  answers: Answers<Query>
) => {
  const filterForm = Atom.make((get): FilterForm<Query> => get(answers) ?? definition)
  const fields = Atom.make((get) => get(filterForm).fields)
  const lastDay = appRuntime.atom(
    PublicRecords.use((client) => Effect.map(definition.dataDays(client), (days) => days?.last ?? "latest"))
  )
  const formQuery = Atom.make((get): Result.Result<Query, ReadonlyArray<Problem>> => {
    const { values } = withCompletion(get(fields), get(state.form))
    const latest = get(sourceInfoAtom).hasLimit ? [] : latestDates(get(fields), values)
    const last = latest.length === 0 ? AsyncResult.success("latest") : get(lastDay)
    if (AsyncResult.isInitial(last)) return Result.fail([])
    const date = AsyncResult.getOrElse(last, () => "latest")
    const query = get(filterForm).queryOf({ ...values, ...Object.fromEntries(latest.map((name) => [name, date])) })
    return Effect.runSync(Effect.result(Effect.mapError(query, ({ problems }) => problems)))
  })
  const formCheck = Atom.make((get): FormCheck =>
    Result.mapBoth(get(formQuery), {
      onSuccess: (query) =>
        get(answers) === undefined
          ? `Sends: GET ${requestText(definition, query)} · 1 request per 50 rows`
          : `Asks the mirror for: ${definition.describe(query) || `all ${definition.name}`} · ${definition.orderOf(query)}`,
      onFailure: (problems) => formMessages(get(fields), get(state.form), problems)
    })
  )
  return { filterForm, fields, formQuery, formCheck }
}

export const makeDerived = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const answers: Answers<Query> = Atom.make((get) => {
    const mirror = get(mirrorAtom)
    return mirror === undefined ? undefined : definition.onMirror?.(mirror)
  })
  const loading = loadingAtoms(definition, state, answers)
  const forms = formAtoms(definition, state, answers)
  return {
    answers,
    suggestions: Atom.make((get): ReadonlyArray<FilterSuggestion> => {
      const store = get(state.store)
      const isEmpty = isRowCountKnown(store) && rowCountOf(store) === 0
      const { formOf, suggestions } = get(forms.filterForm)
      return isEmpty ? suggestions(formOf(get(state.query))) : []
    }),
    /** The facets in effect, in the order in which they were added. */
    facets: Atom.make((get) => get(answers)?.facetsOf(get(state.query)) ?? get(state.arrangement).facets),
    ...loading,
    ...tableAtoms(definition, state, loading),
    ...labelAtoms(definition, state, loading, answers),
    ...forms
  }
}

/** Everything that is derived from a collection's state. */
export type Derived<Query, Record> = ReturnType<typeof makeDerived<Query, Record>>
