import { readNoticeQuery } from "@public-records/core"
import { type PartyRanking, type TopPartiesQuery } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { Effect } from "effect"
import { flagName, invalidQuery, usageFailure } from "../CommandFailure.ts"
import { answerFilters, type CommandFlags } from "../flags.ts"
import { readInteger } from "../integers.ts"
import { barTable } from "../output/barTable.ts"
import { makeAnswerStatus, printAnswer } from "../output/mirrorAnswer.ts"
import { noticesBasis } from "../output/noticesBasis.ts"
import { answerOf } from "../queries/askMirror.ts"
import { openLocalOrMirror } from "../source/openLocal.ts"

type Flags = CommandFlags<"top"> & { readonly of: TopPartiesQuery["of"] }

const nouns: Readonly<Record<TopPartiesQuery["of"], string>> = {
  "acquiring-parties": "acquiring party",
  "acquired-parties": "acquired party",
  parties: "party"
}

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

const topText = ({ top, withoutValue }: PartyRanking, of: TopPartiesQuery["of"], width: number): string => {
  const rows = top.map(({ notices, transactions, value }) => ({
    cells: [value, grouped(transactions), grouped(notices)],
    value: transactions
  }))
  const left =
    withoutValue === 0 ? "" : `Not ranked: ${counted(withoutValue, "notice", "notices")} (no ${nouns[of]}).\n`
  return barTable([nouns[of], "transactions", "notices"], rows, { texts: 1, width }) + left
}

/** Ranks the parties of notices. */
export const topParties = Effect.fnUntraced(function* (flags: Flags) {
  const { of } = flags
  const limit = yield* readInteger("--limit", flags.limit)
  const where = yield* readRange(flags)
  const { questions: mirror } = yield* openLocalOrMirror(flags)
  const status = yield* makeAnswerStatus(flags)
  const ranking = yield* answerOf(status, mirror.topParties({ of, limit, where }))
  const { basis, gap, note } = noticesBasis(ranking)
  yield* printAnswer(flags, status, {
    json: { ...ranking, note },
    rows: ranking.top,
    columns: [
      ["value", ({ value }) => value],
      ["transactions", ({ transactions }) => transactions],
      ["notices", ({ notices }) => notices],
      ["first", ({ first }) => first],
      ["last", ({ last }) => last]
    ],
    text: (width) => topText(ranking, of, width),
    basis,
    gap
  })
})
