import type { ComplaintQuery } from "@public-records/core"
import type { Dimension, Mirror, TrendKey, TrendRow } from "@public-records/mirror"
import { Effect } from "effect"
import type { MirrorAnswers } from "../collection/CollectionDefinition.ts"
import type { KeyCount } from "../insights/counting.ts"
import type { OpenedMirror } from "../requests.ts"

type Slices = MirrorAnswers<ComplaintQuery>["slices"][number]

/** The numbers in the chart of numbers. */
const maxNumbers = 100

/** A date and time as the other charts have it, without seconds. */
const minuteOf = (dateTime: string): string => dateTime.slice(0, "YYYY-MM-DD HH:MM".length)

/** Calls without a known time have no hour. */
const hourOf = (key: TrendKey): string => (key === null ? "" : textOf(key).padStart(2, "0"))

const textOf = (key: TrendKey): string => (typeof key === "object" ? "" : String(key))

/** Adds up the rows of each key, which are split by robocall. */
const countsOf = (rows: ReadonlyArray<TrendRow>, keyOf: (key: TrendKey) => string): ReadonlyArray<KeyCount> => {
  const counts = new Map<string, { count: number; part: number; partOf: number; beside: number }>()
  for (const { called = 0, key, reports, split } of rows) {
    const name = keyOf(key)
    const count = counts.get(name) ?? { count: 0, part: 0, partOf: 0, beside: 0 }
    counts.set(name, count)
    count.count += reports
    count.beside += called
    if (split === true) count.part += reports
    if (split !== null) count.partOf += reports
  }
  return Array.from(counts, ([key, count]) => ({ key, ...count, first: "", last: "" }))
}

const trend = (
  mirror: Mirror["Service"],
  chart: string,
  by: Dimension,
  keyOf: (key: TrendKey) => string = textOf
): Slices => ({
  chart,
  count: Effect.fnUntraced(function* (where, options) {
    const { value, ...basis } = yield* mirror.trends({ by, split: "robocall", where }, options)
    // Calls without a known hour are no complaints without one.
    return { ...basis, value: countsOf(value.rows, keyOf).filter(({ count, key }) => count > 0 || key !== "") }
  })
})

/** Counts the most reported numbers, and the complaints without a number. */
const numbers = (mirror: Mirror["Service"]): Slices => ({
  chart: "numbers",
  count: Effect.fnUntraced(function* (where, options) {
    const { value, ...basis } = yield* mirror.top({ of: "numbers", limit: maxNumbers, where }, options)
    const numbers = [...value.top, ...value.omitted, { ...value.withoutValue, value: "" }]
    const counts = numbers.map(({ first, last, reports: count, robocalls: { no, yes }, value: number }): KeyCount => {
      const key = String(number)
      return { key, count, part: yes, partOf: yes + no, first: minuteOf(first), last: minuteOf(last) }
    })
    return { ...basis, value: counts.filter(({ count }) => count > 0) }
  })
})

const robocallKeys: ReadonlyMap<TrendKey, string> = new Map([
  [true, "yes"],
  [false, "no"]
])

/** Counts complaints on a mirror. */
export const complaintsOnMirror = ({ answers }: OpenedMirror): MirrorAnswers<ComplaintQuery> => ({
  count: (query, options) => answers.count(query, options),
  slices: [
    trend(answers, "hours", "hour", hourOf),
    trend(answers, "days", "day"),
    trend(answers, "subjects", "subject"),
    trend(answers, "states", "state"),
    trend(answers, "robocalls", "robocall", (key) => robocallKeys.get(key) ?? ""),
    numbers(answers)
  ]
})
