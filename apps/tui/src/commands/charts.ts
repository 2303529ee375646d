import { grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { chartTable } from "../insights/chartTable.ts"
import { focusedSlice } from "../insights/Insights.ts"
import { copy } from "./copying.ts"
import { fileNameOf, promptForFile } from "./exporting.ts"
import type { Command } from "../keys/Command.ts"
import { moveInChart } from "../panels/insights.ts"
import { screens } from "../keys/Command.ts"
import type { Ui } from "../Ui.ts"

const chartBy = (ui: Ui, by: 1 | -1): void => {
  const { insights } = ui.collection
  const count = ui.get(insights.charts).length
  ui.update(insights.focus, (focus) => ({ ...focus, chart: (focus.chart + by + count) % count }))
}

const drillDown = (ui: Ui): void => {
  const { insights, noun } = ui.collection
  if (!insights.drillDown(ui.registry)) return ui.notify(`There are no ${noun} here.`)
  ui.showHome("table")
  ui.notify("Loaded rows only. Esc all rows · 3 insights")
}

const filterBySlice = (ui: Ui): void => {
  if (!ui.collection.insights.filterBySlice(ui.registry))
    return ui.notify("The service has no filter for this. Enter: loaded rows")
  ui.showHome("table")
  ui.notify("Asked: a request per 50 rows. [ goes back")
}

/** The chart in focus, and its figures as CSV. */
const focusedTable = (ui: Ui) => {
  const { insights } = ui.collection
  const { chart } = focusedSlice(ui.get(insights.charts), ui.get(insights.focus))
  if (chart === undefined || chart.total === 0) return undefined
  return { chart, csv: chartTable(chart, ui.get(insights.scope).base) }
}

const whyNoTable = (ui: Ui): string =>
  focusedTable(ui) === undefined ? "Nothing is loaded, so the chart is empty." : ""

const copyTable = (ui: Ui): void => {
  const table = focusedTable(ui)
  if (table === undefined) return
  const { title, slices } = table.chart
  copy(
    ui,
    `the table of ${title.toLowerCase()} as CSV: ${grouped(slices.length)} lines`,
    table.csv.replaceAll("\r\n", "\n")
  )
}

const exportTable = (ui: Ui): void => {
  const table = focusedTable(ui)
  if (table === undefined) return
  const { name, title } = table.chart
  const file = fileNameOf(ui.collection.noun, `${name} ${ui.summary.filter}`, "csv")
  promptForFile(ui, `EXPORT · ${title} · CSV, safe for spreadsheets`, file, (path) => {
    const saved = ui.platform.saveNew(path, table.csv)
    ui.runInBackground(Effect.map(saved, (full) => `Wrote the table of ${title.toLowerCase()} to ${safeText(full)}.`))
  })
}

const on = ["insights"] as const

/** The charts over the loaded rows. */
export const charts: ReadonlyArray<Command> = [
  { name: "insights", keys: ["3"], help: ["LOOK", "insights"], on: screens, run: (ui) => ui.showHome("insights") },
  { name: "next-chart", keys: ["tab"], help: ["MOVE", "next, previous chart"], on, run: (ui) => chartBy(ui, 1) },
  {
    name: "previous-chart",
    keys: ["shift-tab"],
    help: ["MOVE", "next, previous chart"],
    on,
    run: (ui) => chartBy(ui, -1)
  },
  { name: "previous-slice", keys: ["left", "h"], help: ["MOVE", "bar by bar"], on, run: (ui) => moveInChart(ui, "up") },
  { name: "next-slice", keys: ["right", "l"], help: ["MOVE", "bar by bar"], on, run: (ui) => moveInChart(ui, "down") },
  { name: "drill-down", keys: ["enter"], help: ["LOOK", "loaded rows of this"], on, run: drillDown },
  { name: "ask-for-slice", keys: ["a"], help: ["FILTER", "ask for all of this"], on, run: filterBySlice },
  {
    name: "chart-alone",
    keys: ["t"],
    help: ["LOOK", "this chart alone"],
    on,
    run: (ui) => ui.update(ui.collection.insights.focus, (focus) => ({ ...focus, isExpanded: !focus.isExpanded }))
  },
  { name: "copy-chart", keys: ["y"], help: ["TAKE AWAY", "copy as CSV"], on, when: whyNoTable, run: copyTable },
  { name: "export-chart", keys: ["e"], help: ["TAKE AWAY", "export as CSV"], on, when: whyNoTable, run: exportTable }
]
