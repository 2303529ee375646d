import { type Dimension, type TrendKey, type Trends } from "@public-records/mirror"
import { grouped } from "@public-records/text/counts"
import { Effect } from "effect"
import { usageFailure } from "../CommandFailure.ts"
import { type CommandFlags, dimensions } from "../flags.ts"
import { covered, printAnswer } from "../output/answer.ts"
import { barTable } from "../output/barTable.ts"
import { answerOf, openQuestion } from "../source/askMirror.ts"

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

const trendsText = ({ by, rows, split }: Trends, width: number): string => {
  const lines = rows.map((row) => ({
    cells: [shownKey(row.key, by), ...(split === null ? [] : [shownKey(row.split, split)]), grouped(row.reports)],
    value: row.reports
  }))
  const header = [by, ...(split === null ? [] : [split]), "reports"]
  return barTable(header, lines, { texts: header.length - 1, width })
}

export const trends = Effect.fnUntraced(function* (flags: CommandFlags<"trends">) {
  const { by, split } = flags
  if (by === undefined) return yield* usageFailure("--by is missing.", `Choose one of ${dimensions.join(", ")}.`)
  if (by === split) return yield* usageFailure("--by and --split are the same.", "Remove --split, or change it.")
  const { mirror, options, status, where } = yield* openQuestion(flags)
  const answer = yield* answerOf(status, mirror.trends({ by, split, where }, options))
  const { basis, gap, whole } = covered(answer)
  yield* printAnswer(flags, status, {
    whole: { ...answer.value, ...whole },
    rows: answer.value.rows,
    columns: [
      ["key", ({ key }) => csvKey(key)],
      ["split", ({ split }) => csvKey(split)],
      ["reports", ({ reports }) => reports],
      ["records", ({ records }) => records]
    ],
    text: (width) => trendsText(answer.value, width),
    basis,
    gap
  })
}, Effect.scoped)
