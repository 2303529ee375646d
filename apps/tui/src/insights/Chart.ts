import type { FormValues } from "../form/FormModel.ts"

/** How a chart is drawn beside others. An expanded chart is always a list of bars. */
type Shape = "columns" | "bars" | "tiles"

/** How records are counted into a chart, and how it is drawn. */
export interface ChartDefinition<Record> {
  readonly name: string
  readonly title: string
  readonly shape: Shape
  /** Slices in the order of their keys (hours, days), or the largest first. */
  readonly order: "key" | "count"
  /** The slice that a record counts towards; empty if the record does not state it. */
  readonly keyOf: (record: Record) => string
  readonly labelOf: (key: string) => string
  /** Keys that are shown even if no record counts towards them. */
  readonly fill?: (keys: ReadonlyArray<string>) => ReadonlyArray<string>
  /** Returns the current form filtered by one slice, or `undefined` if the service cannot filter by it. */
  readonly formForSlice?: (key: string, values: FormValues) => FormValues | undefined
}

/** The charts of a collection, and what each slice shows beside its count. */
export interface InsightDefinition<Record> {
  readonly charts: ReadonlyArray<ChartDefinition<Record>>
  /** The time of a record as printed. A slice shows the first and last time of its records. */
  readonly timeOf: (record: Record) => string
  /** The charts by place, in rows, if there is room for all. */
  readonly grid: ReadonlyArray<ReadonlyArray<number>>
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
  /** Earliest and latest time, as printed; empty without a record. */
  readonly first: string
  readonly last: string
}

/** A chart with its counts. */
export interface Chart {
  readonly name: string
  readonly title: string
  readonly shape: Shape
  readonly slices: ReadonlyArray<Slice>
  /** The number of counted records: 100 % of every share. */
  readonly total: number
  readonly partName: string
}

const notStated = "(not stated)"
const maxLabel = 200

interface Tally {
  count: number
  part: number
  partOf: number
  first: string
  last: string
}

const emptyTally = (): Tally => ({ count: 0, part: 0, partOf: 0, first: "", last: "" })

const tallied = <Record>(
  records: ReadonlyArray<Record>,
  { keyOf }: ChartDefinition<Record>,
  { part, timeOf }: InsightDefinition<Record>
): Map<string, Tally> => {
  const tallies = new Map<string, Tally>()
  for (const record of records) {
    const key = keyOf(record)
    const tally = tallies.get(key) ?? emptyTally()
    if (tally.count === 0) tallies.set(key, tally)
    tally.count += 1
    const isIn = part?.isIn(record) ?? null
    if (isIn !== null) tally.partOf += 1
    if (isIn === true) tally.part += 1
    const time = timeOf(record)
    if (tally.first === "" || time < tally.first) tally.first = time
    if (time > tally.last) tally.last = time
  }
  return tallies
}

type Counted = Pick<Slice, "key" | "count">

/** Largest first. Records that do not state the key come last. */
const byCount = (a: Counted, b: Counted): number => {
  if (a.key === "" || b.key === "") return a.key === "" ? 1 : -1
  return b.count - a.count || (a.key < b.key ? -1 : 1)
}
const byKey = (a: Pick<Slice, "key">, b: Pick<Slice, "key">): number => (a.key < b.key ? -1 : 1)

const sumOf = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0)

/**
 * Rounds shares of a total to whole percentages by the method of the largest remainder.
 *
 * **Gotchas** shares below 1 % become 0, to be shown as `<1 %`. The others add up to their rounded sum, so all of them add
 * up to 100 if none is below 1 %.
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
  definition: ChartDefinition<Record>,
  insights: InsightDefinition<Record>,
  records: ReadonlyArray<Record>
): Chart => {
  const tallies = tallied(records, definition, insights)
  const stated = Array.from(tallies.keys()).filter((key) => key !== "")
  for (const key of definition.fill?.(stated) ?? []) {
    if (!tallies.has(key)) tallies.set(key, emptyTally())
  }
  const total = records.length
  const sorted = Array.from(tallies, ([key, tally]) => ({ key, ...tally })).toSorted(
    definition.order === "key" ? byKey : byCount
  )
  const percents = wholePercents(
    sorted.map(({ count }) => count),
    total
  )
  const slices = sorted.map(({ key, count, part, partOf, first, last }, place): Slice => {
    const label = key === "" ? notStated : definition.labelOf(key.slice(0, maxLabel))
    return { key, label, count, percent: percents[place] ?? 0, part, partOf, first, last }
  })
  const { name, title, shape } = definition
  return { name, title, shape, slices, total, partName: insights.part?.name ?? "" }
}

/** Formats a share: `32 %`, `<1 %` if rounded down to nothing, `>99 %` if rounded up to all, and `—` of nothing. */
export const shareLabel = ({ count, percent }: Pick<Slice, "count" | "percent">, total: number): string => {
  if (total === 0) return "—"
  if (percent === 0 && count > 0) return "<1 %"
  return percent === 100 && count < total ? ">99 %" : `${percent} %`
}
