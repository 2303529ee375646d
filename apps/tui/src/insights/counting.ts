import { grouped } from "@public-records/text/counts"
import type { FormValues } from "../form/FormModel.ts"

/** Definition of a chart: how to count records and how to draw them. */
export interface ChartDefinition<Record> {
  readonly name: string
  readonly title: string
  /** The first word of its facets, such as `state`. Empty if the labels are clear without it. */
  readonly by: string
  /** Columns are sorted by key (hours, days), other shapes by count. */
  readonly shape: "columns" | "bars" | "tiles"
  /** Returns the key of the slice that contains a record, or an empty string if the record has no value. */
  readonly keyOf: (record: Record) => string
  /** @default the key */
  readonly labelOf?: (key: string) => string
  /** Returns why a key is no slice but a count in the title, such as `placeholders`, or `undefined` if it is a slice. */
  readonly omits?: (key: string) => string | undefined
  /** Returns keys that are shown even without a record, for the keys that are stated, in their order. */
  readonly fill?: (keys: ReadonlyArray<string>) => ReadonlyArray<string>
  /** A second count of each key, such as calls in an hour beside complaints filed in it. */
  readonly beside?: { readonly name: string; readonly keyOf: (record: Record) => string }
  /** Returns the form narrowed to a slice, or `undefined` if no filter has its key. */
  readonly narrow?: (key: string, values: FormValues) => FormValues | undefined
}

/** The charts of a collection, and the additional figures of each slice. */
export interface InsightDefinition<Record> {
  readonly charts: ReadonlyArray<ChartDefinition<Record>>
  /** Returns the time of a record as displayed. */
  readonly timeOf: (record: Record) => string
  /** The event at that time, such as `filed`. */
  readonly timeName: string
  /** A part of each slice, such as robocalls: yes, no, or `null` if not stated. */
  readonly part?: { readonly name: string; readonly isIn: (record: Record) => boolean | null }
}

/** The records with the same key. Strings may contain control characters. */
export interface Slice {
  readonly key: string
  readonly label: string
  readonly count: number
  /** Share of all counted records in percent, not rounded. */
  readonly percent: number
  /** Number of records in the part, and of records that state whether they are in it. */
  readonly part: number
  readonly partOf: number
  /** The second count of the key, if the chart has one. */
  readonly beside?: number
  /** Earliest and latest time. Empty without a record. */
  readonly first: string
  readonly last: string
}

/** The count of a key, before it is a slice of a chart. */
export type KeyCount = Omit<Slice, "label" | "percent">

/** A chart with its counts. */
export interface Chart extends Pick<ChartDefinition<never>, "name" | "title" | "shape"> {
  /** The name of the second counts, or "". */
  readonly besideName: string
  readonly slices: ReadonlyArray<Slice>
  /** The records without a slice, by reason: `331 without a number, 12 placeholders`. Empty if there are none. */
  readonly omitted: string
  /** The number of counted records: 100 % of every share. */
  readonly total: number
  readonly partName: string
  /** The event at the first and the last time of a slice. */
  readonly timeName: string
  /** The text instead of the chart if it has no slices. */
  readonly empty: string
}

const notStated = "(not stated)"
const maxLabel = 200
const nothing = { count: 0, part: 0, partOf: 0, first: "", last: "" }

/** Counts records by key in one pass, because there may be 50,000 of them. */
const countsByKey = <Record>(
  records: ReadonlyArray<Record>,
  keyOf: (record: Record) => string,
  { part, timeOf }: InsightDefinition<Record>
): ReadonlyArray<KeyCount> => {
  const counts = new Map<string, { -readonly [Field in keyof KeyCount]: KeyCount[Field] }>()
  for (const record of records) {
    const key = keyOf(record)
    const time = timeOf(record)
    const count = counts.get(key) ?? { key, count: 0, part: 0, partOf: 0, first: time, last: time }
    counts.set(key, count)
    const isIn = part?.isIn(record) ?? null
    count.count += 1
    if (isIn === true) count.part += 1
    if (isIn !== null) count.partOf += 1
    if (time < count.first) count.first = time
    if (time > count.last) count.last = time
  }
  return [...counts.values()]
}

/** Adds the second count of each key. Records whose second value is not stated have no place. */
const withBeside = <Record>(
  counts: ReadonlyArray<KeyCount>,
  records: ReadonlyArray<Record>,
  beside: ChartDefinition<Record>["beside"]
): ReadonlyArray<KeyCount> => {
  if (beside === undefined) return counts
  const besides = Map.groupBy(records, beside.keyOf)
  const first = new Map(counts.map((count) => [count.key, count]))
  const keys = new Set([...first.keys(), ...besides.keys()].filter((key) => key !== "" || first.has(key)))
  return Array.from(keys, (key) => ({
    ...(first.get(key) ?? { key, ...nothing }),
    beside: besides.get(key)?.length ?? 0
  }))
}

/** Compares slices by count, largest first. Records without a value come last. */
const byCount = (a: Pick<Slice, "key" | "count">, b: Pick<Slice, "key" | "count">): number => {
  if (a.key === "" || b.key === "") return a.key === "" ? 1 : -1
  return b.count - a.count || (a.key < b.key ? -1 : 1)
}
const byKey = (a: Pick<Slice, "key">, b: Pick<Slice, "key">): number => (a.key < b.key ? -1 : 1)

/** Returns the label of a slice. May contain control characters. */
const sliceLabel = ({ labelOf = (key) => key }: Pick<ChartDefinition<never>, "labelOf">, key: string): string =>
  key === "" ? notStated : labelOf(key.slice(0, maxLabel))

/** Counts the records of the keys that a chart omits, by reason, the most frequent first. */
const omittedText = (counts: ReadonlyArray<KeyCount>, reasonOf: (key: string) => string | undefined): string => {
  const sums = new Map<string, number>()
  for (const { count, key } of counts) {
    const reason = reasonOf(key)
    if (reason !== undefined) sums.set(reason, (sums.get(reason) ?? 0) + count)
  }
  return Array.from(sums)
    .toSorted(([, left], [, right]) => right - left)
    .map(([reason, count]) => `${grouped(count)} ${reason}`)
    .join(", ")
}

/** Creates a chart of counts. `total` is 100 % of every share, of omitted records, too. */
export const chartOfCounts = (
  definition: Omit<ChartDefinition<never>, "keyOf">,
  counts: ReadonlyArray<KeyCount>,
  total: number,
  texts: Pick<Chart, "empty" | "partName" | "timeName">
): Chart => {
  const { beside, fill, name, omits = () => undefined, shape, title } = definition
  const byKeys = new Map(counts.filter(({ key }) => omits(key) === undefined).map((count) => [count.key, count]))
  const stated = [...byKeys.keys()].filter((key) => key !== "").toSorted()
  const filled = fill === undefined || stated.length === 0 ? [] : fill(stated)
  const sorted = Array.from(
    new Set([...byKeys.keys(), ...filled]),
    (key) => byKeys.get(key) ?? { key, ...nothing }
  ).toSorted(shape === "columns" ? byKey : byCount)
  const slices = Array.from(sorted, (count): Slice => {
    const percent = total === 0 ? 0 : (100 * count.count) / total
    return { ...count, label: sliceLabel(definition, count.key), percent }
  })
  const omitted = omittedText(counts, omits)
  const empty = omitted === "" ? texts.empty : `Only ${omitted}.`
  return { name, title, shape, slices, omitted, total, besideName: beside?.name ?? "", ...texts, empty }
}

/** Counts records into a chart. Every record counts once, so the slices and the omitted records add up to the total. */
export const chartOf = <Record>(
  definition: ChartDefinition<Record>,
  insights: InsightDefinition<Record>,
  records: ReadonlyArray<Record>
): Chart => {
  const counts = withBeside(countsByKey(records, definition.keyOf, insights), records, definition.beside)
  const { part, timeName } = insights
  const texts = { partName: part?.name ?? "", timeName, empty: "No rows are loaded." }
  return chartOfCounts(definition, counts, records.length, texts)
}
