import { grouped } from "@public-records/text/counts"
import { Result } from "effect"
import { chartTable } from "../insights/chartTable.ts"
import type { NamedChart } from "../insights/Chart.ts"
import { focusedSlice } from "../insights/Insights.ts"
import { copy } from "./copying.ts"
import { fileNameOf, saveTable } from "./exporting.ts"
import { type Command, screens } from "../keys/Command.ts"
import { moveInChart } from "../panels/insights.ts"
import type { Ui } from "../Ui.ts"

const chartBy = (by: 1 | -1) => (ui: Ui) => {
  const { insights } = ui.collection
  const count = ui.get(insights.charts).length
  ui.update(insights.focus, (focus) => ({ ...focus, chart: (focus.chart + by + count) % count }))
}

const toggleExpanded = (ui: Ui): void =>
  ui.update(ui.collection.insights.focus, (focus) => ({ ...focus, isExpanded: !focus.isExpanded }))

const addFacet = (ui: Ui): void => {
  const added = ui.collection.insights.addFacet(ui.registry)
  if (Result.isFailure(added)) return ui.notify(added.failure)
  ui.notify(`Added ${added.success}. Backspace removes it · Esc back`)
}

/** Creates a command that uses the focused chart and its figures as CSV. */
const withTable = (use: (ui: Ui, chart: NamedChart, csv: string, basis: string) => void) => (ui: Ui) => {
  const { insights } = ui.collection
  const { chart } = focusedSlice(ui.get(insights.charts), ui.get(insights.focus))
  if (chart === undefined) return
  if (chart.slices.length === 0) return ui.notify(`The chart is empty: ${chart.note}`)
  const { base, basis } = ui.get(insights.scope)
  const { filter } = ui.summary
  const counted = `${base}${filter === "" ? "" : `, filter: ${filter}`}. ${basis}`.trim()
  use(ui, chart, chartTable(chart, counted), `100 % = ${counted}`)
}

const copyTable = withTable((ui, { title, slices }, csv) => {
  const what = `the table of ${title.toLowerCase()} as CSV: ${grouped(slices.length)} lines`
  copy(ui, what, csv.replaceAll("\r\n", "\n"))
})

const exportTable = withTable((ui, chart, csv, basis) => {
  const { name, note, sentence, title } = chart
  const picture = {
    title,
    summary: [{ text: sentence }],
    sections: [{ title, rows: [], note }],
    basis: { text: basis },
    chart
  }
  const file = fileNameOf(ui.collection.noun, `${name} ${ui.summary.filter}`, "csv")
  saveTable(ui, { what: `the table of ${title.toLowerCase()}`, file, csv, picture })
})

const on = ["insights"] as const

export const charts: ReadonlyArray<Command> = [
  { name: "insights", keys: ["3"], help: ["VIEW", "insights"], on: screens, run: (ui) => ui.showBasePanel("insights") },
  { name: "next-chart", keys: ["tab"], help: ["NAVIGATE", "next, previous chart"], on, run: chartBy(1) },
  { name: "previous-chart", keys: ["shift-tab"], help: ["NAVIGATE", "next, previous chart"], on, run: chartBy(-1) },
  {
    name: "previous-slice",
    keys: ["left", "h"],
    help: ["NAVIGATE", "previous, next bar"],
    on,
    run: (ui) => moveInChart(ui, "up")
  },
  {
    name: "next-slice",
    keys: ["right", "l"],
    help: ["NAVIGATE", "previous, next bar"],
    on,
    run: (ui) => moveInChart(ui, "down")
  },
  { name: "add-facet", keys: ["enter"], help: ["FILTER", "add a facet"], on, run: addFacet },
  { name: "expand-chart", keys: ["t"], help: ["VIEW", "expand chart"], on, run: toggleExpanded },
  { name: "copy-chart", keys: ["y"], help: ["COPY & EXPORT", "copy as CSV"], on, run: copyTable },
  { name: "export-chart", keys: ["e"], help: ["COPY & EXPORT", "export as CSV"], on, run: exportTable }
]
