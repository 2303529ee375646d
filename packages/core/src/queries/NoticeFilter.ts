import { Schema } from "effect"
import { CivilDate } from "../dates/CivilDate.ts"

/** A text to search for, not empty and without spaces around it. */
const SearchText = Schema.String.check(
  Schema.makeFilter((text) => text !== "" && text.trim() === text, {
    expected: "a text without spaces around it",
    arbitraryConstraint: { patterns: [{ source: '^[^\\s"]([^"]*[^\\s"])?$', flags: "" }] }
  })
)

/** Whether each phrase of a keyword search that begins with a double quote also ends with one. */
export const hasClosedPhrases = (words: string): boolean => words.split('"').length % 2 === 1

/**
 * A filter for titles. `Keywords`: every word occurs, ignoring case; a phrase keeps its double quotes. `Contains`: the text
 * occurs anywhere. `Exactly`: the title is equal.
 * **Wire** `filter[title][value]=…`; with `filter[title][operator]=CONTAINS`; `filter[title]=…`.
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

/** The number of a transaction: fiscal year and a sequence. **Wire** digits, such as `"20110718"`. */
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

/** A filter for notices that match every given field. **Source** docs/api.md, statement 23. */
export const NoticeFilter = Schema.Struct({ ...equalities, date: Schema.optionalKey(CivilDate) })
export type NoticeFilter = typeof NoticeFilter.Type

const isRange = (range: { readonly from?: CivilDate; readonly to?: CivilDate }): boolean =>
  range.from === undefined || range.to === undefined ? range.from !== range.to : range.from <= range.to

/** A range of dates, both ends included. One end may be open. **Source** docs/api.md, statement 27. */
export const DateRange = Schema.Struct({
  from: Schema.optionalKey(CivilDate),
  to: Schema.optionalKey(CivilDate)
}).check(Schema.makeFilter(isRange, { expected: "a range with an end, that ends no earlier than it begins" }))

/** The documented filters with a range of dates in place of a date. */
export const UndocumentedNoticeFilter = Schema.Struct({ ...equalities, date: DateRange })
export type UndocumentedNoticeFilter = typeof UndocumentedNoticeFilter.Type

/**
 * The date by which notices are sorted: when a notice was created, or last changed.
 * **Wire** `sort[created][path]=created`, `sort[changed][path]=changed`.
 */
export const NoticeSort = Schema.Literals(["created", "changed"])
export type NoticeSort = typeof NoticeSort.Type
