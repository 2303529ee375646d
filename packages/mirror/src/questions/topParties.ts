import type { NoticeFilters } from "@public-records/core"
import { foldName } from "@public-records/files/names"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { compareText } from "@public-records/files/text"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { PartyRanking, RankedParty, TopPartiesQuery } from "../MirrorQuery.ts"
import type { Database } from "../store/Database.ts"
import { inTurns } from "../store/inTurns.ts"
import { noticesWhere } from "./notices.ts"
import { basisOf, countTransactions } from "./party.ts"

const namesOf: Readonly<Record<TopPartiesQuery["of"], (notice: PlainNotice) => ReadonlyArray<string>>> = {
  "acquiring-parties": ({ acquiringParty }) => [acquiringParty],
  "acquired-parties": ({ acquiredParty }) => [acquiredParty],
  parties: ({ acquiredParty, acquiringParty }) => [acquiringParty, acquiredParty]
}

/** A name in a notice, as it is and folded. */
interface Mention {
  readonly name: string
  readonly folded: string
  readonly notice: PlainNotice
}

/** Returns the most frequent spelling, the first in the order of texts if there are several. */
const spellingOf = (mentions: ReadonlyArray<Mention>): string => {
  const counts = [...Map.groupBy(mentions, ({ name }) => name)]
  const [most] = counts.toSorted(
    ([left, { length: leftCount }], [right, { length: rightCount }]) =>
      rightCount - leftCount || compareText(left, right)
  )
  return most?.[0] ?? ""
}

const rankedParty = (mentions: ReadonlyArray<Mention>): RankedParty => {
  const notices = [...new Set(mentions.map(({ notice }) => notice))]
  const dates = notices.map(({ date }) => date).toSorted(compareText)
  return {
    value: spellingOf(mentions),
    transactions: countTransactions(notices),
    notices: notices.length,
    first: dates[0] ?? "",
    last: dates.at(-1) ?? ""
  }
}

/** Returns the parties with the most transactions, ties in the order of the names. Equal names differ only as `foldName` says. */
export const topParties = Effect.fnUntraced(function* (
  db: Database,
  { limit = 10, of }: TopPartiesQuery,
  where: NoticeFilters
): Effect.fn.Return<PartyRanking, MirrorError> {
  const notices = yield* noticesWhere(db, where)
  const mentions = yield* inTurns(notices, (some) =>
    some.flatMap((notice) => {
      const names = namesOf[of](notice).filter((name) => name !== "")
      return names.map((name): Mention => ({ name, folded: foldName(name), notice }))
    })
  )
  const groups = Map.groupBy(mentions, ({ folded }) => folded)
  const parties = yield* inTurns([...groups.values()], (some) => some.map(rankedParty))
  return {
    top: parties
      .toSorted((left, right) => right.transactions - left.transactions || compareText(left.value, right.value))
      .slice(0, limit),
    withoutValue: notices.length - new Set(mentions.map(({ notice }) => notice)).size,
    ...(yield* basisOf(db, notices))
  }
})
