import { answerOfNumber } from "@public-records/answers/numberAnswer"
import { filterText } from "@public-records/answers/words"
import { Effect } from "effect"
import { usageFailure } from "../CommandFailure.ts"
import { type CommandFlags } from "../flags.ts"
import { printAnswer } from "../output/printAnswer.ts"
import { answerOf, openQuestion } from "../queries/askMirror.ts"

export const number = Effect.fnUntraced(function* (flags: CommandFlags<"number">) {
  const { format, rows } = flags
  if (rows && format === "svg") return yield* usageFailure("--rows has no picture.", "Choose another --format.")
  // The number in question is an argument, not one of the filters.
  const question = yield* openQuestion({ ...flags, number: undefined })
  if (rows && format !== "svg") {
    const { printComplaints } = yield* Effect.promise(() => import("./numberRows.ts"))
    return yield* printComplaints({ ...flags, format }, question)
  }
  const { mirror, options, status, where } = question
  const answer = yield* answerOf(status, mirror.number(flags.number, where, options))
  yield* printAnswer(flags, status, answerOfNumber(answer, filterText(where)))
}, Effect.scoped)
