import {
  type MirrorCoverage,
  type DayRange,
  type Dimension,
  type TrendKey,
  type TrendRow,
  type Trends
} from "@public-records/mirror"
import { grouped } from "@public-records/text/counts"
import { Effect } from "effect"
import { usageFailure } from "../CommandFailure.ts"
import { type CommandFlags, dimensions } from "../flags.ts"
import { type PrintedAnswer, covered, printAnswer, rangeText } from "../output/mirrorAnswer.ts"
import { barTable } from "../output/barTable.ts"
import { filterText } from "../output/filterText.ts"
import { answerOf, openQuestion } from "../queries/askMirror.ts"

const weekdays = ["", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

const shownKey = (key: TrendKey, dimension: Dimension): string => {
  if (key === null) return "unknown"
  if (typeof key === "object") return key.state === null ? key.city : `${key.city}, ${key.state}`
  if (typeof key === "boolean") return key ? "robocall" : "other call"
  if (typeof key === "string") return key
  return dimension === "weekday" ? (weekdays[key] ?? "") : `${String(key).padStart(2, "0")}:00`
}

/** Returns a key as one cell of a CSV file. */
const csvKey = (key: TrendKey): unknown =>
  typeof key === "object" && key !== null ? [key.city, key.state].filter((part) => part !== null).join(", ") : key

/** The heading of a dimension. A time says whether it is that of filing or that of the call. */
const heading = (dimension: Dimension): string => {
  if (dimension === "call-hour") return "hour called"
  return ["day", "week", "month", "year", "weekday", "hour"].includes(dimension) ? `${dimension} filed` : dimension
}

const millisPerDay = 86_400_000

/** The number of the period that has a day, without a gap between two periods. */
const periodNumber: Partial<Record<Dimension, (day: Date) => number>> = {
  day: (day) => day.getTime() / millisPerDay,
  // 1970-01-01 was a Thursday, and weeks begin on Mondays.
  week: (day) => Math.floor((day.getTime() / millisPerDay + 3) / 7),
  month: (day) => day.getUTCFullYear() * 12 + day.getUTCMonth(),
  year: (day) => day.getUTCFullYear()
}

/** Returns the missing days that contain a full period. Without a line for them, the periods before and after would look adjacent. */
const gapsOf = (by: Dimension, { missing }: MirrorCoverage): ReadonlyArray<DayRange> => {
  const numberOf = periodNumber[by]
  if (numberOf === undefined) return []
  const numberAt = (day: string, later: 1 | -1): number => numberOf(new Date(Date.parse(day) + later * millisPerDay))
  return missing.filter(({ from, to }) => numberAt(to, 1) - numberAt(from, -1) > 1)
}

const daysText = ({ days, of }: TrendRow): ReadonlyArray<string> =>
  days === undefined || of === undefined ? [] : [`${days} of ${of}`]

/** Whether the calls in an hour stand beside the complaints that were filed in it. */
const hasCalls = ({ by, split }: Pick<Trends, "by" | "split">): boolean => by === "hour" && split !== "call-hour"

const trendsText = ({ by, rows, split }: Trends, coverage: MirrorCoverage, width: number): string => {
  const splitCell = (text: string): ReadonlyArray<string> => (split === null ? [] : [text])
  const hasDays = rows.some(({ days }) => days !== undefined)
  const lines = rows.map((row) => ({
    at: String(row.key),
    cells: [
      shownKey(row.key, by),
      ...(split === null ? [] : [shownKey(row.split, split)]),
      ...daysText(row),
      grouped(row.reports),
      ...(row.called === undefined ? [] : [grouped(row.called)])
    ],
    value: row.reports
  }))
  const gaps = gapsOf(by, coverage).map((range) => ({
    at: range.from,
    cells: [rangeText(range), ...splitCell(""), ...(hasDays ? ["0"] : []), "missing"],
    value: 0
  }))
  const isBeside = hasCalls({ by, split })
  const numbers = isBeside ? ["filed", "called"] : [...(hasDays ? ["days"] : []), "reports"]
  const header = [isBeside ? by : heading(by), ...splitCell(split === null ? "" : heading(split)), ...numbers]
  const inOrder = gaps.length === 0 ? lines : [...lines, ...gaps].toSorted((one, other) => (one.at < other.at ? -1 : 1))
  return barTable(header, inOrder, { texts: header.length - numbers.length, width })
}

const columnName = (dimension: Dimension): string => heading(dimension).replaceAll(/[ -]/g, "_")

/** Returns the columns of a CSV file. The filter is in each row, because the file has no other place for it. */
const columnsOf = ({ by, split }: Trends, filter: string): PrintedAnswer<TrendRow>["columns"] => [
  [columnName(by), ({ key }) => csvKey(key)],
  [split === null ? "split" : columnName(split), (row) => csvKey(row.split)],
  ["reports", ({ reports }) => reports],
  ["records", ({ records }) => records],
  ...(hasCalls({ by, split }) ? [["called", ({ called }: TrendRow) => called] as const] : []),
  ...(by === "week" || by === "month" || by === "year"
    ? [["days", ({ days }: TrendRow) => days] as const, ["of", ({ of }: TrendRow) => of] as const]
    : []),
  ...(filter === "" ? [] : [["filter", () => filter] as const])
]

export const trends = Effect.fnUntraced(function* (flags: CommandFlags<"trends">) {
  const { by, split } = flags
  if (by === undefined) return yield* usageFailure("--by is missing.", `Choose one of ${dimensions.join(", ")}.`)
  if (by === split) return yield* usageFailure("--by and --split are the same.", "Remove --split, or change it.")
  const { mirror, options, status, where } = yield* openQuestion(flags)
  const answer = yield* answerOf(status, mirror.trends({ by, split, where }, options))
  const filter = filterText(where)
  const { basis, gap, json } = covered(answer, filter)
  yield* printAnswer(flags, status, {
    json: { ...answer.value, ...json },
    rows: answer.value.rows,
    columns: columnsOf(answer.value, filter),
    text: (width) => trendsText(answer.value, answer.coverage, width),
    basis,
    gap
  })
}, Effect.scoped)
