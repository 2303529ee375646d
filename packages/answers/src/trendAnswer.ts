import type { Covered, Dimension, TrendKey, TrendRow, Trends } from "@public-records/mirror"
import { grouped } from "@public-records/text/counts"
import { Struct } from "effect"
import type { Answer, Data, Row, Section } from "./Answer.ts"
import { basisOf } from "./basis.ts"
import { absenceOf, type Chart, type Slice } from "./charts/Chart.ts"
import { hasCalls, isPeriod, keyText, trendChart } from "./charts/trendChart.ts"
import { cityLabel, heading, keyLabel } from "./words.ts"

/** A line of the table of a trend. A slice has several if the trend is split. */
interface Line {
  /** The label of the split, if there is one. */
  readonly labels: ReadonlyArray<string>
  readonly counts: ReadonlyArray<number>
}

const rowOf = (slice: Slice, { counts, labels }: Line, withDays: boolean): Row => {
  const { days, label, of, state, where } = slice
  const absence = absenceOf(slice)
  const [count = 0] = counts
  const figures = counts.map((one, column) => (absence === "" ? grouped(one) : column === 0 ? absence : ""))
  const ofDays = !withDays ? [] : [absence === "" ? `${days} of ${of}` : "0"]
  return {
    text: label,
    cells: [...labels, ...ofDays, ...figures],
    ...(absence === "" ? { count } : {}),
    ...(state === "cut" ? { isCut: true } : {}),
    ...(where === undefined ? {} : { target: { _tag: "Complaints", where } })
  }
}

/** Returns the slices of a chart as the rows of a table. `by`, `labels` and `counts` are the headings of its columns. */
const tableOf = (
  chart: Chart,
  {
    by,
    counts,
    labels = []
  }: { readonly by: string; readonly counts: ReadonlyArray<string>; readonly labels?: ReadonlyArray<string> },
  linesOf: (slice: Slice) => ReadonlyArray<Line>
): Pick<Section, "header" | "rows"> => {
  const withDays = chart.slices.some(({ days = 0, of = 1 }) => days > 0 && of > 1)
  const none: Line = { labels: labels.map(() => ""), counts: counts.map(() => 0) }
  return {
    header: [by, ...labels, ...(withDays ? ["days"] : []), ...counts],
    rows: chart.slices.flatMap((slice) => {
      const lines = linesOf(slice)
      // Of values that are no periods, only those with a report are split.
      const shown = lines.length > 0 || slice.state === undefined ? lines : [none]
      return shown.map((line) => rowOf(slice, line, withDays))
    })
  }
}

/** Returns a chart as a table. `by` is the heading of its keys. */
export const chartTable = (chart: Chart, by: string): Pick<Section, "header" | "rows"> => {
  const counts = chart.besideName === "" ? ["reports"] : ["filed", chart.besideName]
  return tableOf(chart, { by, counts }, ({ beside, count }) => [
    { labels: [], counts: [count, ...(beside === undefined ? [] : [beside])] }
  ])
}

type Rows = ReadonlyMap<string, ReadonlyArray<TrendRow>>

/** Returns a trend as a table with a line for each pair of values. */
const splitTable = ({ by, split }: Trends & { readonly split: Dimension }, chart: Chart, rows: Rows) => {
  const counts = hasCalls({ by, split }) ? ["filed", "called"] : ["reports"]
  return tableOf(
    chart,
    { by: hasCalls({ by, split }) ? by : heading(by), labels: [heading(split)], counts },
    ({ key }) =>
      (rows.get(key) ?? []).map(({ called, reports, ...row }) => ({
        labels: [keyLabel(row.split, split)],
        counts: [reports, ...(called === undefined ? [] : [called])]
      }))
  )
}

/** The values of a split as the columns of a table: times in their order, others by their number of reports. */
const columnsOf = ({ rows }: Trends, split: Dimension) => {
  const reports = new Map<string, { readonly label: string; readonly total: number }>()
  for (const row of rows) {
    const key = keyText(row.split)
    const total = (reports.get(key)?.total ?? 0) + row.reports
    reports.set(key, { label: keyLabel(row.split, split), total })
  }
  const columns = Array.from(reports, ([key, one]) => ({ key, ...one }))
  const isTime = isPeriod(split) || /hour|weekday/.test(split)
  return isTime ? columns : columns.toSorted((one, other) => other.total - one.total)
}

type SplitColumns = ReturnType<typeof columnsOf>

const countsBy = (columns: SplitColumns, rows: ReadonlyArray<TrendRow>): ReadonlyArray<number> => {
  const reports = new Map(rows.map((row) => [keyText(row.split), row.reports]))
  return columns.map(({ key }) => reports.get(key) ?? 0)
}

/** Returns a trend as a table with a column for each value of its split. It has no bars. */
const wideTable = (chart: Chart, by: Dimension, columns: SplitColumns, rows: Rows) => {
  const counts = columns.map(({ label }) => label)
  const table = tableOf(chart, { by: heading(by), counts }, ({ key }) => [
    { labels: [], counts: countsBy(columns, rows.get(key) ?? []) }
  ])
  return { ...table, rows: table.rows.map((row) => Struct.omit(row, ["count"])) }
}

const cellOf = (key: TrendKey): unknown =>
  typeof key === "object" && key !== null ? cityLabel(key.city, key.state) : key

const columnName = (dimension: Dimension): string => heading(dimension).replaceAll(" ", "_")

/** Returns the values for programs. With columns for the values of the split, only CSV differs. */
const trendData = (
  trends: Trends,
  rows: Rows,
  columns: SplitColumns | undefined,
  filter: string,
  json: object
): Data => {
  const { by, split } = trends
  // The filter is in each row, because the file has no other place for it.
  const last = [...(isPeriod(by) && by !== "day" ? ["days", "of"] : []), ...(filter === "" ? [] : ["filter"])]
  const lastCells = ({ days, of }: TrendRow) => [
    ...(last.includes("of") ? [days, of] : []),
    ...(filter === "" ? [] : [filter])
  ]
  const data = { json: { ...trends, ...json }, rows: trends.rows }
  if (columns !== undefined) {
    const header = [columnName(by), ...columns.map(({ label }) => label), ...last]
    const cells = Array.from(rows.values()).flatMap((some) =>
      Array.from(some.slice(0, 1), (row) => [cellOf(row.key), ...countsBy(columns, some), ...lastCells(row)])
    )
    return { ...data, header, cells }
  }
  const called = hasCalls(trends) ? ["called"] : []
  const header = [
    columnName(by),
    split === null ? "split" : columnName(split),
    "reports",
    "records",
    ...called,
    ...last
  ]
  const cells = trends.rows.map((row) => {
    const calls = hasCalls(trends) ? [row.called] : []
    return [cellOf(row.key), cellOf(row.split), row.reports, row.records, ...calls, ...lastCells(row)]
  })
  return { ...data, header, cells }
}

/** Returns the answer about the reports by one or two dimensions. `isWide` gives tables a column for each value of the split. */
export const trendAnswer = ({ coverage, value: trends }: Covered<Trends>, filter = "", isWide = false): Answer => {
  const { by, split } = trends
  const chart = trendChart(trends, coverage)
  const basis = basisOf(coverage, filter)
  const rows = Map.groupBy(trends.rows, ({ key }) => keyText(key))
  const columns = isWide && split !== null ? columnsOf(trends, split) : undefined
  const longTable = () =>
    split === null
      ? chartTable(chart, hasCalls(trends) ? by : heading(by))
      : splitTable({ ...trends, split }, chart, rows)
  const title = split === null ? chart.title : `${chart.title} and ${heading(split)}`
  return {
    title,
    summary: [{ text: chart.sentence }],
    sections: [{ title, ...(columns === undefined ? longTable() : wideTable(chart, by, columns, rows)) }],
    basis,
    data: trendData(trends, rows, columns, filter, basis.json),
    chart
  }
}
