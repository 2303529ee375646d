import { Effect, Result, Schema } from "effect"
import { hasClosedPhrases, type NoticeFilter, NoticeSort, type TitleFilter, TransactionNumber } from "./NoticeFilter.ts"
import { type InvalidQuery } from "../PublicRecordsError.ts"
import {
  InputReader,
  maxRecordsPerPage,
  type NameOf,
  readDate,
  readLimit,
  readOffset,
  readOrder,
  readText,
  resolveDay,
  type SortOrder
} from "./QueryInput.ts"

/**
 * A question for notices as a person types it, in flags or in a form: text that still has to be checked.
 *
 * **Units** `date` as `YYYY-MM-DD`, `yesterday` or `latest`; `title` holds words, a phrase with its double quotes.
 */
export interface NoticeInput {
  readonly title?: string | undefined
  readonly titleContains?: string | undefined
  readonly titleExactly?: string | undefined
  readonly transactionNumber?: string | undefined
  readonly acquiringParty?: string | undefined
  readonly acquiredParty?: string | undefined
  readonly date?: string | undefined
  readonly id?: string | undefined
  readonly sortBy?: string | undefined
  readonly sort?: string | undefined
  readonly limit?: string | undefined
  readonly offset?: string | undefined
}

type Reader = InputReader<keyof NoticeInput>

/** What a query holds, before it is one. */
export interface ReadNotices {
  readonly filter: NoticeFilter
  readonly sortBy: NoticeSort
  readonly order: SortOrder
  readonly limit: number
  readonly offset: number
}

const readTransactionNumber = (text: string): Result.Result<string, string> =>
  Schema.is(TransactionNumber)(text)
    ? Result.succeed(text)
    : Result.fail(`A transaction number has digits only, such as 20110718, not "${text}".`)

const readSortBy = (text: string): Result.Result<NoticeSort, string> =>
  Schema.is(NoticeSort)(text)
    ? Result.succeed(text)
    : Result.fail(`Notices are sorted by "created" or "changed", not by "${text}".`)

const readKeywords = (text: string): Result.Result<string, string> =>
  hasClosedPhrases(text)
    ? Result.succeed(text)
    : Result.fail("The title has a double quote that is not closed: a phrase has one before it and one after it.")

const readTitle = (reader: Reader): { readonly title?: TitleFilter } => {
  const given = (["title", "titleContains", "titleExactly"] as const).filter((field) => reader.has(field))
  const [, second] = given
  if (second !== undefined) {
    reader.reject(second, "The title has one filter at most: its words, or a text that it contains. Leave one out.")
  }
  const words = reader.read("title", readKeywords)
  const text = reader.read("titleContains", readText)
  const title = reader.read("titleExactly", readText)
  if (words !== undefined) return { title: { _tag: "Keywords", words } }
  if (text !== undefined) return { title: { _tag: "Contains", text } }
  return title === undefined ? {} : { title: { _tag: "Exactly", title } }
}

const readFilter = (reader: Reader): NoticeFilter => {
  const transactionNumber = reader.read("transactionNumber", readTransactionNumber)
  const acquiringParty = reader.read("acquiringParty", readText)
  const acquiredParty = reader.read("acquiredParty", readText)
  const date = reader.read("date", readDate(reader.wrong("date")))
  const id = reader.read("id", readText)
  return {
    ...readTitle(reader),
    ...(transactionNumber === undefined ? {} : { transactionNumber }),
    ...(acquiringParty === undefined ? {} : { acquiringParty }),
    ...(acquiredParty === undefined ? {} : { acquiredParty }),
    ...(date === undefined ? {} : { date }),
    ...(id === undefined ? {} : { id })
  }
}

/** Checks an input whose day is a day. **Fails with** `InvalidQuery`, one sentence for each rule that is broken. */
export const readNotices = (input: NoticeInput, nameOf?: NameOf): Effect.Effect<ReadNotices, InvalidQuery> => {
  const reader: Reader = new InputReader(input, nameOf)
  return reader.finish({
    filter: readFilter(reader),
    sortBy: reader.read("sortBy", readSortBy) ?? "created",
    order: reader.read("sort", readOrder) ?? "DESC",
    limit: reader.read("limit", readLimit) ?? maxRecordsPerPage,
    offset: reader.read("offset", readOffset) ?? 0
  })
}

/** Puts the day in for `yesterday` and `latest`, by the clock. */
export const resolveNoticeDay = (input: NoticeInput): Effect.Effect<NoticeInput> =>
  Effect.map(resolveDay(input.date), (date) => ({ ...input, date }))

const titleInput = (title: TitleFilter | undefined): NoticeInput => {
  switch (title?._tag) {
    case "Keywords":
      return { title: title.words }
    case "Contains":
      return { titleContains: title.text }
    case "Exactly":
      return { titleExactly: title.title }
    case undefined:
      return {}
  }
}

/** An input that reads back as the filter. */
export const noticeFilterInput = ({ title, ...rest }: NoticeFilter): NoticeInput => ({ ...titleInput(title), ...rest })
