import { numberLabel } from "@public-records/answers/words"
import { type ComplaintQuery, type Complaint, subjectLabel } from "@public-records/core"
import type { Dimension, MirrorCoverage, RankedCounts, TrendKey } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { Effect } from "effect"
import { daysFrom } from "../form/filterForm.ts"
import { type FormValues, valueOf } from "../form/FormModel.ts"
import type { InsightDefinition, KeyCount, Question } from "../insights/Chart.ts"
import { missingDays, presentDays } from "../report/coverage.ts"

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"))
const maxDays = 400
const maxNumbers = 100

type Counts = Question<ComplaintQuery, ReadonlyArray<KeyCount>>

const textOf = (key: TrendKey): string => (key === null || typeof key === "object" ? "" : String(key))

/** Counts complaints by a dimension, with robocalls as the part of each slice. */
const trend =
  (by: Dimension, keyOf: (key: TrendKey) => string = textOf): Counts =>
  (mirror, where) =>
    Effect.map(mirror.trends({ by, split: "robocall", where }), ({ value }) =>
      Array.from(
        Map.groupBy(value.rows, ({ key }) => keyOf(key)),
        ([key, rows]) => {
          const sum = (some: typeof rows) => some.reduce((total, { reports }) => total + reports, 0)
          return {
            key,
            count: sum(rows),
            part: sum(rows.filter(({ split }) => split === true)),
            partOf: sum(rows.filter(({ split }) => split !== null)),
            beside: rows.reduce((total, { called = 0 }) => total + called, 0)
          }
        }
        // Calls without a known hour are no complaints without one.
      ).filter(({ count, key }) => count > 0 || key !== "")
    )

const reasons = {
  placeholder: "placeholders",
  "not a number": "not numbers",
  "too few places": "from one place"
} as const

const countOf = (key: string, { first, last, reports, robocalls: { no, yes } }: RankedCounts): KeyCount => ({
  key,
  count: reports,
  part: yes,
  partOf: yes + no,
  first: first.slice(0, 16),
  last: last.slice(0, 16)
})

/** Counts the most reported numbers. Those that are no numbers, and complaints without one, are omitted. */
const numbers: Counts = (mirror, where) =>
  Effect.map(mirror.top({ of: "numbers", limit: maxNumbers, where }), ({ value: { omitted, top, withoutValue } }) => [
    ...Array.from(top, (ranked) => countOf(String(ranked.value), ranked)),
    ...Array.from(omitted, (ranked) => ({ ...countOf(String(ranked.value), ranked), omitted: reasons[ranked.reason] })),
    { ...countOf("", withoutValue), omitted: "without a number" }
  ])

/** Describes the days behind the counts: `4 days, 1 partial, 567 missing`. */
const daysText = (coverage: MirrorCoverage): string => {
  const [partial, missing] = [coverage.partial.length, missingDays(coverage)]
  return [
    counted(presentDays(coverage), "day", "days"),
    ...(partial === 0 ? [] : [`${grouped(partial)} partial`]),
    ...(missing === 0 ? [] : [`${grouped(missing)} missing`])
  ].join(", ")
}

/** The key of days without a complaint between two days that have some. */
const gapBetween = (day: string, next: string): ReadonlyArray<string> => {
  const [from, to] = [daysFrom(day, 1), daysFrom(next, -1)]
  if (from >= next) return []
  return [from === to ? from : `${from} to ${to}`]
}

/** Returns all days from the first to the last. For more than 400 days, days without a complaint have one key for each gap. */
const filledDays = (keys: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first = "", last = ""] = [keys[0], keys.at(-1)]
  const days: Array<string> = []
  for (let day = first; day <= last; day = daysFrom(day, 1)) {
    if (days.length === maxDays) return keys.slice(1).flatMap((next, index) => gapBetween(keys[index] ?? next, next))
    days.push(day)
  }
  return days
}

const isDay = (key: string): boolean => key.length === "YYYY-MM-DD".length

/** Narrows a form to the key of a slice. Without a key, there is no such filter. */
const narrowTo =
  (field: string) =>
  (key: string, values: FormValues): FormValues | undefined =>
    key === "" ? undefined : { ...values, [field]: key }

/** Narrows a form to a day. Stays within the times of the filter. */
const narrowToDay = (day: string, values: FormValues): FormValues | undefined => {
  if (!isDay(day)) return undefined
  const end = (name: string): string => {
    const text = valueOf(values, name)
    return text.startsWith(day) ? text : day
  }
  return { ...values, createdFrom: end("createdFrom"), createdTo: end("createdTo"), days: "" }
}

const robocallKeys: ReadonlyMap<TrendKey, string> = new Map([
  [true, "yes"],
  [false, "no"]
])
const robocallOf: Readonly<Record<string, string>> = { yes: "true", no: "false", "": "unknown" }

export const complaintInsights: InsightDefinition<ComplaintQuery, Complaint> = {
  charts: [
    {
      name: "hours",
      title: "PER HOUR OF FILING",
      by: "hour",
      shape: "columns",
      count: trend("hour", (key) => (key === null ? "" : textOf(key).padStart(2, "0"))),
      labelOf: (key) => `${key}:00`,
      fill: () => hours,
      beside: "called in this hour",
      narrow: (key, values) => (key === "" ? undefined : { ...values, hour: String(Number(key)) })
    },
    {
      name: "days",
      title: "PER DAY OF FILING",
      by: "day",
      shape: "columns",
      count: trend("day"),
      labelOf: (key) => (isDay(key) ? key : `${key} (none)`),
      fill: filledDays,
      narrow: narrowToDay
    },
    {
      name: "subjects",
      title: "SUBJECTS",
      by: "subject",
      shape: "bars",
      count: trend("subject"),
      labelOf: subjectLabel,
      narrow: narrowTo("subject")
    },
    {
      name: "numbers",
      title: "NUMBERS",
      by: "number",
      shape: "bars",
      count: numbers,
      labelOf: numberLabel,
      narrow: narrowTo("number")
    },
    {
      name: "states",
      title: "STATES",
      by: "state",
      shape: "tiles",
      count: trend("state"),
      narrow: narrowTo("state")
    },
    {
      name: "robocalls",
      title: "ROBOCALLS",
      by: "robocall",
      shape: "bars",
      count: trend("robocall", (key) => robocallKeys.get(key) ?? ""),
      narrow: (key, values) => ({ ...values, robocall: robocallOf[key] ?? "" })
    }
  ],
  countAll: (mirror, where) =>
    Effect.map(mirror.count(where), ({ coverage, value }) => ({ counts: value, days: daysText(coverage) })),
  loaded: (complaints) => ({ complaints }),
  partName: "robocalls",
  timeName: "filed"
}
