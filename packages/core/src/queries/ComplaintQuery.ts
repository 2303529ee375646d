import { Effect, Option, Schema, Struct } from "effect"
import { UrlParams } from "effect/http"
import { ComplaintFilter, type CivilRange } from "./ComplaintFilter.ts"
import { type ComplaintInput, filterInput, readComplaints, resolveComplaintDays } from "./ComplaintInput.ts"
import { type DayWindow, dayWindows, isLongerThanADay } from "./dayWindows.ts"
import { InvalidQuery } from "../PublicRecordsError.ts"
import { maxRecordsPerPage, type NameOf, PageLimit, PageOffset, SortOrder } from "./QueryInput.ts"

/** The parameter of `GET /v0/dnc-complaints` for each member of an input. The only place where its names stand. */
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

const fieldOfParameter: ReadonlyMap<string, string> = new Map(
  Object.entries(parameterNames).map(([field, parameter]) => [parameter, field])
)

/** Dates, date-times and values with spaces are always quoted, others never (decision 19). */
const quoted = (parameter: string, value: string): string =>
  parameter.includes("_date") || value.includes(" ") ? `"${value}"` : value

const unquoted = (value: string): string =>
  value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value

const toParams = (input: ComplaintInput): UrlParams.UrlParams =>
  UrlParams.fromInput(
    Struct.keys(parameterNames).flatMap((field) => {
      const value = input[field]
      return value === undefined ? [] : [[parameterNames[field], quoted(parameterNames[field], value)] as const]
    })
  )

/** Which complaints to read. What the service forbids to combine cannot be written. */
export class ComplaintQuery extends Schema.Class<ComplaintQuery>("@public-records/core/ComplaintQuery")({
  filter: ComplaintFilter,
  order: SortOrder,
  limit: PageLimit,
  offset: PageOffset
}) {
  /** Every complaint, newest first, 50 a page. */
  static readonly default = new ComplaintQuery({
    filter: { _tag: "None" },
    order: "DESC",
    limit: maxRecordsPerPage,
    offset: 0
  })

  /**
   * Checks what a person typed. Sentences call the members as `nameOf` says: by default `createdFrom` is "created from".
   *
   * **Fails with** `InvalidQuery`, a sentence for each rule that is broken, before anything is sent.
   */
  static readonly fromInput = (input: ComplaintInput, nameOf?: NameOf): Effect.Effect<ComplaintQuery, InvalidQuery> =>
    resolveComplaintDays(input).pipe(
      Effect.flatMap((resolved) => readComplaints(resolved, nameOf)),
      Effect.map((read) => new ComplaintQuery(read))
    )

  /**
   * Reads the parameters of `GET /v0/dnc-complaints`; the inverse of `toUrlParams`. The key's parameter is passed over.
   *
   * **Fails with** `InvalidQuery` for what the service forbids, and for parameters that it does not have.
   */
  static readonly fromUrlParams = (params: UrlParams.UrlParams): Effect.Effect<ComplaintQuery, InvalidQuery> => {
    const read = params.params.filter(([parameter]) => parameter !== "api_key")
    const problems = read.flatMap(([parameter], index) => {
      if (!fieldOfParameter.has(parameter)) {
        return [{ field: parameter, rule: `The list of complaints has no parameter "${parameter}"; leave it out.` }]
      }
      const isRepeated = read.findIndex(([other]) => other === parameter) < index
      return isRepeated
        ? [{ field: parameter, rule: `The parameter "${parameter}" is there twice; leave one out.` }]
        : []
    })
    if (problems.length > 0) return Effect.fail(new InvalidQuery({ problems }))
    const input = Object.fromEntries(
      read.map(([parameter, value]) => [fieldOfParameter.get(parameter) ?? parameter, unquoted(String(value))])
    )
    return Effect.map(readComplaints(input), (read) => new ComplaintQuery(read))
  }

  /** The parameters of `GET /v0/dnc-complaints`. `ComplaintQuery.fromUrlParams` is its inverse. */
  toUrlParams(): UrlParams.UrlParams {
    return toParams(this.toInput())
  }

  /** What a person would type to ask the same. `ComplaintQuery.fromInput` is its inverse. */
  toInput(): ComplaintInput {
    return {
      ...filterInput(this.filter),
      sort: this.order,
      limit: String(this.limit),
      offset: String(this.offset)
    }
  }

  /**
   * The same query for each day of its range of created dates, in its order; nothing where it has no such range, or one
   * within a day.
   */
  byDay(): Option.Option<Iterable<DayWindow<ComplaintQuery>>> {
    const { filter, order } = this
    if (!("created" in filter) || !isLongerThanADay(filter.created)) return Option.none()
    const queryOf = (created: CivilRange): ComplaintQuery =>
      new ComplaintQuery({ ...this, filter: { ...filter, created } })
    return Option.some(dayWindows(filter.created, order, queryOf))
  }

  /** Returns the same query with another offset. */
  withOffset(offset: number): ComplaintQuery {
    return offset === this.offset ? this : new ComplaintQuery({ ...this, offset })
  }

  /** Returns the same query with another page size. */
  withLimit(limit: number): ComplaintQuery {
    return limit === this.limit ? this : new ComplaintQuery({ ...this, limit })
  }
}

/** The parameters that every query sends. */
const pagingParameters = [parameterNames.sort, parameterNames.limit, parameterNames.offset]

/**
 * The escape from the combination rules: parameters that are sent as they stand, for who knows that the service takes
 * them.
 *
 * **Gotchas** nothing is checked or quoted, so the documented service may refuse the request. Order and page are not in
 * `unchecked`.
 *
 * **Source** decision 9.
 */
export class UncheckedComplaintQuery extends Schema.Class<UncheckedComplaintQuery>(
  "@public-records/core/UncheckedComplaintQuery"
)({
  unchecked: Schema.Record(Schema.String, Schema.String).check(
    Schema.makeFilter((unchecked) => pagingParameters.every((parameter) => !Object.hasOwn(unchecked, parameter)), {
      expected: `no ${pagingParameters.join(", ")}, which a query has of its own`
    })
  ),
  order: SortOrder,
  limit: PageLimit,
  offset: PageOffset
}) {
  /** The parameters as given, with order and page after them. */
  toUrlParams(): UrlParams.UrlParams {
    return UrlParams.appendAll(
      UrlParams.fromInput(this.unchecked),
      toParams({ sort: this.order, limit: String(this.limit), offset: String(this.offset) })
    )
  }

  /** Returns the same query with another offset. */
  withOffset(offset: number): UncheckedComplaintQuery {
    return offset === this.offset ? this : new UncheckedComplaintQuery({ ...this, offset })
  }

  /** Returns the same query with another page size. */
  withLimit(limit: number): UncheckedComplaintQuery {
    return limit === this.limit ? this : new UncheckedComplaintQuery({ ...this, limit })
  }
}
