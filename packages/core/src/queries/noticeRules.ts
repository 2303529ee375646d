import type { NoticeFilters } from "./NoticeFilters.ts"
import { labelOf, type NameOf } from "./QueryReader.ts"
import { type Given, givenAmong, onlyLocal, type Problems } from "./rules.ts"

/** Returns why the service cannot answer a query for notices, in sentences that say what to change. The members need not be read. */
export const noticeServiceProblems = (filters: Given<NoticeFilters>, nameOf: NameOf = labelOf): Problems => {
  const titles = givenAmong(filters, "title", "titleContains", "titleExactly")
  const ends = filters.date === undefined ? [] : givenAmong(filters, "dateFrom", "dateTo")
  const oneTitle = "Only one filter for the title is allowed. Remove the others."
  return [
    ...titles.slice(1, 2).map((field) => ({ field, rule: oneTitle })),
    ...ends.slice(0, 1).map((field) => ({
      field,
      rule: `The ${nameOf("date")} cannot be combined with ${nameOf(field)}. Remove one of them.`
    })),
    ...onlyLocal(givenAmong(filters, "party", "createdSince"), nameOf)
  ]
}

/** Returns what is uncertain about an answer of the service, in sentences. **Source** docs/api.md, statement 27. */
export const noticeServiceNotes = (filters: Given<NoticeFilters>): ReadonlyArray<string> =>
  givenAmong(filters, "dateFrom", "dateTo").length === 0
    ? []
    : ["The service answers ranges of dates, but does not document them."]
