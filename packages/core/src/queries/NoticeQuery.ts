import type * as Brand from "effect/Brand"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as UrlParams from "effect/http/UrlParams"
import type { InvalidQuery, PublicRecordsError } from "../PublicRecordsError.ts"
import {
  hasClosedPhrases,
  isSince,
  isTransactionNumber,
  NoticeFilters,
  type NoticePaging,
  noticePagingFields,
  NoticeSort
} from "./NoticeFilters.ts"
import { noticeMembers, noticeParameters } from "./noticeParameters.ts"
import { noticeServiceProblems } from "./noticeRules.ts"
import { firstPage, readPaging } from "./Paging.ts"
import {
  invalidQuery,
  listError,
  membersOf,
  type NameOf,
  QueryReader,
  type QuerySource,
  textsOf,
  type Typed,
  withoutAbsent
} from "./QueryReader.ts"
import { readAnyText, readDate, readIf } from "./readText.ts"

type Reader = QueryReader<keyof NoticeFilters | keyof NoticePaging>

/** A query for notices as a person or a program writes it, such as `{ title: "media", dateFrom: "2021-01-01" }`. */
export interface NoticeInput extends Typed<Omit<NoticeFilters & NoticePaging, "transactionNumber">> {
  readonly transactionNumber?: string | number | undefined
}

/** Accepts some members and excludes all others of a group. */
type Only<Group extends string, Accepted> = Accepted extends unknown
  ? Accepted & { readonly [Other in Exclude<Group, keyof Accepted>]?: undefined }
  : never

type Title = "title" | "titleContains" | "titleExactly"
type Dates = "date" | "dateFrom" | "dateTo"

/** A query that the service can answer, as a literal, such as `{ title: "media", limit: 10 }`. Other combinations do not compile. */
export type ServiceNoticeQuery = Partial<NoticePaging> &
  Pick<NoticeFilters, "transactionNumber" | "acquiringParty" | "acquiredParty" | "id"> & {
    readonly [OnlyLocal in "party" | "createdSince"]?: undefined
  } & Only<
    Title,
    Pick<NoticeFilters, "title"> | Pick<NoticeFilters, "titleContains"> | Pick<NoticeFilters, "titleExactly">
  > &
  Only<Dates, Pick<NoticeFilters, "date"> | Pick<NoticeFilters, "dateFrom" | "dateTo">>

const members = {
  collection: "notices",
  names: new Set([...Object.keys(NoticeFilters.fields), ...Object.keys(noticePagingFields)]),
  dates: new Set(["date", "dateFrom", "dateTo", "createdSince"])
} as const

const readTitle = readIf(
  hasClosedPhrases,
  () => "The title has an unbalanced double quote. Put double quotes before and after a phrase."
)
const readTransactionNumber = readIf(
  isTransactionNumber,
  (text) => `A transaction number has only digits, such as 20110718, not "${text}".`
)
const readSortBy = readIf(
  Schema.is(NoticeSort),
  (text) => `Notices are sorted by "created" or "changed", not by "${text}".`
)

/** Reads the ends of a range that are given. The range must not end before it begins. */
const readRange = (reader: Reader) => {
  const from = reader.read("dateFrom", readDate(reader.wrong("dateFrom")))
  const to = reader.read("dateTo", readDate(reader.wrong("dateTo")))
  if (from !== undefined && to !== undefined && from > to) {
    reader.reject("dateTo", `The range ends on ${to}, before it begins on ${from}. Swap them.`)
  }
  return [from, to] as const
}

const readFilters = (reader: Reader): NoticeFilters => {
  const [dateFrom, dateTo] = readRange(reader)
  const wrongSince = reader.wrong("createdSince")
  const readSince = readIf(isSince, (text) =>
    wrongSince(`"${text}" is not a date or a time with an offset; write it as YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ`)
  )
  return withoutAbsent<NoticeFilters>({
    title: reader.read("title", readTitle),
    titleContains: reader.read("titleContains", readAnyText),
    titleExactly: reader.read("titleExactly", readAnyText),
    transactionNumber: reader.read("transactionNumber", readTransactionNumber),
    acquiringParty: reader.read("acquiringParty", readAnyText),
    acquiredParty: reader.read("acquiredParty", readAnyText),
    party: reader.read("party", readAnyText),
    date: reader.read("date", readDate(reader.wrong("date"))),
    dateFrom,
    dateTo,
    createdSince: reader.read("createdSince", readSince),
    id: reader.read("id", readAnyText)
  })
}

/**
 * Reads a query of any origin: flags, a form, parameters, JSON, or a query that was read before, which stays the same. `nameOf`
 * returns the name of a member in messages. By default `titleContains` is "title contains".
 *
 * **Fails with** `InvalidQuery`, one problem for each invalid member and each combination that the source cannot answer.
 */
export const readNoticeQuery = Effect.fnUntraced(function* (
  query: unknown,
  source: QuerySource,
  nameOf?: NameOf
): Effect.fn.Return<NoticeQuery, InvalidQuery> {
  const texts = yield* textsOf(members, yield* membersOf(query, '{ title: "media" }'))
  const reader: Reader = new QueryReader(texts, nameOf)
  const sortBy = reader.read("sortBy", readSortBy) ?? "created"
  const read = { ...readFilters(reader), sortBy, ...readPaging(reader) }
  const combined = source === "service" ? noticeServiceProblems(texts, nameOf) : []
  const problems = [...combined, ...reader.problems]
  if (problems.length > 0) return yield* invalidQuery(problems)
  return NoticeQuery.make(read, { disableChecks: true })
})

/**
 * Which notices, in which order, and which page of them: plain data, which may be spread, stored as JSON and compared. Local records
 * answer every combination, and `noticeServiceProblems` says why the service cannot.
 *
 * The brand keeps unread objects from compiling. A literal needs no reading if it is a `ServiceNoticeQuery`.
 *
 * **Gotchas** changed members of a copy are checked by the call that gets it, not by the compiler.
 */
export class NoticeQuery extends Schema.Opaque<NoticeQuery, Brand.Brand<"NoticeQuery">>()(
  Schema.Struct({ ...NoticeFilters.fields, ...noticePagingFields })
) {
  /** Every notice, newest first, 50 per page. */
  static get default(): NoticeQuery {
    return NoticeQuery.make({ ...firstPage, sortBy: "created" }, { disableChecks: true })
  }

  /**
   * Reads a query for the service. `nameOf` returns the name of a member in messages. By default `titleContains` is "title contains".
   *
   * **Fails with** `PublicRecordsError` whose reason is `InvalidQuery`, with one problem for each broken rule.
   */
  static readonly fromInput = (input: NoticeInput, nameOf?: NameOf): Effect.Effect<NoticeQuery, PublicRecordsError> =>
    Effect.mapError(readNoticeQuery(input, "service", nameOf), listError("notices"))

  /**
   * Reads the parameters of `GET /v0/hsr-early-termination-notices`, the inverse of `toUrlParams`. Accepts both documented
   * forms of equality. Ignores the parameter of the key.
   *
   * **Fails with** `InvalidQuery` for invalid values and undocumented parameters.
   */
  static readonly fromUrlParams = (params: UrlParams.UrlParams): Effect.Effect<NoticeQuery, InvalidQuery> =>
    Effect.flatMap(noticeMembers(params), (typed) => readNoticeQuery(typed, "service"))

  /** Returns the parameters of a request. Those of filters that only local records have are no parameters of the service. */
  static readonly toUrlParams = (query: NoticeQuery): UrlParams.UrlParams => noticeParameters(query)
}
