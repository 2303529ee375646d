import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as UrlParams from "effect/http/UrlParams"
import type { InvalidQuery, PublicRecordsError } from "../PublicRecordsError.ts"
import { type CivilRange, ComplaintFilter } from "./ComplaintFilter.ts"
import {
  complaintFilterInput,
  type ComplaintInput,
  parseComplaintInput,
  type PlainComplaintInput,
  resolveComplaintDays
} from "./ComplaintInput.ts"
import { type DayWindow, dayWindows, isLongerThanADay } from "./dayWindows.ts"
import { membersOf, toTexts } from "./plainQuery.ts"
import { invalidQuery, listError, maxRecordsPerPage, type NameOf, pageFields, toPageInput } from "./QueryInput.ts"

/** The parameter of `GET /v0/dnc-complaints` for each member of an input. */
export const complaintParameters = {
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
  sort: "sort_order",
  limit: "items_per_page",
  offset: "offset"
} as const satisfies { readonly [Field in keyof ComplaintInput]-?: string }

const inputFields: ReadonlySet<string> = new Set(Object.keys(complaintParameters))

const example = '{ state: "Ohio" }'

const fieldOfParameter: ReadonlyMap<string, string> = new Map(
  Object.entries(complaintParameters).map(([field, parameter]) => [parameter, field])
)

/** Quotes dates and values with spaces. **Source** docs/api.md, statement 16. */
const quoted = (parameter: string, value: string): string =>
  parameter.includes("_date") || value.includes(" ") ? `"${value}"` : value

const unquoted = (value: string): string => (/^".*"$/s.test(value) ? value.slice(1, -1) : value)

const toParams = (input: ComplaintInput): UrlParams.UrlParams =>
  UrlParams.fromInput(
    Struct.keys(complaintParameters).flatMap((field) => {
      const value = input[field]
      return value === undefined
        ? []
        : [[complaintParameters[field], quoted(complaintParameters[field], value)] as const]
    })
  )

/** Parses the members of a query. **Fails with** `InvalidQuery`, one problem for each broken rule. */
const parseMembers = (members: object, nameOf?: NameOf) =>
  Result.match(toTexts(members, "complaints", inputFields), {
    onFailure: invalidQuery,
    onSuccess: (input) =>
      Effect.flatMap(resolveComplaintDays(input), (resolved) => parseComplaintInput(resolved, nameOf))
  })

/** A query for complaints. It cannot express the combinations that the service forbids. */
export class ComplaintQuery extends Schema.Class<ComplaintQuery>("@public-records/core/ComplaintQuery")({
  filter: ComplaintFilter,
  ...pageFields
}) {
  /** Every complaint, newest first, 50 per page. */
  static get default(): ComplaintQuery {
    return new ComplaintQuery({
      filter: { _tag: "None" },
      order: "DESC",
      limit: maxRecordsPerPage,
      offset: 0
    })
  }

  /**
   * Parses an input. `nameOf` returns the name of a member in messages. By default `createdFrom` is "created from".
   *
   * **Fails with** `PublicRecordsError` whose reason is `InvalidQuery`, with one problem for each broken rule.
   */
  static readonly fromInput = (
    input: PlainComplaintInput,
    nameOf?: NameOf
  ): Effect.Effect<ComplaintQuery, PublicRecordsError> =>
    Result.match(membersOf(input, example), {
      onFailure: invalidQuery,
      onSuccess: (members) => Effect.map(parseMembers(members, nameOf), (parsed) => new ComplaintQuery(parsed))
    }).pipe(Effect.mapError(listError("complaints")))

  /**
   * Parses the parameters of `GET /v0/dnc-complaints`, the inverse of `toUrlParams`. Ignores the parameter of the key.
   *
   * **Fails with** `InvalidQuery` for forbidden combinations, invalid values and unknown parameters.
   */
  static readonly fromUrlParams = (params: UrlParams.UrlParams): Effect.Effect<ComplaintQuery, InvalidQuery> => {
    const given = params.params.filter(([parameter]) => parameter !== "api_key")
    const problems = given.flatMap(([parameter], index) => {
      if (!fieldOfParameter.has(parameter)) {
        return [{ field: parameter, rule: `The list of complaints has no parameter "${parameter}". Remove it.` }]
      }
      const isRepeated = given.findIndex(([other]) => other === parameter) < index
      return isRepeated ? [{ field: parameter, rule: `The parameter "${parameter}" is repeated. Remove one.` }] : []
    })
    if (problems.length > 0) return invalidQuery(problems)
    const input = Object.fromEntries(
      given.map(([parameter, value]) => [fieldOfParameter.get(parameter) ?? parameter, unquoted(String(value))])
    )
    return Effect.map(parseComplaintInput(input), (parsed) => new ComplaintQuery(parsed))
  }

  toUrlParams(): UrlParams.UrlParams {
    return toParams(this.toInput())
  }

  /** Returns the input that `fromInput` parses as this query. */
  toInput(): ComplaintInput {
    return { ...complaintFilterInput(this.filter), ...toPageInput(this) }
  }

  /** Splits the query into one query per created date, in its order. Returns `None` unless its range is longer than a day. */
  byDay(): Option.Option<Iterable<DayWindow<ComplaintQuery>>> {
    const { filter, order } = this
    if (!("created" in filter) || !isLongerThanADay(filter.created)) return Option.none()
    const queryOf = (created: CivilRange): ComplaintQuery =>
      new ComplaintQuery({ ...this, filter: { ...filter, created } })
    return Option.some(dayWindows(filter.created, order, queryOf))
  }

  withOffset(offset: number): ComplaintQuery {
    return offset === this.offset ? this : new ComplaintQuery({ ...this, offset })
  }

  withLimit(limit: number): ComplaintQuery {
    return limit === this.limit ? this : new ComplaintQuery({ ...this, limit })
  }
}

const pageParameters = [complaintParameters.sort, complaintParameters.limit, complaintParameters.offset]

const UncheckedParameters = Schema.Record(Schema.String, Schema.String).check(
  Schema.makeFilter((unchecked) => pageParameters.every((parameter) => !Object.hasOwn(unchecked, parameter)), {
    expected: `no ${pageParameters.join(", ")}, which are members of the query`
  })
)

/**
 * A query for undocumented combinations. Its parameters are sent unchanged, without checks or quotes.
 *
 * **Gotchas** `unchecked` must not contain the parameters of order and page.
 *
 * **Source** docs/api.md, statement 19.
 */
export class UncheckedComplaintQuery extends Schema.Class<UncheckedComplaintQuery>(
  "@public-records/core/UncheckedComplaintQuery"
)({
  unchecked: UncheckedParameters,
  ...pageFields
}) {
  /** Returns the parameters as given, followed by order and page. */
  toUrlParams(): UrlParams.UrlParams {
    return UrlParams.appendAll(UrlParams.fromInput(this.unchecked), toParams(toPageInput(this)))
  }

  withOffset(offset: number): UncheckedComplaintQuery {
    return offset === this.offset ? this : new UncheckedComplaintQuery({ ...this, offset })
  }

  withLimit(limit: number): UncheckedComplaintQuery {
    return limit === this.limit ? this : new UncheckedComplaintQuery({ ...this, limit })
  }
}

const parseUnchecked = Effect.fnUntraced(function* (unchecked: unknown, others: object) {
  if (!Schema.is(UncheckedParameters)(unchecked)) {
    const rule = `unchecked is an object of strings without ${pageParameters.join(", ")}. Use sort, limit and offset.`
    return yield* invalidQuery([{ field: "unchecked", rule }])
  }
  const { filter, ...page } = yield* parseMembers(others)
  if (filter._tag === "None") return new UncheckedComplaintQuery({ unchecked, ...page })
  const rule = "unchecked replaces all filters. Remove the other filters, or add their parameters to it."
  return yield* invalidQuery([{ field: "unchecked", rule }])
})

/** Parses a plain object, unless it is a query already. **Fails with** `InvalidQuery`, also for values of other types. */
export const toComplaintQuery = Effect.fnUntraced(function* (
  query: unknown
): Effect.fn.Return<ComplaintQuery | UncheckedComplaintQuery, InvalidQuery> {
  if (query instanceof ComplaintQuery || query instanceof UncheckedComplaintQuery) return query
  const members = membersOf(query, example)
  if (Result.isFailure(members)) return yield* invalidQuery(members.failure)
  const { unchecked, ...others }: { readonly unchecked?: unknown } = members.success
  return unchecked === undefined
    ? new ComplaintQuery(yield* parseMembers(others))
    : yield* parseUnchecked(unchecked, others)
})
