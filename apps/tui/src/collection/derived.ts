import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import { Cause, Effect, Option, Result } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { appRuntime, originAtom } from "../source.ts"
import { type Layout, layoutOf, rowWidth } from "../drawing/layout.ts"
import { type Problem, type Remark, remarksOn, settled } from "../form/FormModel.ts"
import { asksForLatest, withLatest } from "../form/dateTyping.ts"
import type { Widening } from "../form/Widening.ts"
import { safeText } from "@public-records/text/safeText"
import { arrangedRows, isAsServed } from "./arrangement.ts"
import type { BrowsableQuery, CollectionDefinition } from "./CollectionDefinition.ts"
import type { Activity, CollectionState } from "./state.ts"
import { rowText, titleText } from "./columns.ts"
import { makeLoader } from "./loader.ts"
import {
  emptyStore,
  extentOf,
  firstMissing,
  isExtentKnown,
  missingRows,
  pageOfRow,
  type Row,
  rowAt,
  type RowRequest
} from "./RowStore.ts"
import { showsPaneAtom, sizeAtom } from "../drawing/layout.ts"
import { sayingAtoms } from "./sayingAtoms.ts"
import { type View, viewAt } from "./View.ts"

/** One line of the table, ready to draw. */
export interface TableRow {
  readonly index: number
  readonly kind: "record" | "rejected" | "missing"
  readonly text: string
}

/** Whether a filled-in form makes a query: the request that it would send, or what is wrong. */
export type FormCheck = Result.Result<string, ReadonlyArray<Remark>>

/** A width at which a table shows all of its columns. */
export const anyWidth: number = Number.POSITIVE_INFINITY

const rowsAhead = 20
const nothing: RowRequest = { offset: 0, limit: 0 }
const rejectedText = "⚠ unreadable record: "
const missingText = "· not loaded ·"

/** A request as text: its path and parameters. */
export const requestText = <Query extends BrowsableQuery<Query>>(path: string, query: Query): string =>
  `${path}?${query
    .toUrlParams()
    .params.map(([name, value]) => `${name}=${value}`)
    .join("&")}`

/** The runtime's own failure: no request can be made at all. */
const runtimeFailure: Atom.Atom<Option.Option<PublicRecordsError>> = Atom.make((get) =>
  Option.flatMap(AsyncResult.cause(get(appRuntime)), Cause.findErrorOption)
)

/** Which rows there are to move over. */
const shownAtoms = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const columns = definition.columns(anyWidth)
  const places = Atom.make((get) => arrangedRows(get(state.store), get(state.arrangement), columns))
  const reach = Atom.make((get) =>
    Option.match(get(places), { onNone: () => extentOf(get(state.store)), onSome: ({ length }) => length })
  )
  const shownAt = Atom.make((get) => {
    const store = get(state.store)
    const arranged = get(places)
    return (place: number): Row<Record> | undefined =>
      Option.match(arranged, { onNone: () => rowAt(store, place), onSome: (rows) => rowAt(store, rows[place] ?? -1) })
  })
  return { places, reach, shownAt }
}

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
  const shown = shownAtoms(definition, state)
  const window = Atom.make((get) => {
    const view = get(state.view)
    return viewAt(view, view.cursor, get(shown.reach), get(layout).tableRows)
  })
  const isLoadingAll = Atom.make((get) => {
    const countsLocal = get(state.countsAll) && !get(originAtom).hasLimit && Option.isNone(get(state.stopped))
    return countsLocal || get(state.loadsAll)
  })
  const wanted = Atom.make((get) => {
    const { top, heading } = get(window)
    const store = get(state.isStale) ? emptyStore : get(state.store)
    const isGapless = isAsServed(get(state.arrangement)) || store.pages.size === 0
    const near = isGapless ? missingRows(store, top, top + get(layout).tableRows, heading * rowsAhead) : Option.none()
    const stopped = get(state.stopped)
    const request = Option.filter(near, ({ offset }) => !Option.contains(stopped, pageOfRow(offset)))
    return Option.orElse(request, () => (get(isLoadingAll) ? firstMissing(store) : Option.none()))
  })
  const loader = makeLoader(definition, state, { wanted, isLoadingAll, places: shown.places })
  return { activity, layout, window, isLoadingAll, ...shown, loader }
}

interface Drawn<Record> {
  readonly layout: Atom.Atom<Layout>
  readonly window: Atom.Atom<View>
  readonly reach: Atom.Atom<number>
  readonly shownAt: Atom.Atom<(place: number) => Row<Record> | undefined>
}

/** What is drawn. */
const drawingAtoms = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { layout, window, reach, shownAt }: Drawn<Record>
) => {
  const width = Atom.make((get) => rowWidth(get(layout)))
  const columns = Atom.make((get) => definition.columns(get(width)))
  const tableRow = (row: Row<Record> | undefined, index: number, get: Atom.AtomContext): TableRow => {
    if (row === undefined) return { index, kind: "missing", text: missingText }
    return row._tag === "Record"
      ? { index, kind: "record", text: rowText(get(columns), row.record, get(width)) }
      : { index, kind: "rejected", text: safeText(rejectedText + row.reason) }
  }
  return {
    titles: Atom.make((get) =>
      titleText(get(columns), get(width), { chosen: get(state.column), sort: get(state.arrangement).sort })
    ),
    rows: Atom.make((get): ReadonlyArray<TableRow> => {
      const shown = get(shownAt)
      const { top } = get(window)
      const length = Math.max(0, Math.min(get(layout).tableRows, get(reach) - top))
      return Array.from({ length }, (_, place) => tableRow(shown(top + place), top + place, get))
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
  const lastDay = appRuntime.atom(
    PublicRecords.use((client) => Effect.map(definition.dataDays(client), (days) => days?.last ?? "latest"))
  )
  const formQuery = Atom.make((get): Result.Result<Query, ReadonlyArray<Problem>> => {
    const { fields } = definition
    const { values } = settled(fields, get(state.form))
    const isLocalDay = !get(originAtom).hasLimit && asksForLatest(fields, values)
    const last = isLocalDay ? get(lastDay) : AsyncResult.success("latest")
    if (AsyncResult.isInitial(last)) return Result.fail([])
    const date = AsyncResult.getOrElse(last, () => "latest")
    return Effect.runSync(
      Effect.result(Effect.mapError(definition.queryOf(withLatest(fields, values, date)), ({ problems }) => problems))
    )
  })
  const formCheck = Atom.make((get) =>
    Result.mapBoth(get(formQuery), {
      onSuccess: (query) => requestText(definition.path, query),
      onFailure: (problems) => remarksOn(definition.fields, get(state.form), problems)
    })
  )
  return { formQuery, formCheck }
}

/** Everything that is derived from a collection's state. */
export const makeCollectionAtoms = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const reading = readingAtoms(definition, state)
  return {
    /** What might be asked where nothing matches; nothing where something does. */
    widenings: Atom.make((get): ReadonlyArray<Widening> => {
      const store = get(state.store)
      const isEmpty = isExtentKnown(store) && extentOf(store) === 0
      return isEmpty ? definition.widenings(definition.formOf(get(state.query))) : []
    }),
    ...reading,
    ...drawingAtoms(definition, state, reading),
    ...sayingAtoms(definition, state, reading),
    ...formCheckAtom(definition, state)
  }
}
