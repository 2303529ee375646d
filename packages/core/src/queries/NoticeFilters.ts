import * as Schema from "effect/Schema"
import { CivilDate, isCivilDate } from "../dates/CivilDate.ts"
import { isRecordedMoment } from "../dates/CivilDateTime.ts"
import { pagingFields } from "./Paging.ts"
import { FilterText } from "./readText.ts"

/** Whether the double quotes of a keyword search are balanced. */
export const hasClosedPhrases = (words: string): words is string => words.split('"').length % 2 === 1

/** Whether a text is the number of a transaction: only digits. */
export const isTransactionNumber = (text: string): text is string => /^\d+$/.test(text)

/** Whether a text is a date, or a time with its offset from UTC. */
export const isSince = (text: string): text is string =>
  isCivilDate(text) || (/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) && isRecordedMoment(text))

const filters = {
  /** Words of the title, and phrases in double quotes, in any order. Letter case is ignored. */
  title: Schema.optionalKey(
    FilterText.check(Schema.makeFilter(hasClosedPhrases, { expected: "words whose double quotes are closed" }))
  ),
  /** A text that occurs anywhere in the title. */
  titleContains: Schema.optionalKey(FilterText),
  /** The complete title. */
  titleExactly: Schema.optionalKey(FilterText),
  /** Fiscal year and sequence number, such as `"20110718"`. */
  transactionNumber: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter(isTransactionNumber, {
        expected: "a transaction number, digits only",
        arbitraryConstraint: { patterns: [{ source: "^\\d{1,12}$", flags: "" }] }
      })
    )
  ),
  /** The name of the acquiring party. */
  acquiringParty: Schema.optionalKey(FilterText),
  /** The name of the acquired party. */
  acquiredParty: Schema.optionalKey(FilterText),
  /** The name of either party. Only for local records. */
  party: Schema.optionalKey(FilterText),
  /** The date of the notice. */
  date: Schema.optionalKey(CivilDate),
  /** The first date. The service answers ranges of dates, but does not document them. **Source** docs/api.md, statement 27. */
  dateFrom: Schema.optionalKey(CivilDate),
  /** The last date. */
  dateTo: Schema.optionalKey(CivilDate),
  /** When the notice was created at the earliest: a date, from midnight UTC on, or `2021-07-07T12:00:00Z`. Only for local records. */
  createdSince: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter(isSince, {
        expected: "a date, or a date and time with an offset from UTC",
        arbitraryConstraint: { patterns: [{ source: "^20[0-2]\\d-0[1-9]-1\\d(T1\\d:00:00Z)?$", flags: "" }] }
      })
    )
  ),
  /** The id of a notice. */
  id: Schema.optionalKey(FilterText)
}

/** A choice of notices, in any combination. All given members must hold. `noticeServiceProblems` says what the service cannot answer. */
export const NoticeFilters = Schema.Struct(filters)
export interface NoticeFilters extends Schema.Struct.Type<typeof filters> {}

/** The date by which notices are sorted. **Wire** `sort[created][path]=created`, `sort[changed][path]=changed`. */
export const NoticeSort = Schema.Literals(["created", "changed"])
export type NoticeSort = typeof NoticeSort.Type

/** The order and page of a query for notices. */
export const noticePagingFields = { sortBy: NoticeSort, ...pagingFields }
export interface NoticePaging extends Schema.Struct.Type<typeof noticePagingFields> {}
