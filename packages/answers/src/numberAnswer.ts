import { subjectLabel } from "@public-records/core"
import type {
  Covered,
  Mirror,
  MirrorCoverage,
  NumberCounts,
  NumberReport,
  PrefixReport,
  SuffixReport,
  Trends
} from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { Effect } from "effect"
import { type Answer, dataOf, type Row, type Section } from "./Answer.ts"
import { basisOf } from "./basis.ts"
import { type Chart, makeChart } from "./charts/Chart.ts"
import { monthsChart, trendChart } from "./charts/trendChart.ts"
import { ownedLabel, ownersText, withOwner } from "./owners.ts"
import { chartTable } from "./trendAnswer.ts"
import { notStated, reportsText, robocallsText, sentences, whenText } from "./words.ts"

const numberTarget = (number: string) => ({ _tag: "Report", question: { _tag: "Number", text: number } }) as const

const summaryOf = (report: NumberReport): ReadonlyArray<Row> => {
  const { first, last, number, possibly, records, reports, robocalls } = report
  const owner = ownersText([number])
  const known = owner === "" ? [] : [{ text: owner }]
  const maybe = possibly.map((other) => {
    const text = `Possibly also reported as ${other}, which lacks the last digit.`
    return { text, target: numberTarget(other) }
  })
  if (first === null || last === null) return [{ text: "Never reported." }, ...known, ...maybe]
  const ofRecords = records === reports ? "" : ` in ${counted(records, "record", "records")}`
  const complaints = `Show ${records === 1 ? "the complaint" : `the ${grouped(records)} complaints`}`
  return [
    { text: `${reportsText(reports)}${ofRecords}, ${whenText(first, last)}.` },
    ...known,
    { text: complaints, target: { _tag: "Complaints", where: { number } } },
    { text: robocallsText(robocalls) },
    ...maybe
  ]
}

const numberRow = ({ number, reports }: NumberCounts): Row => ({
  text: ownedLabel(number),
  cells: [grouped(reports)],
  count: reports,
  target: numberTarget(number)
})

const valuesOf = <Counted extends { readonly reports: number }>(
  title: string,
  heading: string,
  values: ReadonlyArray<Counted>,
  labelOf: (value: Counted) => string | null
): Section => ({
  title,
  header: [heading, "reports"],
  rows: values.map((value) => {
    const { reports } = value
    return { text: labelOf(value) ?? notStated, cells: [grouped(reports)], count: reports }
  }),
  keep: "first",
  brief: true
})

const neighborsOf = ({ neighbors, number }: NumberReport): ReadonlyArray<Section> => {
  if (!/^\d{10}$/.test(number)) return []
  const none = { text: `No other number that begins with ${number.slice(0, 6)} was reported.` }
  if (neighbors.length === 0) return [{ title: "Neighbors", rows: [none] }]
  return [{ title: "Neighbors", header: ["number", "reports"], rows: neighbors.map(numberRow), brief: true }]
}

/** Returns the hours of the calls about a number from the first to the last one. */
const hoursOf = (hours: Trends, coverage: MirrorCoverage): Section => {
  const { slices, ...chart } = trendChart(hours, coverage)
  const counted = slices.flatMap(({ count, key }, index) => (count > 0 && key !== "" ? [index] : []))
  const [first = 0, last = -1] = [counted.at(0), counted.at(-1)]
  const own = slices.filter(({ count, key }, index) => (key === "" ? count > 0 : index >= first && index <= last))
  return { title: "Hours of the calls", ...chartTable({ ...chart, slices: own }, "hour called") }
}

const numberColumns =
  "number reports records first_filed last_filed robocalls_yes robocalls_no robocalls_unknown states area_codes owner"

const numberAnswer = (report: NumberReport, coverage: MirrorCoverage, filter: string, hours?: Trends): Answer => {
  const { areaCodes, neighbors, number, states, subjects } = report
  const chart = monthsChart(report, coverage)
  const ofMonths: Section = { title: "Months", ...chartTable(chart, "month filed"), keep: "last" }
  const sections: ReadonlyArray<Section> = [
    // A single bar says nothing.
    ...(chart.slices.length > 1 ? [ofMonths] : []),
    valuesOf("States", "state", states, ({ state }) => state),
    valuesOf("Area codes", "area code", areaCodes, ({ areaCode }) => areaCode),
    valuesOf("Subjects", "subject", subjects, ({ subject }) => subject && subjectLabel(subject)),
    ...(hours === undefined ? [] : [hoursOf(hours, coverage)]),
    ...neighborsOf(report)
  ]
  const basis = basisOf(coverage, filter)
  const row = withOwner({ ...report, neighbors: neighbors.map((one) => withOwner(one, one.number)) }, number)
  return {
    title: ownedLabel(number),
    summary: summaryOf(report),
    sections: sections.filter(({ rows }) => rows.length > 0),
    basis,
    data: dataOf({ ...row, ...basis.json }, [row], numberColumns, (one) => {
      const { first, last, owner, records, reports, robocalls } = one
      const { no, unknown, yes } = robocalls
      return [number, reports, records, first, last, yes, no, unknown, states.length, areaCodes.length, owner]
    }),
    chart
  }
}

const foundText = (report: PrefixReport | SuffixReport): string => {
  const { count, reports } = report
  const [verb, digits] = "prefix" in report ? ["begin", report.prefix] : ["end", report.suffix]
  return count === 0
    ? `No number that ${verb}s with ${digits} was reported.`
    : `${counted(count, `number ${verb}s`, `numbers ${verb}`)} with ${digits}: ${reportsText(reports)}.`
}

const numbersChart = ({ numbers, reports }: PrefixReport | SuffixReport): Chart => {
  const counts = numbers.map(({ number, reports }) => {
    return { key: number, label: ownedLabel(number), count: reports, where: { number } }
  })
  return makeChart({ title: "Numbers by reports", shape: "bars", counts, total: reports })
}

/** Returns the answer about the numbers that begin or end with some digits. */
const numbersAnswer = (report: PrefixReport | SuffixReport, coverage: MirrorCoverage, filter: string): Answer => {
  const { count } = report
  const isSuffix = "suffix" in report
  const { length } = report.numbers
  const note = sentences([
    count > length ? `These are the ${length} that were reported most.` : "",
    ownersText(report.numbers.map(({ number }) => number))
  ])
  const header = ["number", "reports"]
  const section = { title: "Numbers", header, rows: report.numbers.map(numberRow), note }
  const numbers = report.numbers.map((one) => withOwner(one, one.number))
  const basis = basisOf(coverage, filter)
  return {
    title: isSuffix ? `${report.suffix.slice(0, 3)}-${report.suffix.slice(3)}` : report.prefix,
    summary: [{ text: foundText(report) }, ...(isSuffix ? [{ text: "The area code of the number is missing." }] : [])],
    sections: numbers.length === 0 ? [] : [section],
    basis,
    data: dataOf({ ...report, numbers, ...basis.json }, numbers, "number reports records owner", (one) => {
      const { number, owner, records, reports } = one
      return [number, reports, records, owner]
    }),
    chart: numbersChart(report)
  }
}

/** Returns the answer about a number, or about the numbers with some digits. `hours` is the trend of its calls by hour. */
export const answerOfNumber = (
  { coverage, value }: Covered<NumberReport | PrefixReport | SuffixReport>,
  filter = "",
  hours?: Trends
): Answer =>
  "numbers" in value ? numbersAnswer(value, coverage, filter) : numberAnswer(value, coverage, filter, hours)

/** Asks about a number, and for the hours of its calls. */
export const askNumber = Effect.fnUntraced(function* (
  mirror: Pick<Mirror["Service"], "number" | "trends">,
  typed: string,
  options?: Parameters<Mirror["Service"]["number"]>[2]
) {
  const answer = yield* mirror.number(typed, {}, options)
  const { value } = answer
  if ("numbers" in value || value.reports === 0) return answerOfNumber(answer)
  const hours = yield* mirror.trends({ by: "call-hour", where: { number: value.number } }, options)
  return answerOfNumber(answer, "", hours.value)
})
