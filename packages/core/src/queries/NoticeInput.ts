import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { hasClosedPhrases, type NoticeFilter, NoticeSort, type TitleFilter, TransactionNumber } from "./NoticeFilter.ts"
import type { PlainInput } from "./plainQuery.ts"
import {
  type Day,
  InputParser,
  type NameOf,
  type PageInput,
  parseDate,
  parseIf,
  parsePage,
  resolveDay
} from "./QueryInput.ts"

/** A query for notices as a user types it in flags or a form. `NoticeQuery.fromInput` checks it. All filters must match. */
export interface NoticeInput extends PageInput {
  /** Words of the title, and phrases in double quotes. At most one of the three filters for titles. */
  readonly title?: string | undefined
  /** A text that occurs anywhere in the title. */
  readonly titleContains?: string | undefined
  /** The complete title. */
  readonly titleExactly?: string | undefined
  /** The number of the transaction, only digits. */
  readonly transactionNumber?: string | undefined
  /** The name of the acquiring party. */
  readonly acquiringParty?: string | undefined
  /** The name of the acquired party. */
  readonly acquiredParty?: string | undefined
  /** The date of the notice. */
  readonly date?: Day | undefined
  /** The id of a notice. */
  readonly id?: string | undefined
  /** The date by which the notices are sorted. @default "created" */
  readonly sortBy?: NoticeSort | (string & {}) | undefined
}

/** A query for notices as a plain object, such as `{ title: "media", sortBy: "changed" }`. */
export interface PlainNoticeInput extends PlainInput<NoticeInput, "transactionNumber" | "limit" | "offset"> {}

type Parser = InputParser<keyof NoticeInput>

const parseTransactionNumber = parseIf(
  Schema.is(TransactionNumber),
  (text) => `A transaction number has only digits, such as 20110718, not "${text}".`
)
const parseSortBy = parseIf(
  Schema.is(NoticeSort),
  (text) => `Notices are sorted by "created" or "changed", not by "${text}".`
)
const parseKeywords = parseIf(
  (text): text is string => hasClosedPhrases(text),
  () => "The title has an unbalanced double quote. Put double quotes before and after a phrase."
)
const parseText = (text: string): Result.Result<string, string> => Result.succeed(text)

const parseTitle = (input: Parser): TitleFilter | undefined => {
  const [, second] = (["title", "titleContains", "titleExactly"] as const).filter((field) => input.has(field))
  if (second !== undefined) {
    input.reject(second, "Only one filter for the title is allowed. Remove the others.")
  }
  const words = input.parse("title", parseKeywords)
  const text = input.parse("titleContains", parseText)
  const title = input.parse("titleExactly", parseText)
  if (words !== undefined) return { _tag: "Keywords", words }
  if (text !== undefined) return { _tag: "Contains", text }
  return title === undefined ? undefined : { _tag: "Exactly", title }
}

const parseFilter = (input: Parser): NoticeFilter => {
  const transactionNumber = input.parse("transactionNumber", parseTransactionNumber)
  const acquiringParty = input.parse("acquiringParty", parseText)
  const acquiredParty = input.parse("acquiredParty", parseText)
  const date = input.parse("date", parseDate(input.wrong("date")))
  const id = input.parse("id", parseText)
  const title = parseTitle(input)
  return {
    ...(title === undefined ? {} : { title }),
    ...(transactionNumber === undefined ? {} : { transactionNumber }),
    ...(acquiringParty === undefined ? {} : { acquiringParty }),
    ...(acquiredParty === undefined ? {} : { acquiredParty }),
    ...(date === undefined ? {} : { date }),
    ...(id === undefined ? {} : { id })
  }
}

/** Parses an input without `yesterday` and `latest`. **Fails with** `InvalidQuery`, one problem for each broken rule. */
export const parseNoticeInput = (input: NoticeInput, nameOf?: NameOf) => {
  const parser: Parser = new InputParser(input, nameOf)
  const filter = parseFilter(parser)
  return parser.finish({ filter, sortBy: parser.parse("sortBy", parseSortBy) ?? "created", ...parsePage(parser) })
}

/** Replaces `yesterday` and `latest` with a date, according to the clock. */
export const resolveNoticeDay = (input: NoticeInput): Effect.Effect<NoticeInput> =>
  Effect.map(resolveDay(input.date), (date) => ({ ...input, date }))

const titleInput = (title: TitleFilter | undefined): NoticeInput => {
  if (title === undefined) return {}
  if (title._tag === "Keywords") return { title: title.words }
  return title._tag === "Contains" ? { titleContains: title.text } : { titleExactly: title.title }
}

export const noticeFilterInput = ({ title, ...rest }: NoticeFilter): NoticeInput => ({ ...titleInput(title), ...rest })
