import { rankingAnswer } from "@public-records/answers/rankingAnswer"
import { filterText } from "@public-records/answers/words"
import { type TopPartiesQuery } from "@public-records/mirror"
import { Effect } from "effect"
import { type CommandFlags, partyDimensions } from "../flags.ts"
import { readInteger } from "../integers.ts"
import { printAnswer } from "../output/printAnswer.ts"
import { answerOf, openQuestion } from "../queries/askMirror.ts"

const isOfParties = (of: CommandFlags<"top">["of"]): of is TopPartiesQuery["of"] =>
  partyDimensions.some((one) => one === of)

export const top = Effect.fnUntraced(function* (flags: CommandFlags<"top">) {
  const { of } = flags
  if (isOfParties(of)) {
    const { topParties } = yield* Effect.promise(() => import("./topParties.ts"))
    return yield* topParties({ ...flags, of })
  }
  const limit = yield* readInteger("--limit", flags.limit)
  const places = yield* readInteger("--places", flags.places)
  const { mirror, options, status, where } = yield* openQuestion(flags)
  const answer = yield* answerOf(status, mirror.top({ of, limit, places, where }, options))
  yield* printAnswer(flags, status, rankingAnswer(answer, of, filterText(where)))
}, Effect.scoped)
