import { Option } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { grouped } from "@public-records/text/counts"
import type { Selection } from "../collection/arrangement.ts"
import type { BrowsableQuery, CollectionDefinition } from "../collection/CollectionDefinition.ts"
import type { CollectionState } from "../collection/state.ts"
import { extentOf, isExtentKnown, isGapless, loadedRows, type RowStore } from "../collection/RowStore.ts"
import { openForm } from "../form/FormModel.ts"
import { type Chart, chartOf, type Slice } from "./Chart.ts"
import { sliceText } from "./panels.ts"

type Registry = AtomRegistry.AtomRegistry

/** Where the reader is among charts and slices. */
export interface InsightFocus {
  readonly chart: number
  /** The selected slice's key, by chart; the largest slice where there is none. */
  readonly keys: Readonly<Record<string, string>>
  /** Whether the chart in focus is shown alone, with all of its slices. */
  readonly isAlone: boolean
}

/** A collection's charts, as the screen and the keys see them. */
export interface Insights {
  /** Which charts are beside and below each other, where there is room. */
  readonly grid: ReadonlyArray<ReadonlyArray<number>>
  readonly charts: Atom.Atom<ReadonlyArray<Chart>>
  /** The counted records, which are 100 % of every share: `the first 50 of 434`. At most a tenth fewer than are loaded. */
  readonly scope: Atom.Atom<Scope>
  readonly focus: Atom.Writable<InsightFocus>
  /** The slice in focus, in words. */
  readonly where: Atom.Atom<string>
  /** Loads all rows of local data, which costs no requests. Returns a function that stops it. */
  readonly countAll: (registry: Registry) => () => void
  /** Shows the loaded rows of the slice in focus; false where there is none. */
  readonly drillDown: (registry: Registry) => boolean
  /** Asks the service for the slice in focus; false where it cannot be asked. */
  readonly askForSlice: (registry: Registry) => boolean
}

/** The records that charts count, and whether that is every row. */
interface Scope {
  readonly base: string
  readonly isAll: boolean
}

/** Names the counted records: all rows, the first, or those loaded if there are gaps; unreadable ones left out. */
const scopeOf = (store: RowStore<unknown>, counted: number): Scope => {
  const extent = extentOf(store)
  const isKnown = isExtentKnown(store)
  const isAll = isKnown && store.loaded >= extent
  const unreadable = store.loaded - counted
  const rows = isGapless(store) ? `the first ${grouped(counted)}` : `${grouped(counted)} loaded`
  const part = isKnown ? `${rows} of ${grouped(extent)}` : `${rows}, total unknown`
  const left = unreadable === 0 ? "" : ` (${grouped(unreadable)} unreadable)`
  return { base: `${isAll ? `all ${grouped(counted)}` : part}${left}`, isAll }
}

const recordsOf = <Record>(store: RowStore<Record>): ReadonlyArray<Record> => {
  const records: Array<Record> = []
  for (const [, row] of loadedRows(store)) if (row._tag === "Record") records.push(row.record)
  return records
}

/** The place of the slice with most, as far as records say what they count towards. */
const largestPlace = ({ slices }: Chart): number => {
  const stated = slices.filter(({ key }) => key !== "")
  const most = Math.max(...stated.map(({ count }) => count))
  return Math.max(
    0,
    slices.findIndex(({ key, count }) => key !== "" && count === most)
  )
}

/** The place of the selected slice. */
export const selectedPlace = (chart: Chart, focus: InsightFocus): number => {
  const key = focus.keys[chart.name]
  const place = chart.slices.findIndex((slice) => slice.key === key)
  return place === -1 ? largestPlace(chart) : place
}

/** The chart in focus and its selected slice. */
export const focusedSlice = (
  charts: ReadonlyArray<Chart>,
  focus: InsightFocus
): { readonly chart: Chart | undefined; readonly slice: Slice | undefined } => {
  const chart = charts[focus.chart]
  return { chart, slice: chart?.slices[selectedPlace(chart, focus)] }
}

/** What the charts of a collection use of it. */
export interface InsightVerbs<Record> {
  readonly isLoadingAll: Atom.Atom<boolean>
  readonly showOnly: (registry: Registry, only: Selection<Record>) => void
  readonly applyForm: (registry: Registry) => boolean
}

/** What the keys can ask of the slice in focus. */
const sliceVerbs = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { charts, focus }: Pick<Insights, "charts" | "focus">,
  { showOnly, applyForm }: InsightVerbs<Record>
): Pick<Insights, "drillDown" | "askForSlice"> => {
  const inFocus = (registry: Registry) => {
    const at = registry.get(focus)
    return { ...focusedSlice(registry.get(charts), at), chartDefinition: definition.insights.charts[at.chart] }
  }
  return {
    drillDown: (registry) => {
      const { slice, chartDefinition } = inFocus(registry)
      if (slice === undefined || chartDefinition === undefined || slice.count === 0) return false
      const { keyOf, title } = chartDefinition
      const label = `${title.toLowerCase()}: ${slice.label}`
      showOnly(registry, { label, isIn: (record) => keyOf(record) === slice.key })
      return true
    },
    askForSlice: (registry) => {
      const { slice, chartDefinition } = inFocus(registry)
      if (slice === undefined) return false
      const values = chartDefinition?.asks?.(slice.key, definition.formOf(registry.get(state.query)))
      if (values === undefined) return false
      registry.set(state.form, openForm(definition.fields, values))
      return applyForm(registry)
    }
  }
}

/** Counting all rows anew for each page would take longer than loading them. */
const growthBetweenCounts = 1.1

/** What is counted of the loaded rows. */
const countedStore = <Query extends BrowsableQuery<Query>, Record>(
  state: CollectionState<Query, Record>,
  isLoadingAll: Atom.Atom<boolean>
): Atom.Atom<RowStore<Record>> =>
  Atom.make((get): RowStore<Record> => {
    const store = get(state.store)
    const before = get.self<RowStore<Record>>()
    const isLoading = get(isLoadingAll) && get(state.loaderStatus)._tag === "Loading"
    if (!isLoading || Option.isNone(before)) return store
    const growth = store.loaded / before.value.loaded
    return growth >= 1 && growth < growthBetweenCounts ? before.value : store
  })

/** Makes a collection's charts. They are counted only while they are looked at. */
export const makeInsights = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  verbs: InsightVerbs<Record>
): Insights => {
  const { insights } = definition
  const store = countedStore(state, verbs.isLoadingAll)
  const records = Atom.make((get) => recordsOf(get(store)))
  const charts = Atom.make((get) => insights.charts.map((chart) => chartOf(chart, insights, get(records))))
  const focus = Atom.keepAlive(Atom.make<InsightFocus>({ chart: 0, keys: {}, isAlone: false }))
  return {
    grid: insights.grid,
    charts,
    scope: Atom.make((get) => scopeOf(get(store), get(records).length)),
    focus,
    where: Atom.make((get) => {
      const { chart, slice } = focusedSlice(get(charts), get(focus))
      return chart === undefined || slice === undefined ? "nothing loaded" : sliceText(chart, slice)
    }),
    countAll: (registry) => {
      registry.set(state.isCounting, true)
      return () => registry.set(state.isCounting, false)
    },
    ...sliceVerbs(definition, state, { charts, focus }, verbs)
  }
}
