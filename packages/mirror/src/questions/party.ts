import { nearestName } from "@public-records/core"
import type { NoticeBasis, PartyHistory, PartyNotice } from "../MirrorQuery.ts"
import { foldName, hasWordsOf, withoutEnding } from "@public-records/files/names"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { compareInstants, compareText, wordsOf } from "@public-records/files/text"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { Database } from "../store/Database.ts"
import { stateOf } from "../store/syncState.ts"
import { allNotices } from "./notices.ts"

const roleOf = (notice: PlainNotice, isNamed: (name: string) => boolean): PartyNotice["role"] | undefined => {
  if (isNamed(notice.acquiringParty)) return "acquiring"
  if (isNamed(notice.acquiredParty)) return "acquired"
  return notice.acquiredEntities.some(isNamed) ? "entity" : undefined
}

/** Returns the notices in which one party has all words of a name, the newest first. */
const noticesOf = (notices: ReadonlyArray<PlainNotice>, name: string): ReadonlyArray<PartyNotice> => {
  const isNamed = hasWordsOf(name)
  return notices
    .flatMap((notice): ReadonlyArray<PartyNotice> => {
      const role = roleOf(notice, isNamed)
      const { acquiredParty, acquiringParty, date, id, transactionNumber } = notice
      return role === undefined ? [] : [{ id, date, transactionNumber, acquiringParty, acquiredParty, role }]
    })
    .toSorted((left, right) => compareText(right.date, left.date) || compareText(left.id, right.id))
}

const maxSimilar = 3

/** Returns the parties that begin with the most similar words, the most similar first. */
const similarNames = (notices: ReadonlyArray<PlainNotice>, name: string): ReadonlyArray<string> => {
  const words = wordsOf(foldName(name))
  const beginnings = new Map<string, string>()
  for (const { acquiredEntities, acquiredParty, acquiringParty } of notices) {
    for (const party of [acquiringParty, acquiredParty, ...acquiredEntities]) {
      const beginning = wordsOf(foldName(party)).slice(0, words.length).join(" ")
      if (beginning !== "" && !beginnings.has(beginning)) beginnings.set(beginning, party)
    }
  }
  const similar: Array<string> = []
  while (similar.length < maxSimilar) {
    const nearest = nearestName(words.join(" "), beginnings.keys())
    if (nearest === undefined) break
    similar.push(beginnings.get(nearest) ?? nearest)
    beginnings.delete(nearest)
  }
  return similar
}

/** Counts transactions. Notices without a number are one each. */
export const countTransactions = (notices: ReadonlyArray<Pick<PlainNotice, "id" | "transactionNumber">>): number =>
  new Set(notices.map(({ id, transactionNumber }) => transactionNumber || `notice ${id}`)).size

/** Returns what an answer from some notices is based on. */
export const basisOf = (db: Database, notices: ReadonlyArray<PlainNotice>): Effect.Effect<NoticeBasis, MirrorError> =>
  Effect.map(stateOf(db, "notices read to the end"), (readToTheEnd) => ({
    notices: notices.length,
    lastChanged:
      notices
        .map(({ updated }) => updated)
        .toSorted(compareInstants)
        .at(-1) ?? null,
    readToTheEnd: readToTheEnd !== ""
  }))

/** Returns the notices of a party, if there are none those without the ending of its name, and if there are none similar names. */
export const partyHistory = Effect.fnUntraced(function* (
  db: Database,
  name: string
): Effect.fn.Return<PartyHistory, MirrorError> {
  const notices = yield* allNotices(db)
  const shorter = withoutEnding(name)
  const named = noticesOf(notices, name)
  const isShortened = named.length === 0 && shorter !== name
  const party = isShortened ? noticesOf(notices, shorter) : named
  return {
    party,
    transactions: countTransactions(party),
    withoutEnding: isShortened ? shorter : null,
    similar: party.length === 0 ? similarNames(notices, shorter) : [],
    ...(yield* basisOf(db, notices))
  }
})
