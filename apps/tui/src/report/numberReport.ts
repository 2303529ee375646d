import { isCivilDate } from "@public-records/core"
import type {
  MirrorCoverage,
  NumberCounts,
  NumberReport,
  PrefixReport,
  SuffixReport,
  TrendRow
} from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { numberLabel } from "../complaints/complaintColumns.ts"
import { coverageText } from "./coverage.ts"
import type { ReportRow, Section } from "./Report.ts"

const caveat = "⚠ Reported by consumers, not verified. Caller ID is often forged."

/** The chart has a bar for each of the last months. Earlier ones share a bar. */
const maxMonths = 24
/** A section shows this many rows until it is expanded. */
const maxRows = 10

const reportsOf = (count: number): string => counted(count, "report", "reports")

/** Says when a number was reported: "on 2021-07-07, 10:55 to 21:28". */
const whenText = (first: string, last: string): string => {
  const [firstDay, lastDay] = [first.slice(0, 10), last.slice(0, 10)]
  if (firstDay !== lastDay) return `from ${first.slice(0, 16)} to ${last.slice(0, 16)}`
  const [start, end] = [first.slice(11, 16), last.slice(11, 16)]
  return start === end ? `on ${firstDay} at ${start}` : `on ${firstDay}, ${start} to ${end}`
}

const robocallText = ({ no, unknown, yes }: NumberReport["robocalls"]): string => {
  const stated = yes + no
  const rest = unknown === 0 ? "" : `; ${grouped(unknown)} do not say`
  if (stated === 0) return "Robocalls: no report says."
  return `Robocalls: ${grouped(yes)} of ${grouped(stated)} (${Math.round((yes / stated) * 100)} %)${rest}.`
}

const summary = (report: NumberReport, coverage: MirrorCoverage): Section => {
  const { first, last, number, possibly, records, reports, robocalls } = report
  const basis = [{ text: coverageText(coverage) }, { text: caveat }]
  const maybe = possibly.map((other): ReportRow => {
    const text = `Possibly also reported as ${other}, which lacks the last digit.`
    return { text, target: { _tag: "Report", question: { _tag: "Number", text: other } } }
  })
  if (first === null || last === null) {
    return { title: "", rows: [{ text: `${numberLabel(number)} was never reported.` }, ...maybe, ...basis] }
  }
  const ofRecords = records === reports ? "" : ` in ${counted(records, "record", "records")}`
  const complaints = `Show ${records === 1 ? "the complaint" : `the ${grouped(records)} complaints`}`
  return {
    title: "",
    rows: [
      { text: `${reportsOf(reports)}${ofRecords}, ${whenText(first, last)}.` },
      { text: complaints, target: { _tag: "Complaints", number } },
      { text: robocallText(robocalls) },
      ...maybe,
      ...basis
    ]
  }
}

/** Returns a section of bars. Shows the first rows and the sum of the others, unless it is expanded. */
const barSection = (
  title: string,
  rows: ReadonlyArray<ReportRow & { readonly count: number }>,
  isExpanded: (section: string) => boolean
): ReadonlyArray<Section> => {
  if (rows.length === 0) return []
  if (rows.length <= maxRows + 1 || isExpanded(title)) return [{ title, rows }]
  const others = rows.slice(maxRows)
  const sum = others.reduce((total, { count }) => total + count, 0)
  const more: ReportRow = {
    text: `Show ${grouped(others.length)} more: ${reportsOf(sum)}`,
    target: { _tag: "Expand", section: title }
  }
  return [{ title, rows: [...rows.slice(0, maxRows), more] }]
}

const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split("-").map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`
}

const lastDayOf = (month: string): string =>
  ["31", "30", "29"].map((day) => `${month}-${day}`).find((date) => isCivilDate(date)) ?? `${month}-28`

/** Whether the mirror has no day of a month. */
const isMissing = (month: string, { missing }: MirrorCoverage): boolean =>
  missing.some(({ from, to }) => from <= `${month}-01` && to >= lastDayOf(month))

/**
 * Returns the reports of each month from the first to the last one, those before the last `max` months in one row. Months that the
 * mirror does not have are omitted.
 */
const monthRows = (months: NumberReport["months"], coverage: MirrorCoverage, max: number): ReadonlyArray<ReportRow> => {
  const counts = new Map(months.map(({ month, reports }) => [month, reports]))
  const rows: Array<{ readonly text: string; readonly count: number }> = []
  let gap = 0
  const last = months.at(-1)?.month ?? ""
  for (let month = months[0]?.month ?? last; month <= last; month = monthAfter(month)) {
    const count = counts.get(month)
    if (count === undefined && isMissing(month, coverage)) gap++
    else rows.push({ text: month, count: count ?? 0 })
  }
  const earlier = rows.slice(0, -max).reduce((sum, { count }) => sum + count, 0)
  const note = gap === 0 ? [] : [{ text: `Without ${counted(gap, "month", "months")} that the mirror does not have.` }]
  return [...(earlier === 0 ? [] : [{ text: "earlier", count: earlier }]), ...rows.slice(-max), ...note]
}

/** Returns the reports of each hour of the day from the first to the last one, and of calls without a time. */
const hourRows = (hours: ReadonlyArray<TrendRow>): ReadonlyArray<ReportRow> => {
  const counts = new Map(hours.map(({ key, reports }) => [key, reports]))
  const known = hours.flatMap(({ key }) => (typeof key === "number" ? [key] : []))
  const [first = 0, last = -1] = [known.at(0), known.at(-1)]
  const rows = Array.from({ length: last - first + 1 }, (_, index) => ({
    text: `${String(first + index).padStart(2, "0")}:00`,
    count: counts.get(first + index) ?? 0
  }))
  const unknown = counts.get(null)
  return unknown === undefined ? rows : [...rows, { text: "no time given", count: unknown }]
}

const numberRow = ({ number, reports }: NumberCounts) => ({
  text: numberLabel(number),
  count: reports,
  target: { _tag: "Report", question: { _tag: "Number", text: number } } as const
})

const neighborSection = ({ neighbors, number }: NumberReport): ReadonlyArray<Section> => {
  if (!/^\d{10}$/.test(number)) return []
  const none = [{ text: `No other number that begins with ${number.slice(0, 6)} was reported.` }]
  return [{ title: "NEIGHBORS", rows: neighbors.length === 0 ? none : neighbors.map(numberRow) }]
}

/** Returns the sections of the report about a number. */
export const numberSections = (
  report: NumberReport,
  hours: ReadonlyArray<TrendRow>,
  coverage: MirrorCoverage,
  isExpanded: (section: string) => boolean
): ReadonlyArray<Section> => {
  const { areaCodes, months, states, subjects } = report
  const bars = <Row extends { readonly reports: number }>(
    title: string,
    rows: ReadonlyArray<Row>,
    textOf: (row: Row) => string
  ) =>
    barSection(
      title,
      rows.map((row) => ({ text: textOf(row), count: row.reports })),
      isExpanded
    )
  const max = isExpanded("MONTHS") ? Number.POSITIVE_INFINITY : maxMonths
  const ofHours = hourRows(hours)
  return [
    summary(report, coverage),
    ...(months.length === 0 ? [] : [{ title: "MONTHS", rows: monthRows(months, coverage, max) }]),
    ...bars("STATES", states, ({ state }) => state ?? "not stated"),
    ...bars("AREA CODES", areaCodes, ({ areaCode }) => areaCode ?? "not stated"),
    ...bars("SUBJECTS", subjects, ({ subject }) => subject ?? "not stated"),
    ...(ofHours.length === 0 ? [] : [{ title: "HOURS OF THE CALLS", rows: ofHours }]),
    ...neighborSection(report)
  ]
}

const foundText = (report: PrefixReport | SuffixReport): string => {
  const { count, reports } = report
  const [verb, digits] = "prefix" in report ? ["begin", report.prefix] : ["end", report.suffix]
  return count === 0
    ? `No number that ${verb}s with ${digits} was reported.`
    : `${counted(count, `number ${verb}s`, `numbers ${verb}`)} with ${digits}: ${reportsOf(reports)}.`
}

/** Returns the sections of the report about the numbers that some digits begin or end. */
export const numbersSections = (
  report: PrefixReport | SuffixReport,
  coverage: MirrorCoverage
): ReadonlyArray<Section> => {
  const { count, numbers } = report
  const missing = "suffix" in report ? [{ text: "The area code of the number is missing." }] : []
  const title = count > numbers.length ? `THE ${numbers.length} THAT WERE REPORTED MOST` : "NUMBERS"
  const rows = [...missing, { text: foundText(report) }, { text: coverageText(coverage) }, { text: caveat }]
  return [{ title: "", rows }, ...(numbers.length === 0 ? [] : [{ title, rows: numbers.map(numberRow) }])]
}
