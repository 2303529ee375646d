import { partyAnswer } from "@public-records/answers/partyAnswer"
import { Effect } from "effect"
import { type CommandFlags } from "../flags.ts"
import { makeAnswerStatus, printAnswer } from "../output/printAnswer.ts"
import { answerOf } from "../queries/askMirror.ts"
import { openLocalOrMirror } from "../source/openLocal.ts"

export const party = Effect.fnUntraced(function* (flags: CommandFlags<"party">) {
  const { name } = flags
  const { questions: mirror } = yield* openLocalOrMirror(flags)
  const status = yield* makeAnswerStatus(flags)
  yield* printAnswer(flags, status, partyAnswer(name, yield* answerOf(status, mirror.party(name))))
}, Effect.scoped)
