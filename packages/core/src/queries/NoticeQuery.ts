import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as UrlParams from "effect/http/UrlParams"
import type { InvalidQuery, PublicRecordsError, QueryProblem } from "../PublicRecordsError.ts"
import { DateRange, NoticeFilter, NoticeSort, type TitleFilter, UndocumentedNoticeFilter } from "./NoticeFilter.ts"
import {
  type NoticeInput,
  noticeFilterInput,
  parseNoticeInput,
  type PlainNoticeInput,
  resolveNoticeDay
} from "./NoticeInput.ts"
import { membersOf, toTexts } from "./plainQuery.ts"
import { invalidQuery, listError, maxRecordsPerPage, type NameOf, pageFields, toPageInput } from "./QueryInput.ts"

type Params = ReadonlyArray<readonly [string, string]>

const param = (name: string, value: string | undefined): Params => (value === undefined ? [] : [[name, value]])

const titleParams = (title: TitleFilter | undefined): Params => {
  if (title === undefined) return []
  if (title._tag === "Keywords") return [["filter[title][value]", title.words]]
  if (title._tag === "Exactly") return [["filter[title]", title.title]]
  return [
    ["filter[title][operator]", "CONTAINS"],
    ["filter[title][value]", title.text]
  ]
}

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

const dateValue = "filter[date][condition][value]"

const rangeParams = ({ from, to }: typeof DateRange.Type): Params => {
  if (from === undefined) return dateParams("<=", param(dateValue, to))
  return to === undefined
    ? dateParams(">=", param(dateValue, from))
    : dateParams("BETWEEN", [...param(`${dateValue}[]`, from), ...param(`${dateValue}[]`, to)])
}

const fields = { sortBy: NoticeSort, ...pageFields }

const pageParams = ({ sortBy, order, limit, offset }: Schema.Struct.Type<typeof fields>): Params => [
  [`sort[${sortBy}][path]`, sortBy],
  [`sort[${sortBy}][direction]`, order],
  ["page[limit]", String(limit)],
  ["page[offset]", String(offset)]
]

/** Parses the members of a query. **Fails with** `InvalidQuery`, one problem for each broken rule. */
const parseMembers = (members: object, nameOf?: NameOf) =>
  Result.match(toTexts(members, "notices", inputFields), {
    onFailure: invalidQuery,
    onSuccess: (input) => Effect.flatMap(resolveNoticeDay(input), (resolved) => parseNoticeInput(resolved, nameOf))
  })

const example = '{ title: "media" }'

/** A query for notices. Its requests always contain the order. **Source** docs/api.md, statement 25. */
export class NoticeQuery extends Schema.Class<NoticeQuery>("@public-records/core/NoticeQuery")({
  filter: NoticeFilter,
  ...fields
}) {
  /** Every notice, newest first, 50 per page. */
  static get default(): NoticeQuery {
    return new NoticeQuery({
      filter: {},
      sortBy: "created",
      order: "DESC",
      limit: maxRecordsPerPage,
      offset: 0
    })
  }

  /**
   * Parses an input. `nameOf` returns the name of a member in messages. By default `titleContains` is "title contains".
   *
   * **Fails with** `PublicRecordsError` whose reason is `InvalidQuery`, with one problem for each broken rule.
   */
  static readonly fromInput = (
    input: PlainNoticeInput,
    nameOf?: NameOf
  ): Effect.Effect<NoticeQuery, PublicRecordsError> =>
    Result.match(membersOf(input, example), {
      onFailure: invalidQuery,
      onSuccess: (members) => Effect.map(parseMembers(members, nameOf), (parsed) => new NoticeQuery(parsed))
    }).pipe(Effect.mapError(listError("notices")))

  /**
   * Parses the parameters of `GET /v0/hsr-early-termination-notices`, the inverse of `toUrlParams`. Accepts both documented
   * forms of equality. Ignores the parameter of the key.
   *
   * **Fails with** `InvalidQuery` for invalid values and undocumented parameters.
   */
  static readonly fromUrlParams = (params: UrlParams.UrlParams): Effect.Effect<NoticeQuery, InvalidQuery> =>
    Effect.map(Effect.flatMap(inputOfParams(params), parseNoticeInput), (parsed) => new NoticeQuery(parsed))

  toUrlParams(): UrlParams.UrlParams {
    const { date } = this.filter
    const onDate = date === undefined ? [] : dateParams("=", param(dateValue, date))
    return UrlParams.make([...equalityParams(this.filter), ...onDate, ...pageParams(this)])
  }

  /** Returns the input that `fromInput` parses as this query. */
  toInput(): NoticeInput {
    return { ...noticeFilterInput(this.filter), sortBy: this.sortBy, ...toPageInput(this) }
  }

  withOffset(offset: number): NoticeQuery {
    return offset === this.offset ? this : new NoticeQuery({ ...this, offset })
  }

  withLimit(limit: number): NoticeQuery {
    return limit === this.limit ? this : new NoticeQuery({ ...this, limit })
  }
}

/** A query with a range of dates, which works but is not documented. **Source** docs/api.md, statement 27. */
export class UndocumentedNoticeQuery extends Schema.Class<UndocumentedNoticeQuery>(
  "@public-records/core/UndocumentedNoticeQuery"
)({
  filter: UndocumentedNoticeFilter,
  ...fields
}) {
  /** Returns the parameters, with the operator `>=`, `<=` or `BETWEEN` for the date. */
  toUrlParams(): UrlParams.UrlParams {
    return UrlParams.make([...equalityParams(this.filter), ...rangeParams(this.filter.date), ...pageParams(this)])
  }

  withOffset(offset: number): UndocumentedNoticeQuery {
    return offset === this.offset ? this : new UndocumentedNoticeQuery({ ...this, offset })
  }

  withLimit(limit: number): UndocumentedNoticeQuery {
    return limit === this.limit ? this : new UndocumentedNoticeQuery({ ...this, limit })
  }
}

/** The member of an input for each documented parameter. */
const fieldOfParameter: ReadonlyMap<string, keyof NoticeInput> = new Map([
  ["filter[title]", "titleExactly"],
  ["filter[title][value]", "title"],
  ["filter[transaction-number]", "transactionNumber"],
  ["filter[transaction-number][value]", "transactionNumber"],
  ["filter[acquiring-party]", "acquiringParty"],
  ["filter[acquired-party]", "acquiredParty"],
  ["filter[date]", "date"],
  [dateValue, "date"],
  ["filter[id]", "id"],
  ["filter[id][value]", "id"],
  ["page[limit]", "limit"],
  ["page[offset]", "offset"]
] as const)

const inputFields: ReadonlySet<string> = new Set<string>([
  ...fieldOfParameter.values(),
  "titleContains",
  "sortBy",
  "sort"
])

const sortParameter = /^sort\[[^\]]*\]\[(path|direction)\]$/

/** The documented value of parameters that have only one. */
const fixedParameters: ReadonlyMap<string, string> = new Map([
  ["filter[title][operator]", "CONTAINS"],
  ["filter[date][condition][path]", "date"],
  ["filter[date][condition][operator]", "="]
])

const fieldOf = (name: string, isContains: boolean): keyof NoticeInput | undefined => {
  const [, sort] = sortParameter.exec(name) ?? []
  if (sort !== undefined) return sort === "path" ? "sortBy" : "sort"
  const field = fieldOfParameter.get(name)
  return field === "title" && isContains ? "titleContains" : field
}

const inputOfParams = ({ params }: UrlParams.UrlParams): Effect.Effect<NoticeInput, InvalidQuery> => {
  const isContains = params.some(([name]) => name === "filter[title][operator]")
  const input = new Map<keyof NoticeInput, string>()
  const problems: Array<QueryProblem> = []
  for (const [name, raw] of params) {
    const value = String(raw)
    const field = fieldOf(name, isContains)
    if (name === "api_key" || fixedParameters.get(name) === value) continue
    if (field === undefined) {
      const rule = `The list of notices has no documented parameter ${name}=${value}. Remove it.`
      problems.push({ field: name, rule })
    } else if (input.has(field)) {
      const rule = `The ${field} has two filters. Remove one.`
      problems.push({ field, rule })
    } else input.set(field, value)
  }
  return problems.length === 0 ? Effect.succeed(Object.fromEntries(input)) : invalidQuery(problems)
}

interface Undocumented {
  readonly undocumentedDateFrom?: unknown
  readonly undocumentedDateTo?: unknown
}

/** Parses one end of a range of dates, which the filter's `date` excludes. */
const parseEnd = Effect.fnUntraced(function* (field: string, given: unknown, { date }: NoticeFilter) {
  const parsed = yield* Effect.result(parseMembers({ date: given }))
  if (Result.isFailure(parsed)) {
    return yield* invalidQuery(parsed.failure.problems.map(({ rule }) => ({ field, rule })))
  }
  const end = parsed.success.filter.date
  if (end === undefined || date === undefined) return end
  const rule = `The date cannot be combined with ${field}. Remove one of them.`
  return yield* invalidQuery([{ field, rule }])
})

/** Parses a plain object, unless it is a query already. **Fails with** `InvalidQuery`, also for values of other types. */
export const toNoticeQuery = Effect.fnUntraced(function* (
  query: unknown
): Effect.fn.Return<NoticeQuery | UndocumentedNoticeQuery, InvalidQuery> {
  if (query instanceof NoticeQuery || query instanceof UndocumentedNoticeQuery) return query
  const members = membersOf(query, example)
  if (Result.isFailure(members)) return yield* invalidQuery(members.failure)
  const { undocumentedDateFrom, undocumentedDateTo, ...others }: Undocumented = members.success
  const parsed = yield* parseMembers(others)
  const from = yield* parseEnd("undocumentedDateFrom", undocumentedDateFrom, parsed.filter)
  const to = yield* parseEnd("undocumentedDateTo", undocumentedDateTo, parsed.filter)
  if (from === undefined && to === undefined) return new NoticeQuery(parsed)
  const date = { ...(from && { from }), ...(to && { to }) }
  if (Schema.is(DateRange)(date)) return new UndocumentedNoticeQuery({ ...parsed, filter: { ...parsed.filter, date } })
  const rule = `The range ends on ${to}, before it begins on ${from}. Swap them.`
  return yield* invalidQuery([{ field: "undocumentedDateTo", rule }])
})
