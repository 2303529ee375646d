import { Option } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import { grouped } from "@public-records/text/counts"
import type { Actions } from "../collection/actions.ts"
import type { CollectionDefinition } from "../collection/CollectionDefinition.ts"
import type { Derived } from "../collection/derived.ts"
import type { CollectionState } from "../collection/state.ts"
import { rowCountOf, isRowCountKnown, isGapless, loadedRecords, type RowStore } from "../collection/RowStore.ts"
import { openForm } from "../form/FormModel.ts"
import { type Chart, chartOf, type Slice } from "./counting.ts"
import { sliceText } from "./chartLines.ts"

type Registry = AtomRegistry.AtomRegistry

/** The chart in focus and the selected slices. */
export interface InsightFocus {
  readonly chart: number
  /** The key of the selected slice by chart, if one was selected. */
  readonly keys: Readonly<Record<string, string>>
  /** Whether the chart in focus is expanded to all of its slices. */
  readonly isExpanded: boolean
}

/** Describes the counted records, which are 100 % of every share, such as `the first 50 of 434`. */
const scopeOf = (store: RowStore<unknown>, counted: number) => {
  const isKnown = isRowCountKnown(store)
  const isAll = isKnown && store.loaded >= rowCountOf(store)
  const loaded = isGapless(store) ? `the first ${grouped(counted)}` : `${grouped(counted)} loaded`
  const rows = counted === 0 ? "no rows" : loaded
  const part = isKnown ? `${rows} of ${grouped(rowCountOf(store))}` : `${rows}, total unknown`
  const unreadable = store.loaded === counted ? "" : ` (${grouped(store.loaded - counted)} invalid)`
  return { base: `${isAll ? `all ${grouped(counted)}` : part}${unreadable}`, isAll }
}

/** Returns the place of the selected slice, or of the largest. */
export const selectedPlace = (chart: Chart, focus: InsightFocus): number => {
  const { slices } = chart
  const isLarger = ({ key, count }: Slice, than: Slice | undefined): boolean => key !== "" && count > (than?.count ?? 0)
  const place = slices.findIndex(({ key }) => key === focus.keys[chart.name])
  const largest = slices.reduce((best, slice, at) => (isLarger(slice, slices[best]) ? at : best), -1)
  return Math.max(0, place === -1 ? largest : place)
}

/** Returns the chart in focus and its selected slice. */
export const focusedSlice = (charts: ReadonlyArray<Chart>, focus: InsightFocus) => {
  const chart = charts[focus.chart]
  return { chart, slice: chart?.slices[selectedPlace(chart, focus)] }
}

/** While all rows are being loaded, they are counted again when a tenth more has come: counting is slower. */
const growthBetweenCounts = 1.1

const countedStore = <Query, Record>(state: CollectionState<Query, Record>, isLoadingAll: Atom.Atom<boolean>) =>
  Atom.make((get): RowStore<Record> => {
    const store = get(state.store)
    const before = get.self<RowStore<Record>>()
    const isLoading = get(isLoadingAll) && get(state.loaderStatus)._tag === "Loading"
    if (!isLoading || Option.isNone(before)) return store
    const growth = store.loaded / before.value.loaded
    return growth >= 1 && growth < growthBetweenCounts ? before.value : store
  })

/** Makes the charts of a collection. They are counted only while they are on the screen. */
export const makeInsights = <Query, Record>(
  { insights, formOf, fields }: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { isLoadingAll }: Derived<Query, Record>,
  { showOnly, applyForm }: Actions<Query, Record>
) => {
  const store = countedStore(state, isLoadingAll)
  const records = Atom.make((get) => loadedRecords(get(store)))
  const charts = Atom.make((get) => insights.charts.map((chart) => chartOf(chart, insights, get(records))))
  const focus = Atom.keepAlive(Atom.make<InsightFocus>({ chart: 0, keys: {}, isExpanded: false }))
  const inFocus = (registry: Registry) => {
    const at = registry.get(focus)
    return { ...focusedSlice(registry.get(charts), at), definition: insights.charts[at.chart] }
  }
  return {
    /** The charts with their counts, in the order in which they are drawn. */
    charts,
    /** The counted records in words, and whether they are all that match. */
    scope: Atom.make((get) => scopeOf(get(store), get(records).length)),
    focus,
    /** The selected slice in words. */
    positionLabel: Atom.make((get) => {
      const { chart, slice } = focusedSlice(get(charts), get(focus))
      return chart === undefined || slice === undefined ? "no rows loaded" : sliceText(chart, slice)
    }),
    /** Loads all rows of local data, which costs no requests. Returns a function that stops it. */
    countAll: (registry: Registry) => {
      registry.set(state.isCounting, true)
      return () => registry.set(state.isCounting, false)
    },
    /** Shows the loaded rows of the selected slice. Returns `false` if it has none. */
    drillDown: (registry: Registry): boolean => {
      const { slice, definition } = inFocus(registry)
      if (slice === undefined || definition === undefined || slice.count === 0) return false
      const { keyOf, title } = definition
      const label = `${title.toLowerCase()}: ${slice.label}`
      showOnly(registry, { label, isIn: (record) => keyOf(record) === slice.key })
      return true
    },
    /** Filters by the selected slice. Returns `false` if the service cannot. */
    filterBySlice: (registry: Registry): boolean => {
      const { slice, definition } = inFocus(registry)
      const values =
        slice === undefined ? undefined : definition?.formForSlice?.(slice.key, formOf(registry.get(state.query)))
      if (values === undefined) return false
      registry.set(state.form, openForm(fields, values))
      return applyForm(registry)
    }
  }
}
