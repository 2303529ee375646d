import type { Mirror, NumberReport, PrefixReport, Ranked, SuffixReport, TrendQuery } from "@public-records/mirror"
import { CivilDate, type ComplaintFilters } from "@public-records/core"
import { Effect } from "effect"

/** A row of an answer. Numbers are texts, because engines print them differently. */
export type Row = ReadonlyArray<string | null>

const cell = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === "boolean") return value ? "1" : "0"
  const text = String(value)
  if (/^-?\d+\.\d+$/.test(text)) return String(Number(Number(text).toFixed(6)))
  // ClickHouse prints milliseconds.
  return text.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\.0+$/, "$1")
}

/** Returns rows that can be compared, in an order of their own. */
export const comparable = (rows: ReadonlyArray<ReadonlyArray<unknown>>): ReadonlyArray<Row> =>
  rows.map((row) => row.map(cell)).toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))

const july: ComplaintFilters = { createdFrom: CivilDate.make("2021-07-01"), createdTo: CivilDate.make("2021-07-31") }
const monday = "2021-07-05"
const number = "3152328257"
const everyNumber = 1_000_000

const percent = (part: number, all: number): number => (100 * part) / all

const numberReport = (report: NumberReport | PrefixReport | SuffixReport): NumberReport => {
  if ("robocalls" in report) return report
  throw new Error(`${number} is not an integer.`)
}

const ranked = ({ first, last, places, reports, value }: Ranked) => [value, reports, places, first, last]

/** The rows that answer each question, by its title. */
export type Answers = ReadonlyMap<string, ReadonlyArray<Row>>

/** Answers the questions of docs/engines.md from a mirror. */
export const answersOf = Effect.fnUntraced(function* (mirror: Mirror["Service"]) {
  const report = numberReport((yield* mirror.number(number)).value)
  const about = (yield* mirror.top({ of: "numbers", where: { number }, limit: 1 })).value.top
  const top = (yield* mirror.top({ of: "numbers", where: july, places: 2 })).value.top
  const callable = (yield* mirror.top({ of: "numbers", where: july, places: 2, limit: everyNumber })).value.top
  const all = (yield* mirror.top({ of: "numbers", limit: everyNumber })).value.top
  const trend = (query: TrendQuery) => Effect.map(mirror.trends(query), ({ value }) => value.rows)
  const ranking = (of: "states" | "subjects" | "area-codes", limit: number) =>
    Effect.map(mirror.top({ of, limit }), ({ value }) => value.top)
  const { records, reports } = (yield* mirror.count({})).value
  const rows: Readonly<Record<string, ReadonlyArray<ReadonlyArray<unknown>>>> = {
    "What is known of a number?": [
      [report.reports, report.first, report.last, report.robocalls.yes, about[0]?.places ?? 0]
    ],
    "When was it reported?": report.months.map((one) => [one.month, one.reports]),
    "Which numbers have the most reports?": top.map(ranked),
    "How many reports are there in each month?": (yield* trend({ by: "month" })).map((one) => [one.key, one.reports]),
    "At which hour do the calls come?": (yield* trend({ by: "call-hour", split: "robocall" })).map((one) => [
      one.key,
      one.split,
      one.reports
    ]),
    "On which weekday are calls reported?": (yield* trend({ by: "weekday", where: july })).map((one) => [
      one.key,
      one.reports
    ]),
    "Which states have the most reports?": (yield* ranking("states", 10)).map((one) => [
      one.value,
      one.reports,
      one.robocalls.yes
    ]),
    "What are the calls about?": (yield* ranking("subjects", 1000)).map((one) => [
      one.value,
      one.reports,
      one.robocalls.yes
    ]),
    "Where are most calls robocalls?": (yield* ranking("area-codes", 20)).map(
      ({ reports: count, robocalls, value }) => [value, count, percent(robocalls.yes, robocalls.yes + robocalls.no)]
    ),
    "Which numbers are new this week?": all
      .filter(({ first }) => first >= monday)
      .slice(0, 20)
      .map((one) => [one.value, one.reports, one.first]),
    "How many complaints are there twice?": [[records, reports, percent(records - reports, records)]],
    "Which numbers are worth blocking?": callable
      .filter((one) => one.reports >= 3)
      .map((one) => [one.value, one.reports, one.places])
  }
  const answers: Answers = new Map(Object.entries(rows).map(([title, answer]) => [title, comparable(answer)]))
  return answers
})
