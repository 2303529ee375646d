import { type NumberReport, type PrefixReport, type SuffixReport } from "@public-records/mirror"
import { Effect } from "effect"
import { counted } from "@public-records/text/counts"
import { type CommandFlags } from "../flags.ts"
import { type PrintedAnswer, covered, printAnswer } from "../output/mirrorAnswer.ts"
import { barTable } from "../output/barTable.ts"
import { filterText } from "../output/filterText.ts"
import { numberText, shownNumber } from "../output/numberText.ts"
import { answerOf, openQuestion } from "../queries/askMirror.ts"

const numberAnswer = (
  value: NumberReport,
  { basis, gap, json }: ReturnType<typeof covered>
): PrintedAnswer<NumberReport> => ({
  json: { ...value, ...json },
  rows: [value],
  columns: [
    ["number", ({ number }) => number],
    ["reports", ({ reports }) => reports],
    ["records", ({ records }) => records],
    ["first_filed", ({ first }) => first],
    ["last_filed", ({ last }) => last],
    ["robocalls_yes", ({ robocalls }) => robocalls.yes],
    ["robocalls_no", ({ robocalls }) => robocalls.no],
    ["robocalls_unknown", ({ robocalls }) => robocalls.unknown],
    ["states", ({ states }) => states.length],
    ["area_codes", ({ areaCodes }) => areaCodes.length]
  ],
  text: (width) => numberText(value, width),
  basis,
  gap
})

/** Says what the digits are: the beginning of numbers, or a number without its area code. */
const partText = (value: PrefixReport | SuffixReport): string => {
  if ("prefix" in value) return `${counted(value.count, "number begins", "numbers begin")} with ${value.prefix}`
  const { count, suffix } = value
  const typed = `${suffix.slice(0, 3)}-${suffix.slice(3)}`
  return `The area code of ${typed} is missing. ${counted(count, "number ends", "numbers end")} with it`
}

const numbersAnswer = (
  value: PrefixReport | SuffixReport,
  { basis, gap, json }: ReturnType<typeof covered>
): PrintedAnswer<PrefixReport["numbers"][number]> => ({
  json: { ...value, ...json },
  rows: value.numbers,
  columns: [
    ["number", ({ number }) => number],
    ["reports", ({ reports }) => reports],
    ["records", ({ records }) => records]
  ],
  text: (width) => {
    const rows = value.numbers.map(({ number, reports }) => ({
      cells: [shownNumber(number), String(reports)],
      value: reports
    }))
    const shown = value.count > rows.length ? `, the first ${rows.length} of them` : ""
    const table = rows.length === 0 ? "" : barTable(["number", "reports"], rows, { texts: 1, width })
    return `${partText(value)}${shown}\n${table}`
  },
  basis,
  gap
})

export const number = Effect.fnUntraced(function* (flags: CommandFlags<"number">) {
  // The number in question is an argument, not one of the filters.
  const question = yield* openQuestion({ ...flags, number: undefined })
  if (flags.rows) {
    const { printComplaints } = yield* Effect.promise(() => import("./numberRows.ts"))
    return yield* printComplaints(flags, question)
  }
  const { mirror, options, status, where } = question
  const answer = yield* answerOf(status, mirror.number(flags.number, where, options))
  const { value } = answer
  const basis = covered(answer, filterText(where))
  yield* "numbers" in value
    ? printAnswer(flags, status, numbersAnswer(value, basis))
    : printAnswer(flags, status, numberAnswer(value, basis))
}, Effect.scoped)
