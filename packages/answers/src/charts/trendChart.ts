import { subjectLabel, type ComplaintInput } from "@public-records/core"
import type { Dimension, MirrorCoverage, NumberReport, TrendKey, TrendRow, Trends } from "@public-records/mirror"
import { type Period, stepsOf } from "../days.ts"
import { cityLabel, heading, keyLabel } from "../words.ts"
import { type Chart, type KeyCount, makeChart } from "./Chart.ts"

/** Returns the key of a slice: a text that sorts like the values of its dimension. */
export const keyText = (key: TrendKey): string => {
  if (key === null) return ""
  if (typeof key === "object") return cityLabel(key.city, key.state)
  return typeof key === "number" ? String(key).padStart(2, "0") : String(key)
}

/** Returns the filter that has only the records with a key, or `undefined`. */
const filterOf = (by: Dimension, key: TrendKey): ComplaintInput | undefined => {
  if (by === "robocall") return { robocall: key === null ? "unknown" : String(key) }
  if (key === null) return undefined
  if (typeof key === "object") return { city: key.city, ...(key.state === null ? {} : { state: key.state }) }
  const text = String(key)
  if (by === "area-code") return { areaCode: text }
  if (by === "state") return { state: text }
  if (by === "subject") return { subject: text }
  return by === "hour" ? { hour: text } : undefined
}

const sum = (rows: ReadonlyArray<TrendRow>, countOf: (row: TrendRow) => number): number =>
  rows.reduce((total, row) => total + countOf(row), 0)

const countsOf = (rows: ReadonlyArray<TrendRow>, { by, split }: Trends): Omit<KeyCount, "key"> => ({
  count: sum(rows, ({ reports }) => reports),
  ...(hasCalls({ by, split }) ? { beside: sum(rows, ({ called = 0 }) => called) } : {}),
  ...(split === "robocall"
    ? {
        part: sum(rows, (row) => (row.split === true ? row.reports : 0)),
        partOf: sum(rows, (row) => (row.split === null ? 0 : row.reports))
      }
    : {})
})

/** Returns `true` if the calls in an hour are counted next to the complaints that were filed in it. */
export const hasCalls = ({ by, split }: Pick<Trends, "by" | "split">): boolean => by === "hour" && split !== "call-hour"

export const isPeriod = (by: Dimension): by is Period =>
  by === "day" || by === "week" || by === "month" || by === "year"

/** The keys that a chart has even without a record. */
const allKeys: Partial<Record<Dimension, ReadonlyArray<number>>> = {
  hour: Array.from({ length: 24 }, (_, hour) => hour),
  "call-hour": Array.from({ length: 24 }, (_, hour) => hour),
  weekday: Array.from({ length: 7 }, (_, day) => day + 1)
}

/** Returns the counts of each period of the range, and the gaps between them. */
const periodCounts = (by: Period, coverage: MirrorCoverage, countsAt: (key: string) => Omit<KeyCount, "key">) =>
  Array.from(stepsOf(by, coverage), ({ from, to, ...step }): KeyCount => {
    if (step.days === 0) return { ...step, count: 0 }
    return { ...step, ...countsAt(step.key), where: { createdFrom: from, createdTo: to } }
  })

/** Returns the chart of a trend. If it is split by robocalls, these are the part of each slice. */
export const trendChart = (trends: Trends, coverage: MirrorCoverage): Chart => {
  const { by, rows, split } = trends
  const byKey = Map.groupBy(rows, ({ key }) => keyText(key))
  const countsAt = (key: string) => countsOf(byKey.get(key) ?? [], trends)
  const keys = new Map([...(allKeys[by] ?? []), ...rows.map(({ key }) => key)].map((key) => [keyText(key), key]))
  const ofKeys = (): ReadonlyArray<KeyCount> =>
    Array.from(keys, ([key, value]) => {
      const label = by === "subject" ? subjectLabel(keyLabel(value, by)) : keyLabel(value, by)
      const where = filterOf(by, value)
      return { key, label, ...countsAt(key), ...(where === undefined ? {} : { where }) }
    })
  const isColumns = isPeriod(by) || allKeys[by] !== undefined
  return makeChart({
    title: `Reports by ${heading(by)}`,
    shape: by === "state" ? "tiles" : isColumns ? "columns" : "bars",
    counts: isPeriod(by) ? periodCounts(by, coverage, countsAt) : ofKeys(),
    partName: split === "robocall" ? "robocalls" : "",
    besideName: hasCalls(trends) ? "called" : ""
  })
}

/** Returns the chart of the months of a number, from its first to its last report. */
export const monthsChart = ({ months, number }: NumberReport, coverage: MirrorCoverage): Chart => {
  const reports = new Map(months.map((one) => [one.month, one.reports]))
  const all = periodCounts("month", coverage, (key) => ({ count: reports.get(key) ?? 0 }))
  const counts = Array.from(all, (count) =>
    count.where === undefined ? count : { ...count, where: { ...count.where, number } }
  )
  const last = counts.findLastIndex(({ count }) => count > 0)
  const first = counts.findIndex(({ count }) => count > 0)
  const own = first === -1 ? [] : counts.slice(first, last + 1)
  return makeChart({ title: "Reports by month filed", shape: "columns", counts: own })
}
