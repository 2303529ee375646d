import { isCivilDate, isCivilDateTime } from "@public-records/core"
import { Result } from "effect"
import type { CivilInterval, ComplaintConditions } from "../store/ComplaintStore.ts"
import type { Order } from "../store/Page.ts"
import { readPageWindow, type PageWindow } from "../requests/PageWindow.ts"
import type { Profile } from "../Profile.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"

/** A valid request for a list of complaints. */
export interface ComplaintRequest {
  readonly conditions: ComplaintConditions
  readonly order: Order
  readonly window: PageWindow
}

type Parsed<A> = Result.Result<A, string>

/** The filter parameters of a request. An empty value counts as absent. */
class QueryFilters {
  readonly #parameters: RequestParameters

  constructor(parameters: RequestParameters) {
    this.#parameters = parameters
  }

  /** Returns the value of a parameter without enclosing quotation marks. */
  get(name: string): string | undefined {
    const value = this.#parameters.get(name)?.trim() ?? ""
    const bare = /^".*"$/s.test(value) ? value.slice(1, -1).trim() : value
    return bare === "" ? undefined : bare
  }

  has(name: string): boolean {
    return this.get(name) !== undefined
  }
}

const narrowingFilters = ["state", "area_code", "is_robocall"] as const
const exclusiveFilters = ["created_date", "violation_date", "violation range"] as const

/** Returns the names of the filters in a request without half a range. A range counts as one. */
const filtersOf = (given: QueryFilters): ReadonlyArray<string> => [
  ...["created_date", "violation_date", "state", "city", "area_code", "is_robocall"].filter((name) => given.has(name)),
  ...(given.has("created_date_from") ? ["created range"] : []),
  ...(given.has("violation_date_from") ? ["violation range"] : [])
]

/**
 * Returns an error message if a request breaks a combination rule, otherwise `undefined`.
 *
 * **Source** docs/api.md, statement 18.
 */
const findBrokenRule = (given: QueryFilters): string | undefined => {
  for (const range of ["created_date", "violation_date"]) {
    if (given.has(`${range}_from`) !== given.has(`${range}_to`)) {
      return `${range}_from and ${range}_to must be used together.`
    }
  }
  const filters = filtersOf(given)
  if (filters.includes("city") && !filters.includes("state")) return "city may be used only together with state."
  const alone = exclusiveFilters.find((name) => filters.includes(name))
  if (alone !== undefined && filters.length > 1) {
    const others = filters.filter((name) => name !== alone).join(", ")
    return `${alone} may not be combined with other filters (here: ${others}).`
  }
  const narrowed = narrowingFilters.filter((name) => filters.includes(name))
  if (narrowed.length > 1) {
    return `Only one of state, area_code and is_robocall may be used in a request (here: ${narrowed.join(", ")}).`
  }
  return undefined
}

const wholeDay = (date: string): CivilInterval => ({ from: `${date} 00:00:00`, to: `${date} 23:59:59` })

const dayOf = (given: QueryFilters, name: string): Parsed<CivilInterval | undefined> => {
  const value = given.get(name)
  if (value === undefined) return Result.succeed(undefined)
  return isCivilDate(value)
    ? Result.succeed(wholeDay(value))
    : Result.fail(`${name} must be a valid date ("YYYY-MM-DD").`)
}

const momentOf = (given: QueryFilters, name: string, time: string): Parsed<string> => {
  const value = given.get(name) ?? ""
  if (isCivilDateTime(value)) return Result.succeed(value)
  return isCivilDate(value)
    ? Result.succeed(`${value} ${time}`)
    : Result.fail(`${name} must be a valid date ("YYYY-MM-DD" or "YYYY-MM-DD HH:MM:SS").`)
}

const rangeOf = (given: QueryFilters, name: string): Parsed<CivilInterval | undefined> => {
  // Half a range was already rejected, or is ignored in the profile `live`.
  if (!given.has(`${name}_from`) || !given.has(`${name}_to`)) return Result.succeed(undefined)
  return Result.all({
    from: momentOf(given, `${name}_from`, "00:00:00"),
    to: momentOf(given, `${name}_to`, "23:59:59")
  })
}

const intersectionOf = (
  day: CivilInterval | undefined,
  range: CivilInterval | undefined
): CivilInterval | undefined => {
  if (day === undefined || range === undefined) return day ?? range
  return { from: day.from > range.from ? day.from : range.from, to: day.to < range.to ? day.to : range.to }
}

const intervalOf = (given: QueryFilters, name: string): Parsed<CivilInterval | undefined> =>
  Result.map(Result.all([dayOf(given, name), rangeOf(given, name)]), ([day, range]) => intersectionOf(day, range))

const areaCodeOf = (given: QueryFilters): Parsed<string | undefined> => {
  const value = given.get("area_code")
  if (value === undefined || /^\d+$/.test(value)) return Result.succeed(value)
  return Result.fail("area_code must be an integer, such as 216.")
}

const robocallOf = (given: QueryFilters): Parsed<"Y" | "N" | undefined> => {
  const value = given.get("is_robocall")?.toLowerCase()
  if (value === undefined) return Result.succeed(undefined)
  if (value === "true") return Result.succeed("Y")
  return value === "false" ? Result.succeed("N") : Result.fail("is_robocall must be true or false.")
}

const orderOf = (given: QueryFilters): Parsed<Order> => {
  const value = given.get("sort_order")?.toUpperCase() ?? "DESC"
  return value === "ASC" || value === "DESC" ? Result.succeed(value) : Result.fail("sort_order must be DESC or ASC.")
}

const noRecords: CivilInterval = { from: "9999-12-31 23:59:59", to: "0000-01-01 00:00:00" }

/**
 * Parses the parameters of `GET /v0/dnc-complaints`. Unknown parameters are ignored. The profile `live` does not enforce the
 * combination rules: it ignores half a range, and an invalid value matches nothing.
 *
 * **Fails with** the message of a 400.
 *
 * **Source** docs/api.md, statements 15 to 21.
 */
export const readComplaintRequest = (parameters: RequestParameters, profile: Profile): Parsed<ComplaintRequest> => {
  const given = new QueryFilters(parameters)
  const window = readPageWindow(given.get("items_per_page"), given.get("offset"), "items_per_page", "offset")
  if (Result.isFailure(window)) return Result.fail(window.failure)
  const rule = profile.rejectsBrokenRules ? findBrokenRule(given) : undefined
  if (rule !== undefined) return Result.fail(rule)
  const read = Result.all({
    created: intervalOf(given, "created_date"),
    violation: intervalOf(given, "violation_date"),
    consumerAreaCode: areaCodeOf(given),
    recordedMessageOrRobocall: robocallOf(given),
    order: orderOf(given)
  })
  if (Result.isFailure(read)) {
    if (profile.rejectsBrokenRules) return Result.fail(read.failure)
    return Result.succeed({ conditions: { created: noRecords }, order: "DESC", window: window.success })
  }
  const { created, order, violation, ...others } = read.success
  const values = { ...others, consumerState: given.get("state"), consumerCity: given.get("city") }
  return Result.succeed({
    conditions: { created, violation, values },
    order,
    window: window.success
  })
}
