import type { FormValues } from "../form/FormModel.ts"

/** How records are counted into a chart, and how it is drawn. */
export interface ChartDefinition<Record> {
  readonly name: string
  readonly title: string
  /** Columns are in the order of their keys (hours, days), the others the largest first. */
  readonly shape: "columns" | "bars" | "tiles"
  /** The slice that a record counts towards; empty if the record does not state it. */
  readonly keyOf: (record: Record) => string
  /** @default the key */
  readonly labelOf?: (key: string) => string
  /** Returns keys that are shown even if no record counts towards them. */
  readonly fill?: (firstKey: string, lastKey: string) => ReadonlyArray<string>
  /** Returns the current form filtered by one slice, or `undefined` if the service cannot filter by it. */
  readonly formForSlice?: (key: string, values: FormValues) => FormValues | undefined
}

/** The charts of a collection, and what each slice shows beside its count. */
export interface InsightDefinition<Record> {
  readonly charts: ReadonlyArray<ChartDefinition<Record>>
  /** The time of a record as printed. */
  readonly timeOf: (record: Record) => string
  /** A part of each slice, such as robocalls: yes, no, or `null` if not stated. */
  readonly part?: { readonly name: string; readonly isIn: (record: Record) => boolean | null }
}

/** The records with the same key. Texts are unsafe. */
export interface Slice {
  readonly key: string
  readonly label: string
  readonly count: number
  /** Share of all counted records in whole percent; see {@link wholePercents}. */
  readonly percent: number
  /** Records in the part, and records that state whether they are. */
  readonly part: number
  readonly partOf: number
  /** Earliest and latest time; empty without a record. */
  readonly first: string
  readonly last: string
}

/** A chart with its counts. */
export interface Chart extends Pick<ChartDefinition<never>, "name" | "title" | "shape"> {
  readonly slices: ReadonlyArray<Slice>
  /** The number of counted records: 100 % of every share. */
  readonly total: number
  readonly partName: string
}

const notStated = "(not stated)"
const maxLabel = 200

/** Counts the records of a slice. */
const countRecords = <Record>(records: ReadonlyArray<Record>, { part, timeOf }: InsightDefinition<Record>) => {
  const stated = records.flatMap((record) => part?.isIn(record) ?? [])
  const times = records.map(timeOf)
  return {
    count: records.length,
    part: stated.filter((isIn) => isIn).length,
    partOf: stated.length,
    first: times.reduce((a, b) => (a < b ? a : b), times[0] ?? ""),
    last: times.reduce((a, b) => (a > b ? a : b), "")
  }
}

/** Largest first. Records that do not state the key come last. */
const byCount = (a: Pick<Slice, "key" | "count">, b: Pick<Slice, "key" | "count">): number => {
  if (a.key === "" || b.key === "") return a.key === "" ? 1 : -1
  return b.count - a.count || (a.key < b.key ? -1 : 1)
}
const byKey = (a: Pick<Slice, "key">, b: Pick<Slice, "key">): number => (a.key < b.key ? -1 : 1)

const sumOf = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0)

/**
 * Rounds shares of a total to whole percentages by the method of the largest remainder.
 *
 * **Gotchas** shares below 1 % become 0, to be shown as `<1 %`. The others add up to their rounded sum.
 */
export const wholePercents = (counts: ReadonlyArray<number>, total: number): ReadonlyArray<number> => {
  const shares = counts.map((count) => (total === 0 ? 0 : (100 * count) / total))
  const large = shares.flatMap((share, place) => (share >= 1 ? [{ place, share, remainder: share % 1 }] : []))
  const whole = shares.map(Math.floor)
  const missing = Math.round(sumOf(large.map(({ share }) => share))) - sumOf(whole)
  const roundedUp = large.toSorted((a, b) => b.remainder - a.remainder).slice(0, missing)
  for (const { place } of roundedUp) whole[place] = (whole[place] ?? 0) + 1
  return whole
}

/** Counts records into a chart. Every record counts once, so the slices add up to the total. */
export const chartOf = <Record>(
  { name, title, shape, keyOf, labelOf = (key) => key, fill }: ChartDefinition<Record>,
  insights: InsightDefinition<Record>,
  records: ReadonlyArray<Record>
): Chart => {
  const groups = Map.groupBy(records, keyOf)
  const stated = Array.from(groups.keys())
    .filter((key) => key !== "")
    .toSorted()
  const [first, last] = [stated[0], stated.at(-1)]
  const filled = first === undefined || last === undefined ? [] : (fill?.(first, last) ?? [])
  const counted = Array.from(new Set([...groups.keys(), ...filled]), (key) => ({
    key,
    label: key === "" ? notStated : labelOf(key.slice(0, maxLabel)),
    ...countRecords(groups.get(key) ?? [], insights)
  })).toSorted(shape === "columns" ? byKey : byCount)
  const total = records.length
  const percents = wholePercents(
    counted.map(({ count }) => count),
    total
  )
  const slices = Array.from(counted, (slice, place): Slice => ({ ...slice, percent: percents[place] ?? 0 }))
  return { name, title, shape, slices, total, partName: insights.part?.name ?? "" }
}

/** Formats a share: `32 %`, `<1 %` if rounded down to nothing, `>99 %` if rounded up to all, and `—` of nothing. */
export const shareLabel = ({ count, percent }: Pick<Slice, "count" | "percent">, total: number): string => {
  if (total === 0) return "—"
  if (percent === 0 && count > 0) return "<1 %"
  return percent === 100 && count < total ? ">99 %" : `${percent} %`
}
