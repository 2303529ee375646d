import type { Dimension, Mirror, RobocallCounts, TrendKey, TrendRow } from "@public-records/mirror"
import { Effect } from "effect"
import type { MirrorAnswers } from "../collection/CollectionDefinition.ts"
import type { KeyCount } from "../insights/counting.ts"
import type { OpenedMirror } from "../source.ts"
import type { ComplaintChoice } from "./ComplaintChoice.ts"
import { facetsOf, mirrorChoiceOf, mirrorFields, mirrorFormOf, mirrorSuggestions, withFacets } from "./mirrorForm.ts"

type Slices = MirrorAnswers<ComplaintChoice>["slices"][number]

/** The numbers in the chart of numbers. */
const maxNumbers = 100

const textOf = (key: TrendKey): string => (typeof key === "object" ? "" : String(key))

/** Adds up the rows of each key, which are split by robocall. */
const countsOf = (rows: ReadonlyArray<TrendRow>, keyOf: (key: TrendKey) => string): ReadonlyArray<KeyCount> => {
  const counts = new Map<string, { count: number; part: number; partOf: number }>()
  for (const { key, reports, split } of rows) {
    const name = keyOf(key)
    const count = counts.get(name) ?? { count: 0, part: 0, partOf: 0 }
    counts.set(name, count)
    count.count += reports
    if (split === true) count.part += reports
    if (split !== null) count.partOf += reports
  }
  return Array.from(counts, ([key, count]) => ({ key, ...count, first: "", last: "" }))
}

const robocallsOf = ({ no, yes }: RobocallCounts) => ({ part: yes, partOf: yes + no })

/** Returns the conditions on a mirror. Those of a query of the service are the same as in the form for a mirror. */
const whereOf = (choice: ComplaintChoice) => Effect.map(withFacets(choice, facetsOf(choice)), ({ where }) => where)

const trend = (
  mirror: Mirror["Service"],
  chart: string,
  by: Dimension,
  keyOf: (key: TrendKey) => string = textOf
): Slices => ({
  chart,
  count: Effect.fnUntraced(function* (choice, options) {
    const { value, ...basis } = yield* mirror.trends({ by, split: "robocall", where: yield* whereOf(choice) }, options)
    return { ...basis, value: countsOf(value.rows, keyOf) }
  })
})

/** Counts the most reported numbers, and the complaints without a number. */
const numbers = (mirror: Mirror["Service"]): Slices => ({
  chart: "numbers",
  count: Effect.fnUntraced(function* (choice, options) {
    const where = yield* whereOf(choice)
    const { value, ...basis } = yield* mirror.top({ of: "numbers", limit: maxNumbers, where }, options)
    const ranked = value.top.map(({ first, last, reports: count, robocalls, value: number }): KeyCount => {
      return { key: String(number), count, ...robocallsOf(robocalls), first, last }
    })
    const others = [...value.omitted, { value: "", reports: value.withoutValue }].map(({ reports, value: number }) => {
      return { key: String(number), count: reports, part: 0, partOf: 0, first: "", last: "" }
    })
    return { ...basis, value: [...ranked, ...others.filter(({ count }) => count > 0)] }
  })
})

const robocallKeys: ReadonlyMap<TrendKey, string> = new Map([
  [true, "yes"],
  [false, "no"]
])

/** Filters and counts complaints on a mirror. */
export const complaintsOnMirror = ({ answers, coverage }: OpenedMirror): MirrorAnswers<ComplaintChoice> => ({
  fields: mirrorFields,
  queryOf: mirrorChoiceOf(coverage.newest),
  formOf: mirrorFormOf,
  suggestions: mirrorSuggestions,
  facetsOf,
  withFacets,
  count: (choice, options) => Effect.flatMap(whereOf(choice), (where) => answers.count(where, options)),
  slices: [
    trend(answers, "hours", "hour", (key) => textOf(key).padStart(2, "0")),
    trend(answers, "days", "day"),
    trend(answers, "subjects", "subject"),
    trend(answers, "states", "state"),
    trend(answers, "robocalls", "robocall", (key) => robocallKeys.get(key) ?? ""),
    numbers(answers)
  ]
})
