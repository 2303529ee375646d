import type { ComplaintFilters } from "./ComplaintFilters.ts"
import { labelOf, type NameOf } from "./QueryReader.ts"
import { type Given, givenAmong, listed, onlyLocal, problem, type Problems } from "./rules.ts"

type Filters = Given<ComplaintFilters>
type Filter = keyof ComplaintFilters

const onlyOne = (filters: Filters, nameOf: NameOf): Problems => {
  const given = givenAmong(filters, "state", "areaCode", "robocall")
  const names = listed(given, nameOf)
  const rule = `The service accepts only one of state, area code and robocall, not ${names}. Remove all but one.`
  return given.slice(1, 2).map((field) => ({ field, rule }))
}

/** A created date stands alone, and so does the date of the call, or its range. */
const dateProblems = (filters: Filters, nameOf: NameOf): Problems => {
  const narrowed = givenAmong(filters, "state", "areaCode", "robocall")
  const created = givenAmong(filters, "createdFrom", "createdTo")
  const violation = givenAmong(filters, "violationDate", "violationFrom", "violationTo")
  const [ofCall] = violation
  const others = [...created, ...violation, ...narrowed]
  if (filters.createdDate !== undefined && others.length > 0) {
    const solution = `Use ${nameOf("createdFrom")} and ${nameOf("createdTo")}, both with that day, or remove the others.`
    const rule = `A ${nameOf("createdDate")} cannot be combined with ${listed(others, nameOf)}. ${solution}`
    return [{ field: "createdDate", rule }]
  }
  if (ofCall !== undefined && created.length + narrowed.length > 0) {
    const excluded = listed([...created, ...narrowed], nameOf)
    return [{ field: ofCall, rule: `The date of the call cannot be combined with ${excluded}. Remove one of them.` }]
  }
  const rule = `Use one ${nameOf("violationDate")} or a range, not both. Remove one of them.`
  return problem(filters.violationDate !== undefined && violation.length > 1, "violationDate", rule)
}

/** A range has both ends. */
const rangeProblems = (filters: Filters, nameOf: NameOf, from: Filter, to: Filter): Problems => {
  const [given, missing] = filters[from] === undefined ? [to, from] : [from, to]
  const isHalf = givenAmong(filters, from, to).length === 1
  return problem(isHalf, missing, `A range needs both ends. Add ${nameOf(missing)} or remove ${nameOf(given)}.`)
}

const cityProblems = ({ city, state }: Filters): Problems => [
  ...problem(
    city !== undefined && state === undefined,
    "city",
    "A city requires a state. Add the state or remove the city."
  ),
  ...problem(String(city).includes('"'), "city", "The city contains a double quote, which cannot be sent. Remove it.")
]

/**
 * Returns why the service cannot answer a query, in sentences that say what to change. The members need not be read.
 *
 * **Source** docs/api.md, statement 18.
 */
export const serviceProblems = (filters: Filters, nameOf: NameOf = labelOf): Problems => {
  const isUnknown = String(filters.robocall).toLowerCase() === "unknown"
  return [
    ...cityProblems(filters),
    ...onlyOne(filters, nameOf),
    ...dateProblems(filters, nameOf),
    ...rangeProblems(filters, nameOf, "createdFrom", "createdTo"),
    ...rangeProblems(filters, nameOf, "violationFrom", "violationTo"),
    ...onlyLocal(isUnknown ? ["robocall"] : [], () => "unknown robocalls"),
    ...onlyLocal(givenAmong(filters, "number", "subject", "hour", "days"), nameOf)
  ]
}

/** Returns why local records cannot answer a query: it asks for the created dates, or the dates of calls, in two ways. */
export const localProblems = (filters: Filters): Problems => {
  const isCreatedRange = givenAmong(filters, "createdFrom", "createdTo").length > 0
  const isCallRange = givenAmong(filters, "violationFrom", "violationTo").length > 0
  const isCreatedDate = filters.createdDate !== undefined
  const dateOrRange = "Ask for one date or for a range of dates, not for both: leave one out."
  const rangeOrDays = "Ask for a range of created dates or for a number of days: leave one out."
  return [
    ...problem(isCreatedDate && isCreatedRange, "createdDate", dateOrRange),
    ...problem(filters.days !== undefined && (isCreatedDate || isCreatedRange), "days", rangeOrDays),
    ...problem(filters.violationDate !== undefined && isCallRange, "violationDate", dateOrRange)
  ]
}
