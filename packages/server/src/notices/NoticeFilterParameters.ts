import { Result } from "effect"
import { keywordOperator, type NoticeCondition } from "./NoticeCondition.ts"

type Parsed<A> = Result.Result<A, string>

/** The values of one `filter[<name>]` by member. The member of `filter[<name>]=<value>` is empty. */
type ParsedFilter = Map<string, Array<string>>

const parameterName = /^filter\[([^[\]]+)\]((?:\[[^[\]]*\])*)$/

// Other members are rejected, because ignoring a typo would widen the search.
const members = new Set(["", "value", "operator", "condition path", "condition operator", "condition value"])

// Limits the cost of a request, because each filter is compared with every notice.
const maxParameters = 100

/** Parses the brackets after a filter's name. `[condition][value][]` is an entry of the list `condition value`. */
const memberOf = (brackets: string): { readonly member: string; readonly isListEntry: boolean } => {
  const names = brackets.slice(1, -1).split("][")
  const isListEntry = names.length > 1 && /^\d*$/.test(names.at(-1) ?? "")
  return { member: (isListEntry ? names.slice(0, -1) : names).join(" "), isListEntry }
}

const parseFilters = (
  parameters: ReadonlyArray<readonly [string, string]>
): Parsed<ReadonlyMap<string, ParsedFilter>> => {
  const filters = new Map<string, ParsedFilter>()
  const given = parameters.filter(([name]) => name === "filter" || name.startsWith("filter["))
  if (given.length > maxParameters) return Result.fail(`A request may have at most ${maxParameters} filter parameters.`)
  for (const [parameter, value] of given) {
    const match = parameterName.exec(parameter)
    if (match === null) return Result.fail("A filter is written as filter[<field>]=<value>.")
    const [, name = "", brackets = ""] = match
    const { isListEntry, member } = memberOf(brackets)
    if (!members.has(member)) return Result.fail(`The filter parameter \`${name}\` has no member \`${member}\`.`)
    const filter: ParsedFilter = filters.get(name) ?? new Map()
    filters.set(name, filter)
    filter.set(member, isListEntry ? [...(filter.get(member) ?? []), value] : [value])
  }
  return Result.succeed(filters)
}

const conditionOf = (name: string, filter: ParsedFilter): Parsed<NoticeCondition> => {
  const isLong = Array.from(filter.keys()).some((member) => member.startsWith("condition "))
  const prefix = isLong ? "condition " : ""
  const path = isLong ? filter.get("condition path")?.[0] : name
  if (path === undefined) return Result.fail(`Filter parameter \`${name}\` is missing a '[condition][path]'.`)
  const values = filter.get(`${prefix}value`) ?? filter.get("")
  if (values === undefined) return Result.fail(`Filter parameter \`${name}\` is missing a value.`)
  const operator = filter.get(`${prefix}operator`)?.[0]
  if (operator === keywordOperator) {
    return Result.fail(`The '${operator}' operator is not allowed in a filter parameter.`)
  }
  const isKeywords = name === "title" && !isLong && filter.has("value")
  return Result.succeed({ path, operator: operator ?? (isKeywords ? keywordOperator : "="), values })
}

/**
 * Parses all `filter[…]` parameters of a request. All of the returned conditions must hold.
 *
 * **Wire** `filter[x]=v`; `filter[x][value]=v` with `filter[x][operator]=o`; `filter[n][condition][path|operator|value]`;
 * lists as `…[value][]=a` or `…[value][0]=a`.
 *
 * **Gotchas** `filter[title]=v` compares the complete title, `filter[title][value]=v` searches for words.
 *
 * **Source** docs/api.md, statements 23 and 27.
 */
export const readNoticeFilters = (
  parameters: ReadonlyArray<readonly [string, string]>
): Parsed<ReadonlyArray<NoticeCondition>> =>
  Result.flatMap(parseFilters(parameters), (filters) =>
    Result.all(Array.from(filters, ([name, filter]) => conditionOf(name, filter)))
  )
