import type { InvalidQuery } from "@public-records/core"
import type { Counts, LoadedRecords, Mirror, MirrorError } from "@public-records/mirror"
import { grouped } from "@public-records/text/counts"
import type { Effect } from "effect"
import type { FormValues } from "../form/FormModel.ts"

/** The records with the same key. May contain control characters. */
export interface KeyCount {
  readonly key: string
  readonly count: number
  /** Number of records in the part, such as robocalls, and of records that state whether they are in it. */
  readonly part?: number
  readonly partOf?: number
  /** A second count of the key. */
  readonly beside?: number
  /** Earliest and latest time, if the engine knows them. */
  readonly first?: string
  readonly last?: string
  /** Why the key is no slice but a count in the title, such as `placeholders`. */
  readonly omitted?: string
}

/** A question to the engine about the records that match. */
export type Question<Query, A> = (
  mirror: Mirror["Service"],
  where: Query
) => Effect.Effect<A, InvalidQuery | MirrorError>

/** A chart: what to ask, and how to draw the answer. */
export interface ChartDefinition<Query> {
  readonly name: string
  readonly title: string
  /** The first word of its facets, such as `state`. Empty if the labels are clear without it. */
  readonly by: string
  /** Columns are sorted by key (hours, days), other shapes by count. */
  readonly shape: "columns" | "bars" | "tiles"
  readonly count: Question<Query, ReadonlyArray<KeyCount>>
  /** @default the key */
  readonly labelOf?: (key: string) => string
  /** Returns keys that are shown even without a record, for the keys that are stated, in their order. */
  readonly fill?: (keys: ReadonlyArray<string>) => ReadonlyArray<string>
  /** The name of the second counts, such as `called in this hour`. */
  readonly beside?: string | undefined
  /** Returns the form narrowed to a slice, or `undefined` if no filter has its key. */
  readonly narrow?: (key: string, values: FormValues) => FormValues | undefined
}

/** The charts of a collection. */
export interface InsightDefinition<Query, Record> {
  readonly charts: ReadonlyArray<ChartDefinition<Query>>
  /** Counts all records that match, and describes the days that they are from. */
  readonly countAll: Question<Query, { readonly counts: Counts; readonly days: string }>
  readonly loaded: (records: ReadonlyArray<Record>) => LoadedRecords
  /** The name of the part of each slice, or "". */
  readonly partName: string
  /** The event at the first and the last time of a slice, such as `filed`. */
  readonly timeName: string
}

/** A bar of a chart. */
export interface Slice extends KeyCount {
  readonly label: string
  /** Share of all counted records in percent, not rounded. */
  readonly percent: number
}

/** A chart with its counts. */
export interface Chart
  extends
    Pick<ChartDefinition<never>, "name" | "title" | "shape" | "beside">,
    Pick<InsightDefinition<never, never>, "partName" | "timeName"> {
  readonly slices: ReadonlyArray<Slice>
  /** The records without a slice, by reason: `331 without a number, 12 placeholders`. Empty if every record has one. */
  readonly omitted: string
  /** The number of counted records: 100 % of every share. */
  readonly total: number
  /** The text instead of the chart if it has no slices. */
  readonly empty: string
}

const notStated = "(not stated)"
const maxLabel = 200

/** Compares slices by count, largest first. Records without a value come last. */
const byCount = (a: KeyCount, b: KeyCount): number => {
  if (a.key === "" || b.key === "") return a.key === "" ? 1 : -1
  return b.count - a.count || (a.key < b.key ? -1 : 1)
}
const byKey = (a: KeyCount, b: KeyCount): number => (a.key < b.key ? -1 : 1)

/** Adds up the records that are omitted, by reason, the most frequent first. */
const omittedText = (counts: ReadonlyArray<KeyCount>): string => {
  const sums = new Map<string, number>()
  for (const { count, omitted = "" } of counts) sums.set(omitted, (sums.get(omitted) ?? 0) + count)
  return Array.from(sums)
    .filter(([reason, count]) => reason !== "" && count > 0)
    .toSorted(([, left], [, right]) => right - left)
    .map(([reason, count]) => `${grouped(count)} ${reason}`)
    .join(", ")
}

/** Creates a chart of counts. `total` is 100 % of every share, of omitted records, too. */
export const chartOf = (
  { beside, fill = () => [], labelOf = (key) => key, name, shape, title }: ChartDefinition<never>,
  counts: ReadonlyArray<KeyCount>,
  { total, ...texts }: Pick<Chart, "total" | "partName" | "timeName" | "empty">
): Chart => {
  const counted = new Map(
    counts.filter(({ omitted }) => omitted === undefined).map((count) => [count.key, count] as const)
  )
  const stated = [...counted.keys()].filter((key) => key !== "").toSorted()
  const keys = new Set([...counted.keys(), ...(stated.length === 0 ? [] : fill(stated))])
  const slices = Array.from(keys, (key): Slice => {
    const count = counted.get(key) ?? { key, count: 0 }
    const label = key === "" ? notStated : labelOf(key.slice(0, maxLabel))
    return { ...count, label, percent: total === 0 ? 0 : (100 * count.count) / total }
  }).toSorted(shape === "columns" ? byKey : byCount)
  const omitted = omittedText(counts)
  const empty = omitted === "" ? texts.empty : `Only ${omitted}.`
  return { name, title, shape, beside, slices, omitted, total, ...texts, empty }
}
