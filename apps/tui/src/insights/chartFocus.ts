import { Option, Result } from "effect"
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
import { makeMirrorCounting } from "./mirrorCounting.ts"

type Registry = AtomRegistry.AtomRegistry

/** The focused chart and the selected slices. */
export interface InsightFocus {
  readonly chart: number
  /** The key of the selected slice by chart, if any. */
  readonly keys: Readonly<Record<string, string>>
  /** Whether the focused chart is expanded to all of its slices. */
  readonly isExpanded: boolean
}

/** Describes the counted records, such as `the first 50 of 434`. They are 100 % of every share. */
const scopeOf = (store: RowStore<unknown>, counted: number) => {
  const isKnown = isRowCountKnown(store)
  const isAll = isKnown && store.loaded >= rowCountOf(store)
  const loaded = isGapless(store) ? `the first ${grouped(counted)}` : `${grouped(counted)} loaded`
  const rows = counted === 0 ? "no rows" : loaded
  const part = isKnown ? `${rows} of ${grouped(rowCountOf(store))}` : `${rows}, total unknown`
  const unreadable = store.loaded === counted ? "" : ` (${grouped(store.loaded - counted)} invalid)`
  return { base: `${isAll ? `all ${grouped(counted)}` : part}${unreadable}`, isAll }
}

/** Returns the index of the selected slice, or of the largest. */
export const selectedIndex = (chart: Chart, focus: InsightFocus): number => {
  const { slices } = chart
  const isLarger = ({ key, count }: Slice, than: Slice | undefined): boolean => key !== "" && count > (than?.count ?? 0)
  const position = slices.findIndex(({ key }) => key === focus.keys[chart.name])
  const largest = slices.reduce((best, slice, at) => (isLarger(slice, slices[best]) ? at : best), -1)
  return Math.max(0, position === -1 ? largest : position)
}

/** Returns the focused chart and its selected slice. */
export const focusedSlice = (charts: ReadonlyArray<Chart>, focus: InsightFocus) => {
  const chart = charts[focus.chart]
  return { chart, slice: chart?.slices[selectedIndex(chart, focus)] }
}

/** While all rows are loading, rows are counted again after each 10 % of growth, because counting is slower than loading. */
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

/** Creates the charts of the loaded records, without those that facets leave out. */
const makeLoadedCharts = <Query, Record>(
  { insights }: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { isInFacets, isLoadingAll }: Derived<Query, Record>
) => {
  const store = countedStore(state, isLoadingAll)
  const records = Atom.make((get) => loadedRecords(get(store)))
  const chosen = Atom.make((get) => get(records).filter(get(isInFacets)))
  return {
    charts: Atom.make((get) => insights.charts.map((chart) => chartOf(chart, insights, get(chosen)))),
    scope: Atom.make((get) => {
      const scope = scopeOf(get(store), get(records).length)
      const isPart = get(state.arrangement).facets.length > 0
      const base = isPart ? `${grouped(get(chosen).length)} in ${scope.base}` : scope.base
      return { ...scope, base, days: "" }
    })
  }
}

/** Creates the focus, and the name of the focused chart. */
const makeFocus = (charts: ReadonlyArray<Pick<Chart, "name">>) => {
  const focus = Atom.keepAlive(Atom.make<InsightFocus>({ chart: 0, keys: {}, isExpanded: false }))
  return { focus, focusedChart: Atom.make((get) => charts[get(focus).chart]?.name ?? "") }
}

/** Creates the selected slice in words. It is empty while a mirror counts the chart, because the activity says so. */
const makePositionLabel = (
  charts: Atom.Atom<ReadonlyArray<Chart>>,
  focus: Atom.Atom<InsightFocus>,
  { isOnMirror }: { readonly isOnMirror: Atom.Atom<boolean> },
  activityLabel: Atom.Atom<string>
) =>
  Atom.make((get) => {
    const { chart, slice } = focusedSlice(get(charts), get(focus))
    if (chart !== undefined && slice !== undefined) return sliceText(chart, slice)
    if (!get(isOnMirror)) return "no rows loaded"
    return get(activityLabel) === "" ? (chart?.empty ?? "") : ""
  })

/** Creates the charts of a collection. Records are counted only while the charts are on the screen. */
export const makeInsights = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  derived: Derived<Query, Record>,
  { applyForm, setFacets }: Actions<Query, Record>
) => {
  const { form, insights } = definition
  const loaded = makeLoadedCharts(definition, state, derived)
  const { focus, focusedChart } = makeFocus(insights.charts)
  const { counter, ...mirror } = makeMirrorCounting(definition, state, derived.answers, focusedChart)
  const source = Atom.make((get) => (get(derived.answers) === undefined ? loaded : mirror))
  const charts = Atom.make((get) => get(get(source).charts))
  const inFocus = (registry: Registry) => {
    const at = registry.get(focus)
    return { ...focusedSlice(registry.get(charts), at), definition: insights.charts[at.chart] }
  }
  return {
    /** The charts with their counts, in drawing order. */
    charts,
    /** The counted records in words, whether they are all matching records, and on a mirror their days. */
    scope: Atom.make((get) => get(get(source).scope)),
    focus,
    positionLabel: makePositionLabel(charts, focus, derived, mirror.activityLabel),
    activityLabel: mirror.activityLabel,
    stopCounting: mirror.stop,
    resumeCounting: mirror.resume,
    discardCounts: mirror.discard,
    /** Starts counting: loads all rows of local data, which costs no requests, or asks the mirror. Returns a function that stops it. */
    countAll: (registry: Registry) => {
      const release = registry.mount(counter)
      registry.set(state.isCounting, true)
      return () => {
        registry.set(state.isCounting, false)
        release()
      }
    },
    /** Adds the selected slice to the facets. Returns the facet in words, or the reason why it cannot be added. */
    addFacet: (registry: Registry): Result.Result<string, string> => {
      const { slice, definition: chart } = inFocus(registry)
      if (chart === undefined || slice === undefined || slice.count === 0)
        return Result.fail(`There are no ${definition.name} here.`)
      const label = `${chart.by} ${slice.label}`.trim()
      const facets = registry.get(derived.facets)
      if (facets.some((facet) => facet.chart === chart.name && facet.key === slice.key))
        return Result.fail(`The facet ${label} is already set. Backspace removes the last one.`)
      const problem = setFacets(registry, [...facets, { chart: chart.name, key: slice.key, label }])
      if (problem !== "") return Result.fail(problem)
      const isAdded = registry.get(derived.facets).length > facets.length
      return isAdded ? Result.succeed(label) : Result.fail(`The filter already has ${label}.`)
    },
    /** Filters by the selected slice. Returns `false` if the source cannot. */
    filterBySlice: (registry: Registry): boolean => {
      const { slice, definition: chart } = inFocus(registry)
      const values = slice && chart?.narrow?.(slice.key, form.formOf(registry.get(state.query)))
      if (values === undefined) return false
      registry.set(state.form, openForm(form.fields, values))
      return applyForm(registry)
    }
  }
}
