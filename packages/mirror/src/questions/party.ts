import { nearestName } from "@public-records/core"
import type { NoticeBasis, PartyHistory, PartyNotice } from "../MirrorQuery.ts"
import { foldName, hasWordsOf, withoutEnding } from "@public-records/files/names"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { compareInstants, compareText, wordsOf } from "@public-records/files/text"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { Database } from "../store/Database.ts"
import { inTurns } from "../store/inTurns.ts"
import { stateOf } from "../store/syncState.ts"
import { allNotices } from "./notices.ts"

const roleOf = (notice: PlainNotice, isNamed: (name: string) => boolean): PartyNotice["role"] | undefined => {
  if (isNamed(notice.acquiringParty)) return "acquiring"
  if (isNamed(notice.acquiredParty)) return "acquired"
  return notice.acquiredEntities.some(isNamed) ? "entity" : undefined
}

/** Returns the notices in which one party has all words of a name, the newest first. */
const noticesOf = (notices: ReadonlyArray<PlainNotice>, name: string): Effect.Effect<ReadonlyArray<PartyNotice>> => {
  const isNamed = hasWordsOf(name)
  const found = inTurns(notices, (some) =>
    some.flatMap((notice): ReadonlyArray<PartyNotice> => {
      const role = roleOf(notice, isNamed)
      const { acquiredParty, acquiringParty, date, id, transactionNumber } = notice
      return role === undefined ? [] : [{ id, date, transactionNumber, acquiringParty, acquiredParty, role }]
    })
  )
  return Effect.map(found, (party) =>
    party.toSorted((left, right) => compareText(right.date, left.date) || compareText(left.id, right.id))
  )
}

const maxSimilar = 3

/** Returns the names that are most similar to a name, the most similar first. */
const nearestNames = (name: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const others = new Set(names)
  const nearest: Array<string> = []
  for (
    let one = nearestName(name, others);
    one !== undefined && nearest.length < maxSimilar;
    one = nearestName(name, others)
  ) {
    nearest.push(one)
    others.delete(one)
  }
  return nearest
}

/** Returns the parties that begin with the most similar words, the most similar first. */
const similarNames = Effect.fnUntraced(function* (notices: ReadonlyArray<PlainNotice>, name: string) {
  const words = wordsOf(foldName(name))
  const parties = yield* inTurns(notices, (some) =>
    some
      .flatMap((notice) => [notice.acquiringParty, notice.acquiredParty, ...notice.acquiredEntities])
      .map((party) => [wordsOf(foldName(party)).slice(0, words.length).join(" "), party] as const)
      .filter(([beginning]) => beginning !== "")
  )
  // Of several parties with the same beginning, the first is named.
  const beginnings = new Map(parties.toReversed())
  const inOrder = [...new Set(parties.map(([beginning]) => beginning))]
  const near = yield* inTurns(inOrder, (some) => nearestNames(words.join(" "), some))
  return nearestNames(words.join(" "), near).map((beginning) => beginnings.get(beginning) ?? beginning)
})

/** Counts transactions. Notices without a number are one each. */
export const countTransactions = (notices: ReadonlyArray<Pick<PlainNotice, "id" | "transactionNumber">>): number =>
  new Set(notices.map(({ id, transactionNumber }) => transactionNumber || `notice ${id}`)).size

/** Returns what an answer from some notices is based on. */
export const basisOf = (db: Database, notices: ReadonlyArray<PlainNotice>): Effect.Effect<NoticeBasis, MirrorError> =>
  Effect.map(stateOf(db, "notices read to the end"), (readToTheEnd) => ({
    notices: notices.length,
    lastChanged: notices.reduce<string | null>(
      (last, { updated }) =>
        updated !== "" && (last === null || compareInstants(updated, last) >= 0) ? updated : last,
      null
    ),
    readToTheEnd: readToTheEnd !== ""
  }))

/** Returns the notices of a party. If no notice has the full name, its ending is ignored; if that finds nothing, similar names are returned. */
export const partyHistory = Effect.fnUntraced(function* (
  db: Database,
  name: string
): Effect.fn.Return<PartyHistory, MirrorError> {
  const notices = yield* allNotices(db)
  const shorter = withoutEnding(name)
  const named = yield* noticesOf(notices, name)
  const isShortened = named.length === 0 && shorter !== name
  const party = isShortened ? yield* noticesOf(notices, shorter) : named
  return {
    party,
    transactions: countTransactions(party),
    withoutEnding: isShortened ? shorter : null,
    similar: party.length === 0 ? yield* similarNames(notices, shorter) : [],
    ...(yield* basisOf(db, notices))
  }
})
