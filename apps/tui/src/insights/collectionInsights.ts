import { Option } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { grouped } from "@public-records/text/counts"
import type { Selection } from "../collection/arrangement.ts"
import type { BrowsableQuery, CollectionDefinition } from "../collection/CollectionDefinition.ts"
import type { CollectionState } from "../collection/state.ts"
import { rowCountOf, isRowCountKnown, isGapless, loadedRows, type RowStore } from "../collection/RowStore.ts"
import { openForm } from "../form/FormModel.ts"
import { type Chart, chartOf, type Slice } from "./Chart.ts"
import { sliceText } from "./panels.ts"

type Registry = AtomRegistry.AtomRegistry

/** The chart in focus and the selected slices. */
export interface InsightFocus {
  readonly chart: number
  /** The key of the selected slice by chart, if one was selected. */
  readonly keys: Readonly<Record<string, string>>
  /** Whether the chart in focus is expanded to all of its slices. */
  readonly isExpanded: boolean
}

/** The charts of a collection as screens and commands see them. */
export interface Insights {
  /** The charts by place, in rows. */
  readonly grid: ReadonlyArray<ReadonlyArray<number>>
  readonly charts: Atom.Atom<ReadonlyArray<Chart>>
  readonly scope: Atom.Atom<Scope>
  readonly focus: Atom.Writable<InsightFocus>
  /** The selected slice in words. */
  readonly positionLabel: Atom.Atom<string>
  /** Loads all rows of local data, which costs no requests. Returns a function that stops it. */
  readonly countAll: (registry: Registry) => () => void
  /** Shows the loaded rows of the selected slice. Returns `false` if it has none. */
  readonly drillDown: (registry: Registry) => boolean
  /** Filters by the selected slice. Returns `false` if the service cannot. */
  readonly filterBySlice: (registry: Registry) => boolean
}

/** The counted records in words, which are 100 % of every share, such as `the first 50 of 434`. */
interface Scope {
  readonly base: string
  readonly isAll: boolean
}

const scopeOf = (store: RowStore<unknown>, counted: number): Scope => {
  const isKnown = isRowCountKnown(store)
  const isAll = isKnown && store.loaded >= rowCountOf(store)
  const loaded = isGapless(store) ? `the first ${grouped(counted)}` : `${grouped(counted)} loaded`
  const rows = counted === 0 ? "no rows" : loaded
  const part = isKnown ? `${rows} of ${grouped(rowCountOf(store))}` : `${rows}, total unknown`
  const unreadable = store.loaded === counted ? "" : ` (${grouped(store.loaded - counted)} unreadable)`
  return { base: `${isAll ? `all ${grouped(counted)}` : part}${unreadable}`, isAll }
}

const recordsOf = <Record>(store: RowStore<Record>): ReadonlyArray<Record> => {
  const records: Array<Record> = []
  for (const [, row] of loadedRows(store)) if (row._tag === "Record") records.push(row.record)
  return records
}

/** Returns the place of the largest slice whose key is stated. */
const largestPlace = ({ slices }: Chart): number =>
  slices.reduce((best, { key, count }, place) => (key !== "" && count > (slices[best]?.count ?? 0) ? place : best), -1)

/** Returns the place of the selected slice, or of the largest. */
export const selectedPlace = (chart: Chart, focus: InsightFocus): number => {
  const place = chart.slices.findIndex(({ key }) => key === focus.keys[chart.name])
  return place === -1 ? Math.max(0, largestPlace(chart)) : place
}

/** Returns the chart in focus and its selected slice. */
export const focusedSlice = (
  charts: ReadonlyArray<Chart>,
  focus: InsightFocus
): { readonly chart: Chart | undefined; readonly slice: Slice | undefined } => {
  const chart = charts[focus.chart]
  return { chart, slice: chart?.slices[selectedPlace(chart, focus)] }
}

/** The parts of a collection that its charts use. */
interface Base<Record> {
  readonly isLoadingAll: Atom.Atom<boolean>
  readonly showOnly: (registry: Registry, only: Selection<Record>) => void
  readonly applyForm: (registry: Registry) => boolean
}

/** While all rows are being loaded, they are counted again when a tenth more has come: counting takes longer than loading. */
const growthBetweenCounts = 1.1

const countedStore = <Query extends BrowsableQuery<Query>, Record>(
  state: CollectionState<Query, Record>,
  isLoadingAll: Atom.Atom<boolean>
) =>
  Atom.make((get): RowStore<Record> => {
    const store = get(state.store)
    const before = get.self<RowStore<Record>>()
    const isLoading = get(isLoadingAll) && get(state.loaderStatus)._tag === "Loading"
    if (!isLoading || Option.isNone(before)) return store
    const growth = store.loaded / before.value.loaded
    return growth >= 1 && growth < growthBetweenCounts ? before.value : store
  })

/** Makes the charts of a collection. They are counted only while they are on the screen. */
export const makeInsights = <Query extends BrowsableQuery<Query>, Record>(
  { insights, formOf, fields }: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { isLoadingAll, showOnly, applyForm }: Base<Record>
): Insights => {
  const store = countedStore(state, isLoadingAll)
  const records = Atom.make((get) => recordsOf(get(store)))
  const charts = Atom.make((get) => insights.charts.map((chart) => chartOf(chart, insights, get(records))))
  const focus = Atom.keepAlive(Atom.make<InsightFocus>({ chart: 0, keys: {}, isExpanded: false }))
  const inFocus = (registry: Registry) => {
    const at = registry.get(focus)
    return { ...focusedSlice(registry.get(charts), at), definition: insights.charts[at.chart] }
  }
  return {
    grid: insights.grid,
    charts,
    scope: Atom.make((get) => scopeOf(get(store), get(records).length)),
    focus,
    positionLabel: Atom.make((get) => {
      const { chart, slice } = focusedSlice(get(charts), get(focus))
      return chart === undefined || slice === undefined ? "nothing loaded" : sliceText(chart, slice)
    }),
    countAll: (registry) => {
      registry.set(state.isCounting, true)
      return () => registry.set(state.isCounting, false)
    },
    drillDown: (registry) => {
      const { slice, definition } = inFocus(registry)
      if (slice === undefined || definition === undefined || slice.count === 0) return false
      const { keyOf, title } = definition
      const label = `${title.toLowerCase()}: ${slice.label}`
      showOnly(registry, { label, isIn: (record) => keyOf(record) === slice.key })
      return true
    },
    filterBySlice: (registry) => {
      const { slice, definition } = inFocus(registry)
      const values =
        slice === undefined ? undefined : definition?.formForSlice?.(slice.key, formOf(registry.get(state.query)))
      if (values === undefined) return false
      registry.set(state.form, openForm(fields, values))
      return applyForm(registry)
    }
  }
}
