import { nearestName } from "@public-records/core"
import type { PartyHistory, PartyNotice } from "../MirrorQuery.ts"
import { foldName, hasWordsOf, withoutEnding } from "@public-records/files/names"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { compareInstants, compareText, wordsOf } from "@public-records/files/text"
import { allNotices } from "../reading/notices.ts"
import { type Database } from "../store/Database.ts"
import { stateOf } from "../store/syncState.ts"
import type { Steps } from "../store/steps.ts"

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

/** Notices without a number are one transaction each. */
const countTransactions = (party: ReadonlyArray<PartyNotice>): number =>
  new Set(party.map(({ id, transactionNumber }) => transactionNumber || `notice ${id}`)).size

/** Returns the notices of a party, if there are none those without the ending of its name, and if there are none similar names. */
export function* partyHistory(db: Database, name: string): Steps<PartyHistory> {
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
    notices: notices.length,
    lastChanged:
      notices
        .map(({ updated }) => updated)
        .toSorted(compareInstants)
        .at(-1) ?? null,
    readToTheEnd: stateOf(db, "notices read to the end") !== ""
  }
}
