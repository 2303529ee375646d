import { Effect, Option, Schema } from "effect"
import { UrlParams } from "effect/http"
import { type DateRange, NoticeFilter, NoticeSort, type TitleFilter, UndocumentedNoticeFilter } from "./NoticeFilter.ts"
import { type NoticeInput, noticeFilterInput, readNotices, resolveNoticeDay } from "./NoticeInput.ts"
import { InvalidQuery } from "../PublicRecordsError.ts"
import { maxRecordsPerPage, type NameOf, PageLimit, PageOffset, SortOrder } from "./QueryInput.ts"

type Params = ReadonlyArray<readonly [string, string]>

const titleParams = (title: TitleFilter | undefined): Params => {
  switch (title?._tag) {
    case "Keywords":
      return [["filter[title][value]", title.words]]
    case "Contains":
      return [
        ["filter[title][operator]", "CONTAINS"],
        ["filter[title][value]", title.text]
      ]
    case "Exactly":
      return [["filter[title]", title.title]]
    case undefined:
      return []
  }
}

const param = (name: string, value: string | undefined): Params => (value === undefined ? [] : [[name, value]])

const equalityParams = (filter: Omit<NoticeFilter, "date">): Params => [
  ...titleParams(filter.title),
  ...param("filter[transaction-number][value]", filter.transactionNumber),
  ...param("filter[acquiring-party]", filter.acquiringParty),
  ...param("filter[acquired-party]", filter.acquiredParty),
  ...param("filter[id][value]", filter.id)
]

const dateParams = (operator: string, values: Params): Params => [
  ...values,
  ["filter[date][condition][path]", "date"],
  ["filter[date][condition][operator]", operator]
]

const rangeParams = ({ from, to }: typeof DateRange.Type): Params => {
  const value = "filter[date][condition][value]"
  if (from === undefined) return dateParams("<=", param(value, to))
  return to === undefined
    ? dateParams(">=", param(value, from))
    : dateParams("BETWEEN", [...param(`${value}[]`, from), ...param(`${value}[]`, to)])
}

const paging = { sortBy: NoticeSort, order: SortOrder, limit: PageLimit, offset: PageOffset }

const pagingParams = (query: {
  readonly sortBy: NoticeSort
  readonly order: SortOrder
  readonly limit: number
  readonly offset: number
}): Params => [
  [`sort[${query.sortBy}][path]`, query.sortBy],
  [`sort[${query.sortBy}][direction]`, query.order],
  ["page[limit]", String(query.limit)],
  ["page[offset]", String(query.offset)]
]

/** Which notices to read. Every filter that is given must match; order and direction are always sent (decision 12). */
export class NoticeQuery extends Schema.Class<NoticeQuery>("@public-records/core/NoticeQuery")({
  filter: NoticeFilter,
  ...paging
}) {
  /** Every notice, the last created first, 50 a page. */
  static readonly default = new NoticeQuery({
    filter: {},
    sortBy: "created",
    order: "DESC",
    limit: maxRecordsPerPage,
    offset: 0
  })

  /**
   * Checks what a person typed. Sentences call the members as `nameOf` says: by default `createdFrom` is "created from".
   *
   * **Fails with** `InvalidQuery`, a sentence for each rule that is broken, before anything is sent.
   */
  static readonly fromInput = (input: NoticeInput, nameOf?: NameOf): Effect.Effect<NoticeQuery, InvalidQuery> =>
    resolveNoticeDay(input).pipe(
      Effect.flatMap((resolved) => readNotices(resolved, nameOf)),
      Effect.map((read) => new NoticeQuery(read))
    )

  /**
   * Reads the parameters of `GET /v0/hsr-early-termination-notices`; the inverse of `toUrlParams`. Equality may be
   * written in either documented form. The key's parameter is passed over.
   *
   * **Fails with** `InvalidQuery` for values that break a rule, and for parameters that are not documented.
   */
  static readonly fromUrlParams = (params: UrlParams.UrlParams): Effect.Effect<NoticeQuery, InvalidQuery> =>
    Effect.map(Effect.flatMap(inputOfParams(params), readNotices), (read) => new NoticeQuery(read))

  /** The parameters of `GET /v0/hsr-early-termination-notices`. `NoticeQuery.fromUrlParams` is its inverse. */
  toUrlParams(): UrlParams.UrlParams {
    const { date } = this.filter
    const onDate = date === undefined ? [] : dateParams("=", [["filter[date][condition][value]", date]])
    return UrlParams.make([...equalityParams(this.filter), ...onDate, ...pagingParams(this)])
  }

  /** What a person would type to ask the same. `NoticeQuery.fromInput` is its inverse. */
  toInput(): NoticeInput {
    return {
      ...noticeFilterInput(this.filter),
      sortBy: this.sortBy,
      sort: this.order,
      limit: String(this.limit),
      offset: String(this.offset)
    }
  }

  /** Returns the same query with another offset. */
  withOffset(offset: number): NoticeQuery {
    return offset === this.offset ? this : new NoticeQuery({ ...this, offset })
  }

  /** Returns the same query with another page size. */
  withLimit(limit: number): NoticeQuery {
    return limit === this.limit ? this : new NoticeQuery({ ...this, limit })
  }
}

/**
 * A query with a range of dates, which the service takes and its documentation does not show.
 *
 * **Source** observed, "Notices (Drupal JSON:API)"; decision 17.
 */
export class UndocumentedNoticeQuery extends Schema.Class<UndocumentedNoticeQuery>(
  "@public-records/core/UndocumentedNoticeQuery"
)({
  filter: UndocumentedNoticeFilter,
  ...paging
}) {
  /** The parameters of `GET /v0/hsr-early-termination-notices`, with `>=`, `<=` or `BETWEEN` on the date. */
  toUrlParams(): UrlParams.UrlParams {
    return UrlParams.make([...equalityParams(this.filter), ...rangeParams(this.filter.date), ...pagingParams(this)])
  }

  /** Returns the same query with another offset. */
  withOffset(offset: number): UndocumentedNoticeQuery {
    return offset === this.offset ? this : new UndocumentedNoticeQuery({ ...this, offset })
  }

  /** Returns the same query with another page size. */
  withLimit(limit: number): UndocumentedNoticeQuery {
    return limit === this.limit ? this : new UndocumentedNoticeQuery({ ...this, limit })
  }
}

/** The member of an input for each documented parameter that carries a value. */
const fieldOfParameter: ReadonlyMap<string, keyof NoticeInput> = new Map([
  ["filter[title]", "titleExactly"],
  ["filter[title][value]", "title"],
  ["filter[transaction-number]", "transactionNumber"],
  ["filter[transaction-number][value]", "transactionNumber"],
  ["filter[acquiring-party]", "acquiringParty"],
  ["filter[acquired-party]", "acquiredParty"],
  ["filter[date]", "date"],
  ["filter[date][condition][value]", "date"],
  ["filter[id]", "id"],
  ["filter[id][value]", "id"],
  ["page[limit]", "limit"],
  ["page[offset]", "offset"]
] as const)

const sortForm = /^sort\[[^\]]*\]\[(path|direction)\]$/

/** What a parameter that carries no value must say. */
const fixedParameters: ReadonlyMap<string, string> = new Map([
  ["filter[title][operator]", "CONTAINS"],
  ["filter[date][condition][path]", "date"],
  ["filter[date][condition][operator]", "="]
])

const fieldOf = (name: string, isContains: boolean): keyof NoticeInput | undefined => {
  const sort = sortForm.exec(name)
  if (sort !== null) return sort[1] === "path" ? "sortBy" : "sort"
  const field = fieldOfParameter.get(name)
  return field === "title" && isContains ? "titleContains" : field
}

const inputOfParams = (params: UrlParams.UrlParams): Effect.Effect<NoticeInput, InvalidQuery> => {
  const isContains = Option.isSome(UrlParams.getFirst(params, "filter[title][operator]"))
  const input = new Map<keyof NoticeInput, string>()
  const problems: Array<{ readonly field: string; readonly rule: string }> = []
  for (const [name, raw] of params.params) {
    const value = String(raw)
    const field = fieldOf(name, isContains)
    if (name === "api_key" || fixedParameters.get(name) === value) continue
    if (field === undefined) {
      problems.push({
        field: name,
        rule: `The list of notices has no documented parameter ${name}=${value}; leave it out.`
      })
    } else if (!input.has(field)) input.set(field, value)
    else
      problems.push({
        field,
        rule: `The ${field} has two filters; the documented forms have one at most. Leave one out.`
      })
  }
  return problems.length === 0 ? Effect.succeed(Object.fromEntries(input)) : Effect.fail(new InvalidQuery({ problems }))
}
