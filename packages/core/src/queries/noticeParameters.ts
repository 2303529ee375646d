import * as Effect from "effect/Effect"
import * as UrlParams from "effect/http/UrlParams"
import type { InvalidQuery, QueryProblem } from "../PublicRecordsError.ts"
import type { NoticeFilters, NoticePaging } from "./NoticeFilters.ts"
import { invalidQuery } from "./QueryReader.ts"

type Params = ReadonlyArray<readonly [string, string]>

const param = (name: string, value: string | undefined): Params => (value === undefined ? [] : [[name, value]])

const dateValue = "filter[date][condition][value]"

/** A range of dates has the operator `>=`, `<=` or `BETWEEN`. **Source** docs/api.md, statement 27. */
const dateParams = ({ date, dateFrom, dateTo }: NoticeFilters): Params => {
  const condition = (operator: string, values: Params): Params => [
    ...values,
    ["filter[date][condition][path]", "date"],
    ["filter[date][condition][operator]", operator]
  ]
  const onDate = date === undefined ? [] : condition("=", param(dateValue, date))
  if (dateFrom !== undefined && dateTo !== undefined) {
    const ends = [...param(`${dateValue}[]`, dateFrom), ...param(`${dateValue}[]`, dateTo)]
    return [...onDate, ...condition("BETWEEN", ends)]
  }
  if (dateFrom !== undefined) return [...onDate, ...condition(">=", param(dateValue, dateFrom))]
  return dateTo === undefined ? onDate : [...onDate, ...condition("<=", param(dateValue, dateTo))]
}

/** Returns the parameters of a query. They always contain the order. **Source** docs/api.md, statement 25. */
export const noticeParameters = (query: NoticeFilters & NoticePaging): UrlParams.UrlParams =>
  UrlParams.make([
    ...param("filter[title][operator]", query.titleContains === undefined ? undefined : "CONTAINS"),
    ...param("filter[title][value]", query.titleContains),
    ...param("filter[title][value]", query.title),
    ...param("filter[title]", query.titleExactly),
    ...param("filter[transaction-number][value]", query.transactionNumber),
    ...param("filter[acquiring-party]", query.acquiringParty),
    ...param("filter[acquired-party]", query.acquiredParty),
    ...param("filter[party]", query.party),
    ...param("filter[created-since]", query.createdSince),
    ...param("filter[id][value]", query.id),
    ...dateParams(query),
    [`sort[${query.sortBy}][path]`, query.sortBy],
    [`sort[${query.sortBy}][direction]`, query.sort.toUpperCase()],
    ["page[limit]", String(query.limit)],
    ["page[offset]", String(query.offset)]
  ])

type Member = keyof NoticeFilters | keyof NoticePaging

/** The member for each documented parameter. */
const memberOfParameter: ReadonlyMap<string, Member> = new Map([
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

const sortParameter = /^sort\[[^\]]*\]\[(path|direction)\]$/

/** The documented value of parameters that have only one. */
const fixedParameters: ReadonlyMap<string, string> = new Map([
  ["filter[title][operator]", "CONTAINS"],
  ["filter[date][condition][path]", "date"],
  ["filter[date][condition][operator]", "="]
])

const memberOf = (name: string, isContains: boolean): Member | undefined => {
  const [, sort] = sortParameter.exec(name) ?? []
  if (sort !== undefined) return sort === "path" ? "sortBy" : "sort"
  const member = memberOfParameter.get(name)
  return member === "title" && isContains ? "titleContains" : member
}

/** Returns the members that parameters stand for, as texts. **Fails with** `InvalidQuery` for undocumented and repeated ones. */
export const noticeMembers = ({
  params
}: UrlParams.UrlParams): Effect.Effect<Readonly<Record<string, string>>, InvalidQuery> => {
  const isContains = params.some(([name]) => name === "filter[title][operator]")
  const members = new Map<string, string>()
  const problems: Array<QueryProblem> = []
  for (const [name, raw] of params) {
    const value = String(raw)
    const field = memberOf(name, isContains)
    if (name === "api_key" || fixedParameters.get(name) === value) continue
    if (field === undefined) {
      const rule = `The list of notices has no documented parameter ${name}=${value}. Remove it.`
      problems.push({ field: name, rule })
    } else if (members.has(field)) {
      const rule = `The ${field} has two filters. Remove one.`
      problems.push({ field, rule })
    } else members.set(field, value)
  }
  return problems.length === 0 ? Effect.succeed(Object.fromEntries(members)) : invalidQuery(problems)
}
