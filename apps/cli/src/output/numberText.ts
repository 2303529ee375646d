import { type NumberReport } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { barTable, joinFitting } from "./barTable.ts"

/** Formats a number for people: `(315) 232-8257`, or as it is stored if it does not have ten digits. */
export const shownNumber = (number: string): string => {
  const [, area, office, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(number) ?? []
  return area === undefined ? number : `(${area}) ${office}-${line}`
}

const robocallsText = ({ no, unknown, yes }: NumberReport["robocalls"]): string =>
  [`${grouped(yes)} yes`, `${grouped(no)} no`, ...(unknown === 0 ? [] : [`${grouped(unknown)} unknown`])].join(", ")

/** Returns when a number was reported: "on 2021-07-07, 10:55 to 21:28", or "from 2021-07-01 to 2021-07-07". */
const whenText = (first: string, last: string): string => {
  const [firstDay, lastDay] = [first.slice(0, 10), last.slice(0, 10)]
  if (firstDay !== lastDay) return `from ${firstDay} to ${lastDay}`
  const [start, end] = [first.slice(11, 16), last.slice(11, 16)]
  return start === end ? `on ${firstDay} at ${start}` : `all on ${firstDay}, ${start} to ${end}`
}

/** The chart has a bar for each of the last months. Earlier ones share a bar. */
const maxMonths = 24

/** Draws the reports of each month as bars. Returns an empty string for a single month. */
const monthsChart = (months: NumberReport["months"], width: number): string => {
  if (months.length < 2) return ""
  const earlier = months.slice(0, -maxMonths).reduce((sum, { reports }) => sum + reports, 0)
  const shown = months.slice(-maxMonths).map(({ month, reports }) => ({ label: month, reports }))
  const bars = earlier === 0 ? shown : [{ label: "earlier", reports: earlier }, ...shown]
  const rows = bars.map(({ label, reports }) => ({ cells: [`  ${label}`, grouped(reports)], value: reports }))
  return barTable(["  month", "reports"], rows, { texts: 1, width })
}

/** Formats the knowledge of a mirror about a number. */
export const numberText = (report: NumberReport, width: number): string => {
  const { areaCodes, first, last, months, neighbors, number, possibly, records, reports, states, subjects } = report
  const ofRecords = records === reports ? "" : ` (${counted(records, "record", "records")})`
  const when = first === null || last === null ? "" : `, ${whenText(first, last)}`
  const lines = [`${shownNumber(number)}   ${counted(reports, "report", "reports")}${ofRecords}${when}`]
  const add = (label: string, start: string, items: ReadonlyArray<string>, separator: string): void => {
    if (items.length === 0) return
    const begin = `  ${label.padEnd(9)}  ${start}`
    lines.push(begin + joinFitting(items, separator, Math.max(10, width - begin.length)))
  }
  const places = `${counted(states.length, "state", "states")}, ${counted(areaCodes.length, "area code", "area codes")}: `
  add("robocalls", "", reports === 0 ? [] : [robocallsText(report.robocalls)], "")
  add(
    "from",
    places,
    states.map((one) => `${one.state ?? "unknown"} ${grouped(one.reports)}`),
    ", "
  )
  add(
    "about",
    "",
    subjects.map((one) => `${one.subject ?? "not stated"} ${grouped(one.reports)}`),
    " · "
  )
  add(
    "near",
    "",
    neighbors.map((one) => `${shownNumber(one.number)} ${grouped(one.reports)}`),
    " · "
  )
  add("possibly", "", possibly, ", ")
  return lines.map((line) => `${safeText(line)}\n`).join("") + monthsChart(months, width)
}
