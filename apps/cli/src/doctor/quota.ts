import { countOf } from "@public-records/core"
import { grouped } from "@public-records/text/counts"
import { type Settings } from "../source/settings.ts"
import { advice, type Finding, ok, unknown } from "./Finding.ts"
import { type LastResponse } from "./service.ts"

const defaultRequestsPerHour = 1000
/** The share of a limit below which few requests are left. */
const fewShare = 0.1

/** What is left of the key's limit, and whether the budget of the settings fits it. */
export const quotaFindings = ({ headers }: LastResponse, { requestsPerHour }: Settings): ReadonlyArray<Finding> => {
  const budget = requestsPerHour?.value ?? defaultRequestsPerHour
  const count = countOf(headers)
  if (count === undefined) {
    return unknown(["quota"], `The service names no limit; ${grouped(budget)} requests an hour are kept to.`)
  }
  const found = `${grouped(count.remaining)} of ${grouped(count.limit)} requests are left.`
  if (requestsPerHour !== undefined && budget > count.limit) {
    const todo = `The budget of ${grouped(budget)} (${requestsPerHour.from}) is more than that; the smaller counts.`
    return [advice("quota", [found, todo])]
  }
  return count.remaining < count.limit * fewShare
    ? [advice("quota", [found, "Commands wait, or end with 4, when they are used up."])]
    : [ok("quota", found)]
}
