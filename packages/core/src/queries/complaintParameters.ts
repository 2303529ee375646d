import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import * as UrlParams from "effect/http/UrlParams"
import type { InvalidQuery, QueryProblem } from "../PublicRecordsError.ts"
import type { ComplaintFilters } from "./ComplaintFilters.ts"
import type { Paging } from "./Paging.ts"
import { invalidQuery } from "./QueryReader.ts"

/** The parameter of `GET /v0/dnc-complaints` for each member. The service has none of the four before the sort order. */
const parameters = {
  createdDate: "created_date",
  createdFrom: "created_date_from",
  createdTo: "created_date_to",
  violationDate: "violation_date",
  violationFrom: "violation_date_from",
  violationTo: "violation_date_to",
  state: "state",
  city: "city",
  areaCode: "area_code",
  robocall: "is_robocall",
  number: "company_phone_number",
  subject: "subject",
  hour: "hour",
  days: "days",
  sort: "sort_order",
  limit: "items_per_page",
  offset: "offset"
} as const satisfies { readonly [Member in Exclude<keyof ComplaintFilters, "unchecked"> | keyof Paging]: string }

/** The parameters of order and page, which unchecked ones must not contain. */
export const pagingParameters = [parameters.sort, parameters.limit, parameters.offset]

const memberOfParameter: ReadonlyMap<string, string> = new Map(
  Object.entries(parameters).map(([member, parameter]) => [parameter, member])
)

/** Quotes dates and values with spaces. **Source** docs/api.md, statement 16. */
const quoted = (parameter: string, value: string): string =>
  parameter.includes("_date") || value.includes(" ") ? `"${value}"` : value

const unquoted = (value: string): string => (/^".*"$/s.test(value) ? value.slice(1, -1) : value)

/** Returns the parameters of a query. Unchecked ones stay as they are. */
export const complaintParameters = (query: ComplaintFilters & Paging): UrlParams.UrlParams => {
  const values = { ...query, sort: query.sort.toUpperCase() }
  return UrlParams.fromInput([
    ...Object.entries(query.unchecked ?? {}),
    ...Struct.keys(parameters).flatMap((member) => {
      const [parameter, value] = [parameters[member], values[member]]
      return value === undefined ? [] : [[parameter, quoted(parameter, String(value))] as const]
    })
  ])
}

/** Returns the members that parameters stand for, as texts. **Fails with** `InvalidQuery` for unknown and repeated parameters. */
export const complaintMembers = ({
  params
}: UrlParams.UrlParams): Effect.Effect<Readonly<Record<string, string>>, InvalidQuery> => {
  const given = params.filter(([parameter]) => parameter !== "api_key")
  const problems = given.flatMap(([parameter], index): ReadonlyArray<QueryProblem> => {
    if (!memberOfParameter.has(parameter)) {
      return [{ field: parameter, rule: `The list of complaints has no parameter "${parameter}". Remove it.` }]
    }
    const isRepeated = given.findIndex(([other]) => other === parameter) < index
    return isRepeated ? [{ field: parameter, rule: `The parameter "${parameter}" is repeated. Remove one.` }] : []
  })
  if (problems.length > 0) return invalidQuery(problems)
  const members = given.map(([name, value]) => [memberOfParameter.get(name) ?? name, unquoted(String(value))] as const)
  return Effect.succeed(Object.fromEntries(members))
}
