import { trendAnswer } from "@public-records/answers/trendAnswer"
import { filterText } from "@public-records/answers/words"
import { Effect } from "effect"
import { usageFailure } from "../CommandFailure.ts"
import { type CommandFlags, dimensions } from "../flags.ts"
import { printAnswer } from "../output/printAnswer.ts"
import { answerOf, openQuestion } from "../queries/askMirror.ts"

export const trends = Effect.fnUntraced(function* (flags: CommandFlags<"trends">) {
  const { by, split, wide } = flags
  if (by === undefined) return yield* usageFailure("--by is missing.", `Choose one of ${dimensions.join(", ")}.`)
  if (by === split) return yield* usageFailure("--by and --split are the same.", "Remove --split, or change it.")
  if (wide && split === undefined)
    return yield* usageFailure("--wide requires --split.", "Its values become the columns.")
  const { mirror, options, status, where } = yield* openQuestion(flags)
  const answer = yield* answerOf(status, mirror.trends({ by, split, where }, options))
  yield* printAnswer(flags, status, trendAnswer(answer, filterText(where), wide))
}, Effect.scoped)
