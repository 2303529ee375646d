import type { ComplaintInput } from "@public-records/core"
import { grouped } from "@public-records/text/counts"
import { shareText } from "@public-records/text/share"
import type { Step } from "../days.ts"
import { notStated, reportsText } from "../words.ts"

/** The records with the same key. Key and label may contain control characters. */
export interface KeyCount extends Partial<Pick<Step, "days" | "of" | "state">> {
  /** Empty for records without a value. */
  readonly key: string
  /** @default the key */
  readonly label?: string
  readonly count: number
  /** The number of records in the part of the chart, such as robocalls, and of those that say whether they are. */
  readonly part?: number
  readonly partOf?: number
  /** The second count of the key, such as the calls in an hour. */
  readonly beside?: number
  /** The earliest and the latest time. */
  readonly first?: string
  readonly last?: string
  /** The filter that has only these records, if there is one. */
  readonly where?: ComplaintInput
}

/** A bar, a column or a tile of a chart. */
export interface Slice extends KeyCount {
  readonly label: string
  /** The share of all counted records in percent, not rounded. Equal counts have equal shares. */
  readonly percent: number
}

/** A chart as a value. Everything that it shows is also in its sentence and its slices. */
export interface Chart {
  readonly title: string
  /** Columns are in the order of their keys, bars and tiles by count. */
  readonly shape: "columns" | "bars" | "tiles"
  readonly slices: ReadonlyArray<Slice>
  /** The number of counted records: 100 % of every share. 0 if it is not known, and then no share is. */
  readonly total: number
  /** Says what the chart shows, for those who do not see it. */
  readonly sentence: string
  /** Sentences about the records without a slice, or "". */
  readonly note: string
  /** The names of the counts of a slice, each "" if the slices do not have it. */
  readonly partName: string
  readonly besideName: string
  readonly timeName: string
}

/** The parts of a chart from which the others follow. */
export interface ChartCounts
  extends Pick<Chart, "title" | "shape">, Partial<Omit<Chart, "title" | "shape" | "slices" | "sentence">> {
  readonly counts: ReadonlyArray<KeyCount>
  /** @default reportsText */
  readonly countText?: (count: number) => string
}

const compare = (one: KeyCount, other: KeyCount): number => {
  if (one.key === "" || other.key === "") return one.key === "" ? 1 : -1
  return other.count - one.count || (one.key < other.key ? -1 : 1)
}

const sentenceOf = (slices: ReadonlyArray<Slice>, total: number, countText: (count: number) => string): string => {
  const [first, second] = slices.filter(({ count, key }) => key !== "" && count > 0).toSorted(compare)
  const missing = slices.find(({ key }) => key === "")?.count ?? 0
  const rest = missing === 0 ? "" : ` Without a value: ${grouped(missing)}.`
  if (first === undefined) return rest === "" ? "Nothing matches." : rest.trim()
  const days = first.state === "cut" ? `, from ${first.days} of its ${first.of} days` : ""
  const next = second === undefined ? "" : `, then ${second.label}: ${grouped(second.count)}`
  const share = total === 0 ? "" : ` (${shareText(first.count, total)})`
  return `Most: ${first.label}, ${countText(first.count)}${share}${days}${next}.${rest}`
}

/** Creates a chart of counts. */
export const makeChart = ({ counts, countText = reportsText, shape, ...others }: ChartCounts): Chart => {
  const { total = counts.reduce((sum, { count }) => sum + count, 0) } = others
  const slices = counts.map((count): Slice => {
    const { key, label = key === "" ? notStated : key } = count
    return { ...count, label, percent: total === 0 ? 0 : (100 * count.count) / total }
  })
  const inOrder = shape === "columns" ? slices : slices.toSorted(compare)
  const sentence = sentenceOf(slices, total, countText)
  const names = { note: "", partName: "", besideName: "", timeName: "" }
  return { ...names, ...others, shape, total, slices: inOrder, sentence }
}

const absences: Partial<Record<NonNullable<Slice["state"]>, string>> = {
  missing: "missing",
  unpublished: "not published"
}

/** Returns the text instead of the count of days that are not there, or "". */
export const absenceOf = ({ state = "complete" }: Pick<Slice, "state">): string => absences[state] ?? ""

/** Describes a slice, the most important part first. */
export const sliceTexts = ({ besideName, partName, total }: Chart, slice: Slice): ReadonlyArray<string> => {
  const { beside = 0, count, days, label, of, part = 0, partOf = 0, state } = slice
  const absence = absenceOf(slice)
  if (absence !== "") return [`${label}: ${absence}`]
  return [
    `${label}: ${grouped(count)}`,
    ...(total === 0 ? [] : [shareText(count, total)]),
    ...(state === "cut" ? [`${days} of ${of} days`] : []),
    ...(besideName === "" ? [] : [`${besideName} ${grouped(beside)}`]),
    ...(partName === "" ? [] : [`${partName} ${grouped(part)} of ${grouped(partOf)}`])
  ]
}

/** Explains the colors and patterns of a chart. */
export const legendOf = ({ partName, shape, slices }: Chart): ReadonlyArray<string> => {
  const has = (state: Slice["state"]): boolean => slices.some((slice) => slice.state === state)
  return [
    ...(partName === "" || shape === "tiles" ? [] : [`Dark: ${partName}.`]),
    ...(has("missing") ? ["Hatched: missing days."] : []),
    ...(has("unpublished") ? ["Dotted: days that were not published."] : []),
    ...(has("cut") ? ["Dashed: a period without some of its days."] : [])
  ]
}
