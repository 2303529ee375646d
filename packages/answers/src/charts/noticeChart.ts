import type { CountNoticesQuery, NoticeCounts } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { type Chart, type KeyCount, makeChart } from "./Chart.ts"

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, "0"))
const maxYears = 200

/** Returns the years from the first to the last one. An empty list means too many years, because a date is wrong. */
const yearsBetween = (years: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, last] = [Number(years[0]), Number(years.at(-1))]
  if (!(last - first < maxYears)) return []
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(4, "0"))
}

const titles: Readonly<Record<CountNoticesQuery["by"], string>> = {
  year: "Notices by year",
  month: "Notices by month of the year",
  "acquiring-parties": "Acquiring parties by notices",
  "acquired-parties": "Acquired parties by notices",
  parties: "Parties by notices"
}

/** Returns the chart of counts of notices. */
export const noticeChart = (by: CountNoticesQuery["by"], { counts, withoutValue }: NoticeCounts): Chart => {
  const slices = counts.map(({ first, last, notices, value }) => ({ key: value, count: notices, first, last }))
  const byKey = new Map(slices.map((slice) => [slice.key, slice]))
  const keys = slices.map(({ key }) => key)
  const filled = by === "year" ? yearsBetween(keys.toSorted()) : by === "month" ? months : []
  const isColumns = by === "year" || by === "month"
  const inOrder = isColumns ? [...new Set([...filled, ...keys])].toSorted() : keys
  const withoutKey: ReadonlyArray<KeyCount> = withoutValue === 0 ? [] : [{ key: "", count: withoutValue }]
  return makeChart({
    title: titles[by],
    shape: isColumns ? "columns" : "bars",
    counts: [...inOrder.map((key) => byKey.get(key) ?? { key, count: 0 }), ...withoutKey],
    countText: (count) => counted(count, "notice", "notices"),
    // Not the creation of the record: thousands of older notices were imported on one night in 2013.
    timeName: "dated"
  })
}
