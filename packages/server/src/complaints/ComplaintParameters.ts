import { isCivilDate, isCivilDateTime } from "@public-records/core"
import { Result } from "effect"
import type { CivilInterval, ComplaintConditions } from "../store/ComplaintPart.ts"
import type { Order } from "../store/Selection.ts"
import { pageOf, type PageWindow } from "../requests/PageWindow.ts"
import type { Profile } from "../Profile.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"

/** A request for a list of complaints, read and found to follow the rules. */
export interface ComplaintRequest {
  readonly conditions: ComplaintConditions
  readonly order: Order
  readonly window: PageWindow
}

type Read<A> = Result.Result<A, string>

/** The parameters that narrow a list, as they were given; an empty value counts as none. */
class Given {
  readonly #parameters: RequestParameters

  constructor(parameters: RequestParameters) {
    this.#parameters = parameters
  }

  /** The value without the quotation marks around it. */
  get(name: string): string | undefined {
    const value = this.#parameters.get(name)?.trim()
    const bare = value !== undefined && /^".*"$/s.test(value) ? value.slice(1, -1).trim() : value
    return bare === "" ? undefined : bare
  }

  has(name: string): boolean {
    return this.get(name) !== undefined
  }
}

const narrowing = ["state", "area_code", "is_robocall"] as const
const stoodAlone = ["created_date", "violation_date", "violation range"] as const

/** The names of the filters given, a range counted once. */
const filtersOf = (given: Given): ReadonlyArray<string> => [
  ...["created_date", "violation_date", "state", "city", "area_code", "is_robocall"].filter((name) => given.has(name)),
  ...(given.has("created_date_from") || given.has("created_date_to") ? ["created range"] : []),
  ...(given.has("violation_date_from") || given.has("violation_date_to") ? ["violation range"] : [])
]

/**
 * The combination rule that a request breaks, as a sentence; nothing where it breaks none.
 *
 * **Source** specification, "Combination rules"; decision 10.
 */
const brokenRule = (given: Given): string | undefined => {
  for (const range of ["created_date", "violation_date"]) {
    if (given.has(`${range}_from`) !== given.has(`${range}_to`)) {
      return `${range}_from and ${range}_to must be used together.`
    }
  }
  const filters = filtersOf(given)
  if (filters.includes("city") && !filters.includes("state")) return "city may be used only together with state."
  const alone = stoodAlone.find((name) => filters.includes(name))
  if (alone !== undefined && filters.length > 1) {
    const others = filters.filter((name) => name !== alone).join(", ")
    return `${alone} may not be combined with other filters (here: ${others}).`
  }
  const narrowed = narrowing.filter((name) => filters.includes(name))
  if (narrowed.length > 1) {
    return `Only one of state, area_code and is_robocall may be used in a request (here: ${narrowed.join(", ")}).`
  }
  return undefined
}

const wholeDay = (date: string): CivilInterval => ({ from: `${date} 00:00:00`, to: `${date} 23:59:59` })

const dayOf = (given: Given, name: string): Read<CivilInterval | undefined> => {
  const value = given.get(name)
  if (value === undefined) return Result.succeed(undefined)
  return isCivilDate(value)
    ? Result.succeed(wholeDay(value))
    : Result.fail(`${name} must be a date that exists, as "YYYY-MM-DD".`)
}

const momentOf = (given: Given, name: string, time: string): Read<string> => {
  const value = given.get(name) ?? ""
  if (isCivilDateTime(value)) return Result.succeed(value)
  return isCivilDate(value)
    ? Result.succeed(`${value} ${time}`)
    : Result.fail(`${name} must be a date that exists, as "YYYY-MM-DD" or "YYYY-MM-DD HH:MM:SS".`)
}

const rangeOf = (given: Given, name: string): Read<CivilInterval | undefined> => {
  // Half a range is refused before this where rules are enforced, and ignored where they are not.
  if (!given.has(`${name}_from`) || !given.has(`${name}_to`)) return Result.succeed(undefined)
  return Result.all({
    from: momentOf(given, `${name}_from`, "00:00:00"),
    to: momentOf(given, `${name}_to`, "23:59:59")
  })
}

const both = (day: CivilInterval | undefined, range: CivilInterval | undefined): CivilInterval | undefined => {
  if (day === undefined || range === undefined) return day ?? range
  return { from: day.from > range.from ? day.from : range.from, to: day.to < range.to ? day.to : range.to }
}

const stretchOf = (given: Given, name: string): Read<CivilInterval | undefined> =>
  Result.map(Result.all([dayOf(given, name), rangeOf(given, name)]), ([day, range]) => both(day, range))

const areaCodeOf = (given: Given): Read<string | undefined> => {
  const value = given.get("area_code")
  if (value === undefined || /^\d+$/.test(value)) return Result.succeed(value)
  return Result.fail("area_code must be a whole number, such as 216.")
}

const isRobocallOf = (given: Given): Read<boolean | undefined> => {
  const value = given.get("is_robocall")?.toLowerCase()
  if (value === undefined) return Result.succeed(undefined)
  return value === "true" || value === "false"
    ? Result.succeed(value === "true")
    : Result.fail("is_robocall must be true or false.")
}

const orderOf = (given: Given): Read<Order> => {
  const value = given.get("sort_order")?.toUpperCase() ?? "DESC"
  return value === "ASC" || value === "DESC" ? Result.succeed(value) : Result.fail("sort_order must be DESC or ASC.")
}

const noRecords: CivilInterval = { from: "9999-12-31 23:59:59", to: "0000-01-01 00:00:00" }

/**
 * Reads the parameters of `GET /v0/dnc-complaints`; unknown ones are ignored.
 *
 * **Fails with** the sentence for the body of a 400. In the profile `live` rules do not count: half a range is ignored,
 * and a value that is none matches nothing.
 *
 * **Source** specification, "GET /v0/dnc-complaints"; decisions 8 to 10 and 19.
 */
export const readComplaintRequest = (parameters: RequestParameters, profile: Profile): Read<ComplaintRequest> => {
  const given = new Given(parameters)
  const window = pageOf(given.get("items_per_page"), given.get("offset"), "items_per_page", "offset")
  if (Result.isFailure(window)) return Result.fail(window.failure)
  const rule = profile.refusesBrokenRules ? brokenRule(given) : undefined
  if (rule !== undefined) return Result.fail(rule)
  const read = Result.all({
    created: stretchOf(given, "created_date"),
    violation: stretchOf(given, "violation_date"),
    areaCode: areaCodeOf(given),
    isRobocall: isRobocallOf(given),
    order: orderOf(given)
  })
  if (Result.isFailure(read)) {
    if (profile.refusesBrokenRules) return Result.fail(read.failure)
    return Result.succeed({ conditions: { created: noRecords }, order: "DESC", window: window.success })
  }
  const { order, ...narrowed } = read.success
  const conditions = { ...narrowed, state: given.get("state"), city: given.get("city") }
  return Result.succeed({ conditions, order, window: window.success })
}
