import type { NoticeFilters } from "@public-records/core"
import { foldName } from "@public-records/files/names"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { compareText } from "@public-records/files/text"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { CountNoticesQuery, NoticeCount, NoticeCounts, PartyRanking, TopPartiesQuery } from "../MirrorQuery.ts"
import type { Database } from "../store/Database.ts"
import { inTurns } from "../store/inTurns.ts"
import { noticesWhere } from "./notices.ts"
import { basisOf, countTransactions } from "./party.ts"

const valuesOf: Readonly<Record<CountNoticesQuery["by"], (notice: PlainNotice) => ReadonlyArray<string>>> = {
  year: ({ date }) => [date.slice(0, 4)],
  month: ({ date }) => [date.slice(5, 7)],
  "acquiring-parties": ({ acquiringParty }) => [acquiringParty],
  "acquired-parties": ({ acquiredParty }) => [acquiredParty],
  parties: ({ acquiredParty, acquiringParty }) => [acquiringParty, acquiredParty]
}

/** A value in a notice, as it is and folded. */
interface Mention {
  readonly value: string
  readonly folded: string
  readonly notice: PlainNotice
}

/** Returns the most frequent spelling, the first in the order of texts if there are several. */
const spellingOf = (mentions: ReadonlyArray<Mention>): string => {
  const counts = [...Map.groupBy(mentions, ({ value }) => value)]
  const [most] = counts.toSorted(
    ([left, { length: leftCount }], [right, { length: rightCount }]) =>
      rightCount - leftCount || compareText(left, right)
  )
  return most?.[0] ?? ""
}

const countOf = (mentions: ReadonlyArray<Mention>): NoticeCount => {
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

/** Counts notices by a value, the most frequent value first. Equal names differ only as `foldName` says. */
export const countNotices = Effect.fnUntraced(function* (
  db: Database,
  by: CountNoticesQuery["by"],
  where: NoticeFilters
): Effect.fn.Return<NoticeCounts, MirrorError> {
  const notices = yield* noticesWhere(db, where)
  const mentions = yield* inTurns(notices, (some) =>
    some.flatMap((notice) => {
      const values = valuesOf[by](notice).filter((value) => value !== "")
      return values.map((value): Mention => ({ value, folded: foldName(value), notice }))
    })
  )
  const groups = Map.groupBy(mentions, ({ folded }) => folded)
  const counts = yield* inTurns([...groups.values()], (some) => some.map(countOf))
  return {
    counts: counts.toSorted((left, right) => right.notices - left.notices || compareText(left.value, right.value)),
    withoutValue: notices.length - new Set(mentions.map(({ notice }) => notice)).size,
    ...(yield* basisOf(db, notices))
  }
})

/** Returns the parties with the most transactions, ties in the order of the names. */
export const topParties = (
  db: Database,
  { limit = 10, of }: TopPartiesQuery,
  where: NoticeFilters
): Effect.Effect<PartyRanking, MirrorError> =>
  Effect.map(countNotices(db, of, where), ({ counts, ...rest }) => ({
    top: counts
      .toSorted((left, right) => right.transactions - left.transactions || compareText(left.value, right.value))
      .slice(0, limit),
    ...rest
  }))
