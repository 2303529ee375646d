import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as UrlParams from "effect/http/UrlParams"
import { InvalidQuery } from "../PublicRecordsError.ts"
import { type CivilRange, ComplaintFilter } from "./ComplaintFilter.ts"
import {
  complaintFilterInput,
  type ComplaintInput,
  parseComplaintInput,
  resolveComplaintDays
} from "./ComplaintInput.ts"
import { type DayWindow, dayWindows, isLongerThanADay } from "./dayWindows.ts"
import { maxRecordsPerPage, type NameOf, pageFields, toPageInput } from "./QueryInput.ts"

/** The parameter of `GET /v0/dnc-complaints` for each member of an input. */
const parameterNames = {
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

export const complaintInputFields: ReadonlySet<string> = new Set(Object.keys(parameterNames))

const fieldOfParameter: ReadonlyMap<string, string> = new Map(
  Object.entries(parameterNames).map(([field, parameter]) => [parameter, field])
)

/** Quotes dates and values with spaces. **Source** docs/api.md, statement 16. */
const quoted = (parameter: string, value: string): string =>
  parameter.includes("_date") || value.includes(" ") ? `"${value}"` : value

const unquoted = (value: string): string => (/^".*"$/s.test(value) ? value.slice(1, -1) : value)

const toParams = (input: ComplaintInput): UrlParams.UrlParams =>
  UrlParams.fromInput(
    Struct.keys(parameterNames).flatMap((field) => {
      const value = input[field]
      return value === undefined ? [] : [[parameterNames[field], quoted(parameterNames[field], value)] as const]
    })
  )

/** A query for complaints. It cannot express the combinations that the service forbids. */
export class ComplaintQuery extends Schema.Class<ComplaintQuery>("@public-records/core/ComplaintQuery")({
  filter: ComplaintFilter,
  ...pageFields
}) {
  /** Every complaint, newest first, 50 per page. */
  static readonly default = new ComplaintQuery({
    filter: { _tag: "None" },
    order: "DESC",
    limit: maxRecordsPerPage,
    offset: 0
  })

  /**
   * Parses an input. `nameOf` returns the name of a member in messages. By default `createdFrom` is "created from".
   *
   * **Fails with** `InvalidQuery`, one problem for each broken rule.
   */
  static readonly fromInput = (input: ComplaintInput, nameOf?: NameOf): Effect.Effect<ComplaintQuery, InvalidQuery> =>
    resolveComplaintDays(input).pipe(
      Effect.flatMap((resolved) => parseComplaintInput(resolved, nameOf)),
      Effect.map((parsed) => new ComplaintQuery(parsed))
    )

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
    if (problems.length > 0) return Effect.fail(new InvalidQuery({ problems }))
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

const pageParameters = [parameterNames.sort, parameterNames.limit, parameterNames.offset]

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
  unchecked: Schema.Record(Schema.String, Schema.String).check(
    Schema.makeFilter((unchecked) => pageParameters.every((parameter) => !Object.hasOwn(unchecked, parameter)), {
      expected: `no ${pageParameters.join(", ")}, which are members of the query`
    })
  ),
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
