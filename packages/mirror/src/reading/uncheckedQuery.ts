import { ComplaintQuery, type InvalidQuery, type UncheckedComplaintQuery } from "@public-records/core"
import { Effect } from "effect"
import { UrlParams } from "effect/http"
import { bothConditions, type Conditions, conditionsOfFilter } from "./Conditions.ts"

/** Parameters that the service takes together. A mirror combines all groups. */
const groups: ReadonlyArray<ReadonlyArray<string>> = [
  ["created_date"],
  ["created_date_from", "created_date_to"],
  ["violation_date"],
  ["violation_date_from", "violation_date_to"],
  ["state"],
  ["area_code"],
  ["is_robocall"]
]

/**
 * Returns the conditions of documented parameters in any combination.
 * **Fails with** `InvalidQuery` for an invalid value and for a parameter that the service does not have.
 */
export const conditionsOfUnchecked = Effect.fnUntraced(function* ({
  unchecked
}: UncheckedComplaintQuery): Effect.fn.Return<Conditions, InvalidQuery> {
  const { city, ...rest } = unchecked
  const given = Object.entries(rest)
  const isKnown = (name: string): boolean => groups.some((group) => group.includes(name))
  const unknown = given.filter(([name]) => !isKnown(name))
  let conditions: Conditions = city === undefined ? {} : { city: city.replace(/^"(.*)"$/s, "$1") }
  for (const names of [...groups, unknown.map(([name]) => name)]) {
    const params = UrlParams.make(given.filter(([name]) => names.includes(name)))
    const { filter } = yield* ComplaintQuery.fromUrlParams(params)
    conditions = bothConditions(conditions, definedConditions(conditionsOfFilter(filter)))
  }
  return conditions
})

const definedConditions = (conditions: Conditions): Conditions =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined))
