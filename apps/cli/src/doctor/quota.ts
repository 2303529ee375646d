import { parseRateLimit } from "@public-records/core"
import { grouped } from "@public-records/text/counts"
import { type Settings } from "../source/settings.ts"
import { advice, ok, unknown, type Verdict } from "./Finding.ts"
import { type LastResponse } from "./service.ts"

const defaultRequestsPerHour = 1000
/** The share of a limit below which few requests are left. */
const fewShare = 0.1

/** Says how many requests the key has left, and whether the budget of the settings fits its limit. */
export const quotaVerdict = ({ headers }: LastResponse, { requestsPerHour }: Settings): Verdict => {
  const budget = requestsPerHour?.value ?? defaultRequestsPerHour
  const count = parseRateLimit(headers)
  if (count === undefined)
    return unknown(`The service names no limit; ${grouped(budget)} requests an hour are kept to.`)
  const found = `${grouped(count.remaining)} of ${grouped(count.limit)} requests are left.`
  if (requestsPerHour !== undefined && budget > count.limit) {
    return advice(
      found,
      `The budget of ${grouped(budget)} (${requestsPerHour.from}) is more than that; the smaller counts.`
    )
  }
  const isLow = count.remaining < count.limit * fewShare
  return isLow ? advice(found, "Commands wait, or end with 4, when they are used up.") : ok(found)
}
