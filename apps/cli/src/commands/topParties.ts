import { partiesAnswer } from "@public-records/answers/rankingAnswer"
import { readNoticeQuery } from "@public-records/core"
import { type TopPartiesQuery } from "@public-records/mirror"
import { Effect } from "effect"
import { flagName, invalidQuery, usageFailure } from "../CommandFailure.ts"
import { answerFilters, type CommandFlags } from "../flags.ts"
import { readInteger } from "../integers.ts"
import { makeAnswerStatus, printAnswer } from "../output/printAnswer.ts"
import { answerOf } from "../queries/askMirror.ts"
import { openLocalOrMirror } from "../source/openLocal.ts"

type Flags = CommandFlags<"top"> & { readonly of: TopPartiesQuery["of"] }

/** Notices have no other member that the filters of complaints could mean. */
const rangeFlags = ["from", "to"] as const

const readRange = Effect.fnUntraced(function* (flags: Flags) {
  const { from, places, to } = flags
  const other = answerFilters.find((name) => flags[name] !== undefined && !rangeFlags.some((one) => one === name))
  if (other !== undefined || places !== undefined) {
    return yield* usageFailure(
      `${flagName(other ?? "places")} is about complaints, and parties are those of notices.`,
      "Remove it; --from, --to and --limit narrow a ranking of parties."
    )
  }
  const flagOf = (member: string): string => (member === "dateFrom" ? "from" : "to")
  const typed = { ...(from === undefined ? {} : { dateFrom: from }), ...(to === undefined ? {} : { dateTo: to }) }
  return yield* Effect.mapError(
    readNoticeQuery(typed, "local", (member) => flagName(flagOf(member))),
    ({ problems }) => invalidQuery(problems.map(({ field, rule }) => ({ field: flagOf(field), rule })))
  )
})

/** Ranks the parties of notices. */
export const topParties = Effect.fnUntraced(function* (flags: Flags) {
  const { of } = flags
  const limit = yield* readInteger("--limit", flags.limit)
  const where = yield* readRange(flags)
  const { questions: mirror } = yield* openLocalOrMirror(flags)
  const status = yield* makeAnswerStatus(flags)
  const ranking = yield* answerOf(status, mirror.topParties({ of, limit, where }))
  yield* printAnswer(flags, status, partiesAnswer(ranking, of))
})
