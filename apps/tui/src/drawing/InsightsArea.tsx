import { type ReactElement, useContext, useEffect } from "react"
import type { Collection } from "../collection/Collection.ts"
import type { Summary } from "../collection/Summary.ts"
import { grouped } from "@public-records/text/counts"
import { ends, endsThatFit } from "@public-records/text/fit"
import { exactly } from "./frame.ts"
import { Line, type Span } from "./Line.tsx"
import { RegistryContext, useAtom } from "./useAtom.tsx"
import { safeText } from "@public-records/text/safeText"
import type { Chart } from "../insights/Chart.ts"
import { type InsightFocus, selectedPlace } from "../insights/collectionInsights.ts"
import { gridIn, type PanelRow } from "../insights/insightLayout.ts"
import { panelLines } from "../insights/panels.ts"

const scopeHeight = 2
const blank: ReadonlyArray<Span> = [{ text: " " }]

/** The caveats of the figures, and the cost of loading the rest. */
const warningLine = (isAll: boolean, price: string, caveat: string, width: number): string => {
  if (isAll) return ends(caveat === "" ? "" : ` ⚠ ${caveat}`, "", width)
  const start = " ⚠ loaded rows only"
  const [shortPrice = ""] = price.split(", ")
  const loads = [`L loads the rest: ${price} `, `L: ${price} `, `L: ${shortPrice} `]
  const said = [...(caveat === "" ? [] : [`${start} · ${caveat}`]), start]
  const pairs = said.flatMap((warning) => loads.map((load) => [warning, load] as const))
  return endsThatFit([...pairs, [" ⚠ loaded only", `L: ${shortPrice} `], [start, "L loads the rest "]], width)
}

/** The filter, and the counted records as the whole of every share. */
const scopeLine = ({ filter, order }: Summary, base: string, width: number): string => {
  const filtered = filter === "" ? "no filter" : safeText(filter)
  const whole = `100 % = ${base} `
  const pairs = [
    [` ${filtered} · ${order}`, whole],
    [` ${filtered}`, whole],
    [` ${filtered}`, whole.replace("the ", "")],
    [` ${filtered}`, `${base} `]
  ] as const
  return endsThatFit(pairs, width)
}

const panelOf = (charts: ReadonlyArray<Chart>, focus: InsightFocus, chart: Chart) => ({
  chart,
  selected: selectedPlace(chart, focus),
  isFocused: charts[focus.chart] === chart,
  isExpanded: false
})

/** The lines of charts beside each other, joined. */
const rowLines = (
  charts: ReadonlyArray<Chart>,
  focus: InsightFocus,
  { height, places }: PanelRow
): ReadonlyArray<ReadonlyArray<Span>> => {
  const panels = places.flatMap(({ chart: place, width }) => {
    const chart = charts[place]
    return chart === undefined ? [] : [panelLines({ ...panelOf(charts, focus, chart), width, height })]
  })
  return Array.from({ length: height }, (_, line) => panels.flatMap((panel) => panel[line] ?? []))
}

/** The chart in focus alone, with all of its slices. */
const expandedLines = (
  charts: ReadonlyArray<Chart>,
  focus: InsightFocus,
  width: number,
  height: number
): ReadonlyArray<ReadonlyArray<Span>> => {
  const chart = charts[focus.chart]
  if (chart === undefined) return []
  const panel = { ...panelOf(charts, focus, chart), isExpanded: true, width, height }
  const title = `${focus.chart + 1}/${charts.length} ${chart.title}`
  const place = chart.slices.length === 0 ? "" : `${panel.selected + 1} of ${grouped(chart.slices.length)} · `
  return panelLines(panel, title, `${place}Tab next chart · Enter rows`)
}

/** The charts over the loaded rows, with what they are of and what loading the rest costs, always. */
export const InsightsArea = (props: {
  readonly width: number
  readonly height: number
  readonly collection: Collection
}): ReactElement => {
  const { width, height, collection } = props
  const { insights } = collection
  const registry = useContext(RegistryContext)
  useEffect(() => insights.countAll(registry), [registry, insights])
  const charts = useAtom(insights.charts)
  const focus = useAtom(insights.focus)
  const { base, isAll } = useAtom(insights.scope)
  const scope = [
    scopeLine(useAtom(collection.summary), base, width),
    warningLine(isAll, useAtom(collection.remainingCost), collection.caveat.short, width)
  ]
  const room = Math.max(3, height - scopeHeight)
  const grid = focus.isExpanded ? [] : gridIn(charts, insights.grid, width, room)
  const lines =
    grid.length > 0 ? grid.flatMap((row) => rowLines(charts, focus, row)) : expandedLines(charts, focus, width, room)
  const scopeSpans = scope.map((text, place): ReadonlyArray<Span> => [
    { text, role: place === 0 ? "plain" : "warning" }
  ])
  const all = [...scopeSpans.slice(0, Math.max(0, height - 3)), ...lines]
  return (
    <>
      {exactly(all, height, blank).map((spans, place) => (
        <Line key={place} spans={spans} />
      ))}
    </>
  )
}
