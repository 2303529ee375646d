import * as Schema from "effect/Schema"
import { CivilDate } from "../dates/CivilDate.ts"

/** A search text: not empty, without leading or trailing spaces. */
const SearchText = Schema.String.check(
  Schema.makeFilter((text) => text !== "" && text.trim() === text, {
    expected: "a text without leading or trailing spaces",
    arbitraryConstraint: { patterns: [{ source: '^[^\\s"]([^"]*[^\\s"])?$', flags: "" }] }
  })
)

/** Whether the double quotes of a keyword search are balanced. */
export const hasClosedPhrases = (words: string): boolean => words.split('"').length % 2 === 1

/**
 * A filter for titles. `Keywords` finds titles with every word or phrase in double quotes, ignoring case. `Contains` finds
 * titles with the text. `Exactly` finds equal titles.
 *
 * **Wire** `filter[title][value]=…`, the same with `filter[title][operator]=CONTAINS`, and `filter[title]=…`.
 *
 * **Source** docs/api.md, statements 23 and 24.
 */
export const TitleFilter = Schema.Union([
  Schema.TaggedStruct("Keywords", {
    words: SearchText.check(Schema.makeFilter(hasClosedPhrases, { expected: "words whose double quotes are closed" }))
  }),
  Schema.TaggedStruct("Contains", { text: SearchText }),
  Schema.TaggedStruct("Exactly", { title: SearchText })
])
export type TitleFilter = typeof TitleFilter.Type

/** The number of a transaction: fiscal year and sequence number. **Wire** digits, such as `"20110718"`. */
export const TransactionNumber = Schema.String.check(
  Schema.makeFilter((text) => /^\d+$/.test(text), {
    expected: "a transaction number, digits only",
    arbitraryConstraint: { patterns: [{ source: "^\\d{1,12}$", flags: "" }] }
  })
)

const equalities = {
  title: Schema.optionalKey(TitleFilter),
  transactionNumber: Schema.optionalKey(TransactionNumber),
  acquiringParty: Schema.optionalKey(SearchText),
  acquiredParty: Schema.optionalKey(SearchText),
  id: Schema.optionalKey(SearchText)
}

/** A filter for notices that match every member. **Source** docs/api.md, statement 23. */
export const NoticeFilter = Schema.Struct({ ...equalities, date: Schema.optionalKey(CivilDate) })
export type NoticeFilter = typeof NoticeFilter.Type

const isRange = (range: { readonly from?: CivilDate; readonly to?: CivilDate }): boolean =>
  range.from === undefined || range.to === undefined ? range.from !== range.to : range.from <= range.to

/** A range of dates, both ends included. One end may be missing. **Source** docs/api.md, statement 27. */
export const DateRange = Schema.Struct({
  from: Schema.optionalKey(CivilDate),
  to: Schema.optionalKey(CivilDate)
}).check(Schema.makeFilter(isRange, { expected: "a range with at least one end that does not end before it begins" }))

/** `NoticeFilter` with a range of dates instead of a date. */
export const UndocumentedNoticeFilter = Schema.Struct({ ...equalities, date: DateRange })
export type UndocumentedNoticeFilter = typeof UndocumentedNoticeFilter.Type

/** The date by which notices are sorted. **Wire** `sort[created][path]=created`, `sort[changed][path]=changed`. */
export const NoticeSort = Schema.Literals(["created", "changed"])
export type NoticeSort = typeof NoticeSort.Type
