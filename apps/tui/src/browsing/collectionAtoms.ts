import type { PublicRecordsError } from "@public-records/core"
import { Cause, Effect, Option, Result } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { appRuntime } from "../AppLayer.ts"
import { type Layout, layoutOf, rowWidth } from "../chrome/layout.ts"
import { type Problem, settled } from "../form/FormModel.ts"
import { safeText } from "../safeText.ts"
import type { BrowsableQuery, CollectionDefinition, DetailField } from "./CollectionDefinition.ts"
import type { Activity, CollectionState } from "./collectionState.ts"
import { rowText, titleText } from "./columns.ts"
import { makeLoader } from "./loader.ts"
import { extentOf, isExtentKnown, missingRows, pageOfRow, rowAt, type RowRequest, type RowStore } from "./RowStore.ts"
import { showsPaneAtom, sizeAtom } from "./screenAtoms.ts"
import { type View, viewAt } from "./View.ts"

/** One line of the table, ready to draw. */
export interface TableRow {
  readonly index: number
  readonly kind: "record" | "rejected" | "missing"
  readonly text: string
}

/** What the screen says about a result. */
export interface Summary {
  readonly loaded: number
  readonly extent: number
  readonly isExtentKnown: boolean
  readonly isNewestFirst: boolean
  /** What is asked for, in words; empty for everything. */
  readonly filter: string
  /** The time of the newest record, where the first row shows it. */
  readonly newest: Option.Option<string>
}

/** Whether a filled-in form makes a query: the request that it would send, or what is wrong. */
export type FormCheck = Result.Result<string, ReadonlyArray<Problem>>

const rowsAhead = 20
const nothing: RowRequest = { offset: 0, limit: 0 }
const rejectedText = "⚠ unreadable record: "
const missingText = "· not loaded ·"

const requestText = <Query extends BrowsableQuery<Query>>(path: string, query: Query): string =>
  `${path}?${query
    .toUrlParams()
    .params.map(([name, value]) => `${name}=${value}`)
    .join("&")}`

/** The runtime's own failure: no request can be made at all. */
const runtimeFailure: Atom.Atom<Option.Option<PublicRecordsError>> = Atom.make((get) =>
  Option.flatMap(AsyncResult.cause(get(appRuntime)), Cause.findErrorOption)
)

/** What is read, and when. */
const readingAtoms = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const activity = Atom.make((get): Activity => {
    const error = get(runtimeFailure)
    return Option.isSome(error)
      ? { _tag: "Failed", request: nothing, error: error.value, secondsLeft: Option.none() }
      : get(state.reported)
  })
  const hasPanel = Atom.make((get) => get(activity)._tag === "Failed")
  const layout = Atom.make((get) => layoutOf(get(sizeAtom), get(showsPaneAtom), get(hasPanel)))
  const window = Atom.make((get) => {
    const view = get(state.view)
    return viewAt(view, view.cursor, extentOf(get(state.store)), get(layout).tableRows)
  })
  const wanted = Atom.make((get) => {
    const { top, heading } = get(window)
    const request = missingRows(get(state.store), top, top + get(layout).tableRows, heading * rowsAhead)
    const stopped = get(state.stopped)
    return Option.filter(request, ({ offset }) => !Option.contains(stopped, pageOfRow(offset)))
  })
  return { activity, layout, window, loader: makeLoader(definition, state, wanted) }
}

const summaryOf = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  query: Query,
  store: RowStore<Record>
): Summary => {
  const filter = definition.describe(query)
  const isNewestFirst = query.order === "DESC"
  const first = rowAt(store, 0)
  const showsNewest = filter === "" && isNewestFirst && first?._tag === "Record"
  return {
    loaded: store.loaded,
    extent: extentOf(store),
    isExtentKnown: isExtentKnown(store),
    isNewestFirst,
    filter,
    newest: showsNewest ? Option.some(definition.timeOf(first.record)) : Option.none()
  }
}

/** What is drawn. */
const drawingAtoms = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  layout: Atom.Atom<Layout>,
  window: Atom.Atom<View>
) => {
  const width = Atom.make((get) => rowWidth(get(sizeAtom)))
  const columns = Atom.make((get) => definition.columns(get(width)))
  const tableRow = (store: RowStore<Record>, index: number, get: Atom.AtomContext): TableRow => {
    const row = rowAt(store, index)
    if (row === undefined) return { index, kind: "missing", text: missingText }
    return row._tag === "Record"
      ? { index, kind: "record", text: rowText(get(columns), row.record, get(width)) }
      : { index, kind: "rejected", text: safeText(rejectedText + row.reason) }
  }
  return {
    summary: Atom.make((get) => summaryOf(definition, get(state.query), get(state.store))),
    titles: Atom.make((get) => titleText(get(columns), get(width))),
    rows: Atom.make((get): ReadonlyArray<TableRow> => {
      const store = get(state.store)
      const { top } = get(window)
      const length = Math.max(0, Math.min(get(layout).tableRows, extentOf(store) - top))
      return Array.from({ length }, (_, place) => tableRow(store, top + place, get))
    }),
    detail: Atom.make((get): ReadonlyArray<DetailField> => {
      const row = rowAt(get(state.store), get(state.view).cursor)
      return row?._tag === "Record" ? definition.detail(row.record) : []
    })
  }
}

/** What the form, as it stands, would ask. */
const formCheckAtom = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
): {
  readonly formQuery: Atom.Atom<Result.Result<Query, ReadonlyArray<Problem>>>
  readonly formCheck: Atom.Atom<FormCheck>
} => {
  const formQuery = Atom.make((get) => {
    const { values } = settled(definition.fields, get(state.form))
    return Effect.runSync(
      Effect.result(Effect.mapError(definition.queryOf(values), (error): ReadonlyArray<Problem> => error.problems))
    )
  })
  const formCheck = Atom.make((get) => Result.map(get(formQuery), (query) => requestText(definition.path, query)))
  return { formQuery, formCheck }
}

/** Everything that is derived from a collection's state. */
export const makeCollectionAtoms = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const reading = readingAtoms(definition, state)
  return {
    ...reading,
    ...drawingAtoms(definition, state, reading.layout, reading.window),
    ...formCheckAtom(definition, state)
  }
}
