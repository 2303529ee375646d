import type { Counts, MirrorCoverage } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Clock, Effect } from "effect"
import { Atom, type AtomRegistry } from "effect/reactivity"
import type { CollectionDefinition, MirrorAnswers } from "../collection/CollectionDefinition.ts"
import { requestText } from "../collection/derived.ts"
import type { Answers } from "../collection/visibleRows.ts"
import type { CollectionState } from "../collection/state.ts"
import { showProgress } from "../progress.ts"
import { type Chart, chartOfCounts, type KeyCount } from "./counting.ts"

type Registry = AtomRegistry.AtomRegistry

/** The counts of a mirror for a query, complete or not. */
interface Counted {
  readonly total: Counts | undefined
  readonly coverage: MirrorCoverage | undefined
  /** The slices of the charts that are counted, by the name of the chart. */
  readonly slices: ReadonlyMap<string, ReadonlyArray<KeyCount>>
  readonly problem: string
}

const notCounted: Counted = { total: undefined, coverage: undefined, slices: new Map(), problem: "" }

/** The chart that is being counted, empty for the total, and its finished share in percent. */
interface Progress {
  readonly chart: string
  readonly percent: number
}

/** The filters whose counts are cached, so that going back to them takes no time. */
const maxFilters = 20

const dayMillis = 86_400_000

/** Describes the days behind the counts: `4 days, 1 partial, 567 missing`. */
const daysText = ({ complete, missing, partial }: MirrorCoverage): string => {
  const gaps = missing.reduce((sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / dayMillis + 1, 0)
  const days = [
    counted(complete + partial.length, "day", "days"),
    ...(partial.length === 0 ? [] : [`${grouped(partial.length)} partial`]),
    ...(gaps === 0 ? [] : [`${grouped(gaps)} missing`])
  ]
  return days.join(", ")
}

/** Describes the complaints that are 100 % of every share. Equal ones count once. */
const baseText = ({ records, reports }: Counts): string =>
  reports === records ? `all ${grouped(reports)}` : `all ${grouped(reports)}, equal ones counted once`

/** Counts all records of a query on a mirror: the total, then the focused chart, then the others that are not counted yet. */
const countAll = <Query>(
  answers: MirrorAnswers<Query>,
  query: Query,
  before: Counted,
  focusedChart: () => string,
  change: (part: Partial<Counted>) => void,
  show: (progress: Progress) => void
) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    /** Shows the beginning of a chart, and returns a function that shows how it proceeds. */
    const begin = (chart: string) => {
      show({ chart, percent: 0 })
      return showProgress(clock, (percent) => show({ chart, percent }))
    }
    if (before.total === undefined) {
      const { coverage, value } = yield* answers.count(query, { onProgress: begin("") })
      change({ total: value, coverage })
    }
    let { slices } = before
    for (;;) {
      const missing = answers.slices.filter(({ chart }) => !slices.has(chart))
      const next = missing.find(({ chart }) => chart === focusedChart()) ?? missing[0]
      if (next === undefined) return
      const { value } = yield* next.count(query, { onProgress: begin(next.chart) })
      slices = new Map([...slices, [next.chart, value]])
      change({ slices })
    }
  }).pipe(
    Effect.catch((error) => {
      const problem = error._tag === "MirrorError" ? error.message : error.problems.map(({ rule }) => rule).join(" ")
      return Effect.sync(() => change({ problem }))
    })
  )

const isDone = <Query>({ problem, slices }: Counted, answers: MirrorAnswers<Query>): boolean =>
  problem !== "" || slices.size === answers.slices.length

/** Creates the state of the counts, and the atom that counts while it is mounted. A new filter or Esc interrupts it. */
const makeCounter = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  answers: Answers<Query>,
  focusedChart: Atom.Atom<string>
) => {
  const results = Atom.keepAlive(Atom.make<ReadonlyMap<string, Counted>>(new Map()))
  const progress = Atom.keepAlive(Atom.make<Progress>({ chart: "", percent: 0 }))
  /** The query that Esc stopped. Another one is counted again. */
  const stopped = Atom.keepAlive(Atom.make(""))
  const current = Atom.make((get) => requestText(definition, get(state.query)))
  const isStopped = Atom.make((get) => get(stopped) === get(current))
  const result = Atom.make((get) => get(results).get(get(current)) ?? notCounted)
  const isCounting = Atom.make((get) => {
    const mirror = get(answers)
    return mirror !== undefined && !get(isStopped) && !isDone(get(result), mirror)
  })
  const counter = Atom.make((get) => {
    const [mirror, query, key] = [get(answers), get(state.query), get(current)]
    get(state.generation)
    if (mirror === undefined || get(isStopped)) return Effect.void
    const before = get.once(results).get(key) ?? notCounted
    const change = (part: Partial<Counted>): void => {
      const all = get.once(results)
      const changed = new Map(all).set(key, { ...(all.get(key) ?? notCounted), ...part })
      get.set(results, new Map([...changed].slice(-maxFilters)))
    }
    const show = (now: Progress): void => get.set(progress, now)
    return countAll(mirror, query, before, () => get.once(focusedChart), change, show)
  })
  return { results, progress, stopped, current, isStopped, result, isCounting, counter }
}

/** Creates the counts of a mirror, in the form of those of loaded rows. */
export const makeMirrorCounting = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  answers: Answers<Query>,
  focusedChart: Atom.Atom<string>
) => {
  const { insights, name } = definition
  const counting = makeCounter(definition, state, answers, focusedChart)
  const { counter, current, isCounting, isStopped, progress, result, results, stopped } = counting
  /** Says why a chart is empty. */
  const emptyText = ({ problem, slices }: Counted, chart: string, isStopped: boolean): string => {
    if (slices.has(chart)) return `No ${name} match.`
    if (problem !== "") return `✗ ${safeText(problem)}`
    return isStopped ? "Not counted. Press r to continue." : "Counting…"
  }
  return {
    counter,
    charts: Atom.make((get): ReadonlyArray<Chart> => {
      const at = get(result)
      return insights.charts.map((chart) => {
        const empty = emptyText(at, chart.name, get(isStopped))
        const total = at.total?.reports ?? 0
        const texts = { partName: insights.part?.name ?? "", timeName: insights.timeName, empty }
        return chartOfCounts(chart, at.slices.get(chart.name) ?? [], total, texts)
      })
    }),
    scope: Atom.make((get) => {
      const { coverage, total } = get(result)
      const base = total === undefined ? "not counted yet" : baseText(total)
      return { base, isAll: true, days: coverage === undefined ? "" : daysText(coverage) }
    }),
    /** Describes what is being counted. Empty if nothing is. */
    activityLabel: Atom.make((get) => {
      if (!get(isCounting)) return ""
      const { chart, percent } = get(progress)
      return `counting ${chart || name}, ${percent} %`
    }),
    /** Stops counting. Returns `false` if nothing is being counted. */
    stop: (registry: Registry): boolean => {
      if (!registry.get(isCounting)) return false
      registry.set(stopped, registry.get(current))
      return true
    },
    /** Continues, or counts again if everything is counted. */
    resume: (registry: Registry): void =>
      Atom.batch(() => {
        if (!registry.get(isStopped)) registry.set(results, new Map())
        registry.set(stopped, "")
        registry.update(state.generation, (count) => count + 1)
      }),
    /** Discards all counts after a change of the source. */
    discard: (registry: Registry): void => registry.set(results, new Map())
  }
}
