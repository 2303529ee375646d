import { absenceOf, makeChart, type Slice, sliceTexts } from "@public-records/answers/charts/Chart"
import { safeText } from "@public-records/text/safeText"
import { Effect, Option, Result } from "effect"
import { AsyncResult, Atom, type AtomRegistry } from "effect/reactivity"
import type { Actions } from "../collection/actions.ts"
import type { CollectionDefinition } from "../collection/CollectionDefinition.ts"
import { requestText } from "../collection/derived.ts"
import { loadedRecords, type RowStore } from "../collection/RowStore.ts"
import type { CollectionState } from "../collection/state.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import { valuesOf } from "../form/FormModel.ts"
import type { ChartDefinition, NamedChart } from "./Chart.ts"

type Registry = AtomRegistry.AtomRegistry

/** The focused chart and the selected slices. */
export interface InsightFocus {
  readonly chart: number
  /** The key of the selected slice by chart, if any. */
  readonly keys: Readonly<Record<string, string>>
  /** The focused chart alone, with all of its slices. */
  readonly isExpanded: boolean
}

/** Returns the index of the selected slice, or of the largest. */
export const selectedIndex = (chart: NamedChart, focus: InsightFocus): number => {
  const { slices } = chart
  const isLarger = ({ key, count }: Slice, than: Slice | undefined): boolean => key !== "" && count > (than?.count ?? 0)
  const position = slices.findIndex(({ key }) => key === focus.keys[chart.name])
  const largest = slices.reduce((best, slice, at) => (isLarger(slice, slices[best]) ? at : best), -1)
  return Math.max(0, position === -1 ? largest : position)
}

/** Returns the focused chart and its selected slice. */
export const focusedSlice = (charts: ReadonlyArray<NamedChart>, focus: InsightFocus) => {
  const chart = charts[focus.chart]
  return { chart, slice: chart?.slices[selectedIndex(chart, focus)] }
}

/** The answers about a query. */
interface Counted {
  /** Identifies the source and the query. */
  readonly key: string
  readonly base: string
  readonly basis: string
  readonly charts: ReadonlyArray<NamedChart>
}

/** Creates a chart without counts. */
const emptyChart = ({ name, shape }: Pick<ChartDefinition<never>, "name" | "shape">, note: string): NamedChart => ({
  ...makeChart({ title: name, shape, counts: [], note }),
  name
})

/** While all rows are loading, they are counted again after each 10 % of growth, because counting is slower than loading. */
const growthBetweenCounts = 1.1

/** Creates the rows to count. */
const subjectAtom = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const store = Atom.make((get): RowStore<Record> => {
    const now = get(state.store)
    const before = get.self<RowStore<Record>>()
    const isLoading = get(state.wantsAll) && get(state.loaderStatus)._tag === "Loading"
    if (!isLoading || Option.isNone(before)) return now
    const growth = now.loaded / before.value.loaded
    return growth >= 1 && growth < growthBetweenCounts ? before.value : now
  })
  return Atom.make((get) => {
    const { chartSubject, name } = get(screenSourceAtom)
    const [query, rows] = [get(state.query), get(store)]
    const key = `${name} ${requestText(definition, query)}`
    const loaded = () => definition.insights.loaded(loadedRecords(rows))
    const everything = definition.initialQuery
    return { key, ...chartSubject({ query, key, everything, store: rows, loadedRecords: loaded }) }
  })
}

/** Creates the counts. They are made while the charts are on the screen, and stay until the records change. */
const makeCounts = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>
) => {
  const { charts, countAll } = definition.insights
  const subject = subjectAtom(definition, state)
  const identity = Atom.make((get) => get(subject).identity)
  const answers = Atom.keepAlive(
    Atom.make((get) => {
      get(identity)
      const { engine, key, scopeOf, where } = get.once(subject)
      const counting = Effect.flatMap(engine, (mirror) =>
        Effect.all(
          {
            all: countAll(mirror, where),
            charts: Effect.forEach(
              charts,
              ({ ask, name }) => Effect.map(ask(mirror, where), (chartOf) => ({ chartOf, name })),
              { concurrency: "unbounded" }
            )
          },
          { concurrency: "unbounded" }
        )
      )
      const counts = Effect.map(counting, ({ all: { basis, counts }, charts }): Counted => ({
        key,
        ...scopeOf(counts, basis),
        charts: Array.from(charts, ({ chartOf, name }) => ({ ...chartOf(counts.reports), name }))
      }))
      return Effect.scoped(counts)
    })
  )
  const counted = Atom.make((get) => {
    const result = get(answers)
    const { isAll, key } = get(subject)
    const error = Option.getOrUndefined(result.waiting ? Option.none() : AsyncResult.error(result))
    const value = Option.filter(AsyncResult.value(result), (counts) => error === undefined && counts.key === key)
    const sentences =
      error === undefined || error._tag === "MirrorError"
        ? error?.message
        : error.problems.map(({ rule }) => rule).join(" ")
    const problem = sentences === undefined ? "Counting…" : `✗ ${safeText(sentences)}`
    const empty = charts.map((chart) => emptyChart(chart, problem))
    return { isAll, ...Option.getOrElse(value, () => ({ base: "not counted yet", basis: "", charts: empty })) }
  })
  const isCounting = Atom.make((get) => get(answers).waiting)
  return { counted, isCounting, answers }
}

/** Creates the charts of a collection. */
export const makeInsights = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  { setFacets }: Actions<Query, Record>
) => {
  const { insights, name } = definition
  const { answers, counted, isCounting } = makeCounts(definition, state)
  const focus = Atom.keepAlive(Atom.make<InsightFocus>({ chart: 0, keys: {}, isExpanded: false }))
  const charts = Atom.make((get): ReadonlyArray<NamedChart> => {
    const { charts: all, isAll } = get(counted)
    const nothing = isAll ? `No ${name} match.` : "No rows are loaded."
    return all.map((chart) => (chart.total === 0 && chart.slices.length > 0 ? emptyChart(chart, nothing) : chart))
  })
  return {
    /** The charts with their counts, in drawing order. */
    charts,
    /** The counted records in words, their basis, and whether they are all matching records. */
    scope: counted,
    focus,
    /** The selected slice in words, or the reason for an empty chart. */
    positionLabel: Atom.make((get) => {
      const { chart, slice } = focusedSlice(get(charts), get(focus))
      if (chart !== undefined && slice !== undefined) return sliceTexts(chart, slice).join(", ")
      return get(isCounting) ? "" : (chart?.note ?? "")
    }),
    /** Says that records are being counted. Empty if none are. */
    activityLabel: Atom.make((get) => (get(isCounting) ? `counting ${name}` : "")),
    countAgain: (registry: Registry): void => registry.refresh(answers),
    /** Adds the selected slice to the facets. Returns the facet in words, or the reason why it cannot be added. */
    addFacet: (registry: Registry): Result.Result<string, string> => {
      const at = registry.get(focus)
      const { chart: shown, slice } = focusedSlice(registry.get(charts), at)
      const chart = insights.charts[at.chart]
      if (chart === undefined || shown === undefined || slice === undefined || slice.count === 0) {
        const isGap = shown !== undefined && slice !== undefined && absenceOf(slice) !== ""
        return Result.fail(isGap ? sliceTexts(shown, slice).join(", ") : `There are no ${name} here.`)
      }
      const label = `${chart.by} ${slice.label}`.trim()
      const { facets } = registry.get(state.narrowed)
      if (facets.some((facet) => facet.chart === chart.name && facet.key === slice.key))
        return Result.fail(`The facet ${label} is already set. Backspace removes the last one.`)
      const where = chart.where === undefined ? slice.where && valuesOf(slice.where) : chart.where(slice)
      if (where === undefined) return Result.fail(`There is no filter for ${label}.`)
      const problem = setFacets(registry, [...facets, { chart: chart.name, key: slice.key, label, where }])
      if (problem !== "") return Result.fail(problem)
      const isAdded = registry.get(state.narrowed).facets.length > facets.length
      return isAdded ? Result.succeed(label) : Result.fail(`The filter already has ${label}.`)
    }
  }
}
