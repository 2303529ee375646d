import { padLines, type Lines, type Span } from "../drawing/frame.ts"
import { grouped } from "@public-records/text/counts"
import { cut, justifyFirstFitting, wrap } from "@public-records/text/fit"
import { filterTexts } from "../drawing/counts.ts"
import type { Summary } from "../collection/labels.ts"
import type { NamedChart } from "../insights/Chart.ts"
import { focusedSlice, type InsightFocus, selectedIndex } from "../insights/Insights.ts"
import { gridIn, type PanelRow } from "../insights/grid.ts"
import { panelLines, wholeTitle } from "../insights/chartLines.ts"
import type { Ui } from "../Ui.ts"
import { type Move, type Panel, positionAfterMove } from "./Panel.ts"
import { failureLines } from "./failure.ts"

const slicesPerPage = 10
/** The edges of a frame, and one line. */
const lowestFrame = 3
const blank: ReadonlyArray<Span> = [{ text: " " }]

/** Returns what the figures are based on, in at most a quarter of the lines. */
const basisLines = (basis: string, width: number, height: number): ReadonlyArray<string> => {
  const lines = wrap(basis, width - 2)
  const last = Math.max(1, Math.floor(height / 4)) - 1
  const rest = cut(lines.slice(last).join(" "), width - 2)
  return [...lines.slice(0, last), ...(rest === "" ? [] : [rest])].map((line) => ` ${line}`)
}

/** Says that only the loaded rows are counted, and what loading the rest costs. */
const loadedLine = (cost: string, width: number): string => {
  const [shortCost = ""] = cost.split(", ")
  const loads = [`L loads the rest: ${cost} `, `L: ${cost} `, `L: ${shortCost} `]
  const start = " ⚠ loaded rows only"
  const pairs = loads.map((load) => [start, load] as const)
  return justifyFirstFitting([...pairs, [" ⚠ loaded only", `L: ${shortCost} `], [start, "L loads the rest "]], width)
}

/** Returns the filter and the records that are 100 % of every share. */
const scopeLine = (summary: Summary, base: string, width: number): string => {
  const [short = ""] = base.split(", ")
  const bases = [...new Set([base, short, short.replace("the ", "")])]
  const totals = [...bases.map((text) => `100 % = ${text} `), `${short} `]
  const [filtered = "", ...shorter] = filterTexts(summary)
  const pairs = [filtered, ...shorter].flatMap((text) => totals.map((total) => [text, total] as const))
  return justifyFirstFitting([[`${filtered} · ${summary.order}`, `100 % = ${base} `], ...pairs], width)
}

const panelOf = (charts: ReadonlyArray<NamedChart>, focus: InsightFocus, chart: NamedChart) => ({
  chart,
  selected: selectedIndex(chart, focus),
  isFocused: charts[focus.chart] === chart,
  isExpanded: false
})

/** Draws a row of charts side by side. */
const rowLines = (charts: ReadonlyArray<NamedChart>, focus: InsightFocus, { height, cells }: PanelRow): Lines => {
  const panels = cells.flatMap(({ chart: position, width }) => {
    const chart = charts[position]
    return chart === undefined ? [] : [panelLines({ ...panelOf(charts, focus, chart), width, height })]
  })
  return Array.from({ length: height }, (_, line) => panels.flatMap((panel) => panel[line] ?? []))
}

/** Draws the focused chart alone, with all of its slices. */
const expandedLines = (
  charts: ReadonlyArray<NamedChart>,
  focus: InsightFocus,
  width: number,
  height: number
): Lines => {
  const chart = charts[focus.chart]
  if (chart === undefined) return []
  const panel = { ...panelOf(charts, focus, chart), isExpanded: true, width, height }
  const title = `${focus.chart + 1}/${charts.length} ${wholeTitle(chart)}`
  const position = chart.slices.length === 0 ? "" : `${panel.selected + 1} of ${grouped(chart.slices.length)} · `
  return panelLines(panel, title, `${position}Tab next chart · Enter facet`)
}

/** Moves the selection in the focused chart. */
export const moveInChart = (ui: Ui, move: Move): void => {
  const { insights } = ui.collection
  const focus = ui.get(insights.focus)
  const { chart } = focusedSlice(ui.get(insights.charts), focus)
  if (chart === undefined) return
  const position = positionAfterMove(move, selectedIndex(chart, focus), chart.slices.length - 1, slicesPerPage)
  const key = chart.slices[position]?.key
  if (key !== undefined) ui.set(insights.focus, { ...focus, keys: { ...focus.keys, [chart.name]: key } })
}

const draw: Panel["draw"] = (view) => {
  const { get, width, collection } = view
  const { insights } = collection
  const charts = get(insights.charts)
  const focus = get(insights.focus)
  const { base, basis, isAll } = get(insights.scope)
  const filter = scopeLine(get(collection.summary), base, width)
  const loaded = isAll ? [] : [loadedLine(get(collection.remainingCost), width)]
  const warnings = [...loaded, ...basisLines(basis, width, view.height)]
  const scope: Lines = [[{ text: filter }], ...warnings.map((text): Lines[number] => [{ text, role: "warning" }])]
  const failure = failureLines(view)
  const height = view.height - failure.length
  const hasFrame = height >= lowestFrame
  const room = hasFrame ? Math.max(lowestFrame, height - scope.length) : height + 2
  const grid = focus.isExpanded ? [] : gridIn(charts, width, room)
  const framed =
    grid.length > 0 ? grid.flatMap((row) => rowLines(charts, focus, row)) : expandedLines(charts, focus, width, room)
  // Like the table, the chart has no edges on a terminal that is too small for them.
  const lines = hasFrame ? framed : framed.slice(1, -1)
  return {
    lines: [...padLines([...scope.slice(0, Math.max(0, height - lowestFrame)), ...lines], height, blank), ...failure]
  }
}

export const insights: Panel = {
  draw,
  move: moveInChart,
  // From the expanded chart to all charts, and from there to the rows.
  back: (ui) => {
    const { focus } = ui.collection.insights
    if (ui.get(focus).isExpanded) ui.update(focus, (before) => ({ ...before, isExpanded: false }))
    else ui.showBasePanel("table")
  }
}
