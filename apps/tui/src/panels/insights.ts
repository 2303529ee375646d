import { padLines, type Lines, type Span } from "../drawing/frame.ts"
import { grouped } from "@public-records/text/counts"
import { justify, justifyFirstFitting } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import type { Summary } from "../collection/labels.ts"
import type { Chart } from "../insights/counting.ts"
import { focusedSlice, type InsightFocus, selectedPlace } from "../insights/Insights.ts"
import { gridIn, type PanelRow } from "../insights/grid.ts"
import { panelLines } from "../insights/chartLines.ts"
import type { Ui } from "../Ui.ts"
import { type Move, type Panel, placeAfterMove } from "./Panel.ts"
import { failureLines } from "./failure.ts"

const slicesPerPage = 10
const blank: ReadonlyArray<Span> = [{ text: " " }]

/** The caveats of the figures, and the cost of loading the rest. */
const warningLine = (isAll: boolean, cost: string, caveat: string, width: number): string => {
  if (isAll) return justify(caveat === "" ? "" : ` ⚠ ${caveat}`, "", width)
  const start = " ⚠ loaded rows only"
  const [shortCost = ""] = cost.split(", ")
  const loads = [`L loads the rest: ${cost} `, `L: ${cost} `, `L: ${shortCost} `]
  const detail = [...(caveat === "" ? [] : [`${start} · ${caveat}`]), start]
  const pairs = detail.flatMap((warning) => loads.map((load) => [warning, load] as const))
  return justifyFirstFitting([...pairs, [" ⚠ loaded only", `L: ${shortCost} `], [start, "L loads the rest "]], width)
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
  return justifyFirstFitting(pairs, width)
}

const panelOf = (charts: ReadonlyArray<Chart>, focus: InsightFocus, chart: Chart) => ({
  chart,
  selected: selectedPlace(chart, focus),
  isFocused: charts[focus.chart] === chart,
  isExpanded: false
})

/** The lines of charts beside each other, joined. */
const rowLines = (charts: ReadonlyArray<Chart>, focus: InsightFocus, { height, places }: PanelRow): Lines => {
  const panels = places.flatMap(({ chart: place, width }) => {
    const chart = charts[place]
    return chart === undefined ? [] : [panelLines({ ...panelOf(charts, focus, chart), width, height })]
  })
  return Array.from({ length: height }, (_, line) => panels.flatMap((panel) => panel[line] ?? []))
}

/** The chart in focus alone, with all of its slices. */
const expandedLines = (charts: ReadonlyArray<Chart>, focus: InsightFocus, width: number, height: number): Lines => {
  const chart = charts[focus.chart]
  if (chart === undefined) return []
  const panel = { ...panelOf(charts, focus, chart), isExpanded: true, width, height }
  const title = `${focus.chart + 1}/${charts.length} ${chart.title}`
  const place = chart.slices.length === 0 ? "" : `${panel.selected + 1} of ${grouped(chart.slices.length)} · `
  return panelLines(panel, title, `${place}Tab next chart · Enter rows`)
}

/** Moves among the bars of the chart in focus. */
export const moveInChart = (ui: Ui, move: Move): void => {
  const { insights } = ui.collection
  const focus = ui.get(insights.focus)
  const { chart } = focusedSlice(ui.get(insights.charts), focus)
  if (chart === undefined) return
  const place = placeAfterMove(move, selectedPlace(chart, focus), chart.slices.length - 1, slicesPerPage)
  const key = chart.slices[place]?.key
  if (key !== undefined) ui.set(insights.focus, { ...focus, keys: { ...focus.keys, [chart.name]: key } })
}

const draw: Panel["draw"] = (view) => {
  const { get, width, collection } = view
  const { insights } = collection
  const charts = get(insights.charts)
  const focus = get(insights.focus)
  const { base, isAll } = get(insights.scope)
  const filter = scopeLine(get(collection.summary), base, width)
  const warning = warningLine(isAll, get(collection.remainingCost), collection.caveat.short, width)
  const scope: Lines = [[{ text: filter }], [{ text: warning, role: "warning" }]]
  const failure = failureLines(view)
  const height = view.height - failure.length
  const room = Math.max(3, height - scope.length)
  const grid = focus.isExpanded ? [] : gridIn(charts, width, room)
  const lines =
    grid.length > 0 ? grid.flatMap((row) => rowLines(charts, focus, row)) : expandedLines(charts, focus, width, room)
  return {
    lines: [...padLines([...scope.slice(0, Math.max(0, height - 3)), ...lines], height, blank), ...failure]
  }
}

/** The charts over the loaded rows. */
export const insights: Panel = {
  draw,
  move: moveInChart,
  // From one chart to all of them, and from there to the rows.
  back: (ui) => {
    const { focus } = ui.collection.insights
    if (ui.get(focus).isExpanded) ui.update(focus, (before) => ({ ...before, isExpanded: false }))
    else ui.showBasePanel("table")
  }
}
