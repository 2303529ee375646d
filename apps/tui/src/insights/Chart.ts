import type { FormValues } from "../form/FormModel.ts"

/** How a chart is drawn where there is room for several; alone, each is a list of bars. */
type Shape = "columns" | "bars" | "tiles"

/** What is counted, and how it is shown. */
export interface ChartDefinition<Record> {
  readonly name: string
  readonly title: string
  readonly shape: Shape
  /** The slices in their own order (hours, days), or the largest first. */
  readonly order: "key" | "count"
  /** What a record counts towards; empty for not stated. */
  readonly keyOf: (record: Record) => string
  readonly labelOf: (key: string) => string
  /** Keys that have a place though no record counts towards them. */
  readonly fill?: (keys: ReadonlyArray<string>) => ReadonlyArray<string>
  /** The form that asks the service for one slice, from the form as the query stands; nothing where it cannot be asked. */
  readonly asks?: (key: string, values: FormValues) => FormValues | undefined
}

/** All charts of a collection, and what is told of every slice beside its count. */
export interface InsightDefinition<Record> {
  readonly charts: ReadonlyArray<ChartDefinition<Record>>
  /** The time that a record tells of, as it prints it: of its first and last a slice is told. */
  readonly timeOf: (record: Record) => string
  /** The charts beside and below each other, by place, where there is room. */
  readonly grid: ReadonlyArray<ReadonlyArray<number>>
  /** A part of each slice, such as robocalls: yes, no, or not stated. */
  readonly part?: { readonly name: string; readonly isIn: (record: Record) => boolean | null }
}

/** The records that have a key in common. Texts are unfiltered. */
export interface Slice {
  readonly key: string
  readonly label: string
  readonly count: number
  /** How many are in the part, of how many that say. */
  readonly part: number
  readonly partOf: number
  /** The earliest and latest time, as records print it; empty where there is no record. */
  readonly first: string
  readonly last: string
}

/** A chart with its figures. */
export interface Chart {
  readonly name: string
  readonly title: string
  readonly shape: Shape
  readonly slices: ReadonlyArray<Slice>
  /** How many records were counted. */
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

/** What is not stated comes last: it is no answer to which is the largest. */
const byCount = (a: Slice, b: Slice): number => {
  if (a.key === "" || b.key === "") return a.key === "" ? 1 : -1
  return b.count - a.count || (a.key < b.key ? -1 : 1)
}
const byKey = (a: Slice, b: Slice): number => (a.key < b.key ? -1 : 1)

/** Counts records into a chart. Every record counts once in each chart: the slices add up to the total. */
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
  const slices = Array.from(tallies, ([key, tally]): Slice => {
    const label = key === "" ? notStated : definition.labelOf(key.slice(0, maxLabel))
    return { key, label, ...tally }
  }).toSorted(definition.order === "key" ? byKey : byCount)
  const { name, title, shape } = definition
  return { name, title, shape, slices, total: records.length, partName: insights.part?.name ?? "" }
}

/** A percentage in whole figures that says neither nothing of something nor all of less: `32`, `<1`, `>99`. */
const wholePercent = (percent: number): string => {
  if (percent > 0 && percent < 1) return "<1"
  return percent > 99 && percent < 100 ? ">99" : String(Math.round(percent))
}

/** A share as people read it: `32 %`, `<1 %`, and nothing of nothing as a dash. */
export const shareLabel = (part: number, whole: number): string =>
  whole === 0 ? "—" : `${wholePercent((100 * part) / whole)} %`
