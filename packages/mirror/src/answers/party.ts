import type { PartyHistory, PartyNotice } from "../MirrorQuery.ts"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { compareInstants, compareText, wordsOf } from "@public-records/files/text"
import { allNotices } from "../reading/notices.ts"
import { type Database } from "../store/Database.ts"
import { setting } from "../store/settings.ts"
import type { Steps } from "../store/steps.ts"

const hasAllWords = (name: string, words: ReadonlyArray<string>): boolean => {
  const present = new Set(wordsOf(name))
  return words.every((word) => present.has(word))
}

const roleOf = (notice: PlainNotice, words: ReadonlyArray<string>): PartyNotice["role"] | undefined => {
  if (hasAllWords(notice.acquiringParty, words)) return "acquiring"
  if (hasAllWords(notice.acquiredParty, words)) return "acquired"
  return notice.acquiredEntities.some((entity) => hasAllWords(entity, words)) ? "entity" : undefined
}

/** Returns the notices in which one party has all words of a name, ignoring case, the newest first. */
export function* partyHistory(db: Database, name: string): Steps<PartyHistory> {
  const words = wordsOf(name)
  const notices = yield* allNotices(db)
  const party = notices.flatMap((notice): ReadonlyArray<PartyNotice> => {
    const role = roleOf(notice, words)
    const { acquiredParty, acquiringParty, date, id, transactionNumber } = notice
    return role === undefined ? [] : [{ id, date, transactionNumber, acquiringParty, acquiredParty, role }]
  })
  return {
    party: party.toSorted((left, right) => compareText(right.date, left.date) || compareText(left.id, right.id)),
    notices: notices.length,
    lastChanged:
      notices
        .map(({ updated }) => updated)
        .toSorted(compareInstants)
        .at(-1) ?? null,
    readToTheEnd: setting(db, "notices read to the end") !== ""
  }
}
