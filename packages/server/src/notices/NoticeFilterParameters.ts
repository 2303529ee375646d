import { Result } from "effect"
import { keywordOperator, type NoticeCondition } from "./NoticeCondition.ts"

type Read<A> = Result.Result<A, string>

/** Everything that the parameters say about one `filter[<name>]`. */
interface FilterParts {
  /** `filter[name]=…` */
  direct?: string
  /** What follows the name, brackets dropped: `value`, `operator`, `condition path`, `group conjunction`, … */
  readonly members: Map<string, Array<string>>
}

const form = /^filter((?:\[[^[\]]*\])+)$/
const listIndex = /^\d*$/

/** `["title", "value"]` of `filter[title][value]`; nothing for another parameter. */
const segmentsOf = (name: string): ReadonlyArray<string> | undefined => form.exec(name)?.[1]?.slice(1, -1).split("][")

const conjunctions = { AND: "AND", OR: "OR" } as const

/** Members a filter may have; anything else is refused, so that a typing error does not widen a search. */
const knownMembers = new Set([
  "value",
  "operator",
  "path",
  "condition path",
  "condition operator",
  "condition value",
  "condition memberOf",
  "group conjunction",
  "group memberOf"
])

// Each of them may be compared with every notice.
const maxParameters = 100

const collect = (pairs: ReadonlyArray<readonly [string, string]>): Read<ReadonlyMap<string, FilterParts>> => {
  const filters = new Map<string, FilterParts>()
  const given = pairs.filter(([name]) => name === "filter" || name.startsWith("filter["))
  if (given.length > maxParameters) return Result.fail(`A request may have at most ${maxParameters} filter parameters.`)
  for (const [name, value] of given) {
    const segments = segmentsOf(name)
    const [filterName = "", ...members] = segments ?? []
    if (segments === undefined || filterName === "")
      return Result.fail("A filter is written as filter[<field>]=<value>.")
    const parts = filters.get(filterName) ?? { members: new Map<string, Array<string>>() }
    filters.set(filterName, parts)
    if (members.length === 0) {
      parts.direct = value
      continue
    }
    const last = members.at(-1) ?? ""
    const isList = listIndex.test(last) && members.length > 1
    const member = (isList ? members.slice(0, -1) : members).join(" ")
    if (!knownMembers.has(member))
      return Result.fail(`The filter parameter \`${filterName}\` has no member \`${member}\`.`)
    const before = isList ? (parts.members.get(member) ?? []) : []
    parts.members.set(member, [...before, value])
  }
  return Result.succeed(filters)
}

/** One filter as it was written, before groups are put together. */
interface Written {
  readonly name: string
  readonly memberOf: string | undefined
  readonly is:
    | { readonly _tag: "Comparison"; readonly condition: NoticeCondition }
    | { readonly _tag: "Group"; readonly conjunction: "AND" | "OR" }
}

const first = (parts: FilterParts, member: string): string | undefined => parts.members.get(member)?.[0]

const isNullOperator = (operator: string): boolean => operator === "IS NULL" || operator === "IS NOT NULL"

const writtenGroup = (name: string, parts: FilterParts): Read<Written> => {
  const said = first(parts, "group conjunction") ?? "AND"
  if (said !== "AND" && said !== "OR") return Result.fail(`The conjunction of the group \`${name}\` must be AND or OR.`)
  return Result.succeed({
    name,
    memberOf: first(parts, "group memberOf"),
    is: { _tag: "Group", conjunction: conjunctions[said] }
  })
}

const isCondition = (parts: FilterParts): boolean =>
  Array.from(parts.members.keys()).some((member) => member.startsWith("condition "))

const written = (name: string, parts: FilterParts): Read<Written> => {
  if (parts.members.has("group conjunction")) return writtenGroup(name, parts)
  const isLong = isCondition(parts)
  const prefix = isLong ? "condition " : ""
  const path = first(parts, `${prefix}path`) ?? (isLong ? undefined : name)
  if (path === undefined) return Result.fail(`Filter parameter \`${name}\` is missing a '[condition][path]'.`)
  const values = parts.members.get(`${prefix}value`) ?? (parts.direct === undefined ? undefined : [parts.direct])
  const isKeywords = name === "title" && !isLong && parts.members.has("value")
  const said = first(parts, `${prefix}operator`)
  if (said === keywordOperator) return Result.fail(`The '${said}' operator is not allowed in a filter parameter.`)
  const operator = said ?? (isKeywords ? keywordOperator : "=")
  if (values === undefined && !isNullOperator(operator))
    return Result.fail(`Filter parameter \`${name}\` is missing a value.`)
  return Result.succeed({
    name,
    memberOf: first(parts, "condition memberOf"),
    is: { _tag: "Comparison", condition: { _tag: "Comparison", path, operator, values: values ?? [] } }
  })
}

/** Puts members into their groups; what belongs to none must all hold. */
const assembled = (filters: ReadonlyArray<Written>): Read<NoticeCondition> => {
  const groups = new Set(filters.filter(({ is }) => is._tag === "Group").map(({ name }) => name))
  const stray = filters.find(({ memberOf }) => memberOf !== undefined && !groups.has(memberOf))
  if (stray !== undefined)
    return Result.fail(`The filter \`${stray.name}\` is a member of a group that is not defined.`)
  const membersOf = (group: string | undefined, above: ReadonlyArray<string>): ReadonlyArray<NoticeCondition> =>
    filters
      .filter(({ memberOf, name }) => memberOf === group && !above.includes(name))
      .map(({ is, name }) =>
        is._tag === "Comparison"
          ? is.condition
          : { _tag: "Group", conjunction: is.conjunction, members: membersOf(name, [...above, name]) }
      )
  return Result.succeed({ _tag: "Group", conjunction: "AND", members: membersOf(undefined, []) })
}

/**
 * Reads every `filter[…]` of a request into one condition; nothing where there is none.
 *
 * **Wire** `filter[x]=v`, `filter[x][value]=v` with `filter[x][operator]=o`, `filter[n][condition][path|operator|value]`,
 * `filter[n][group][conjunction]` with `…[memberOf]`; lists as `…[value][]=a` or `…[value][0]=a`.
 *
 * **Gotchas** `filter[title]=v` is the whole title, `filter[title][value]=v` words in it.
 *
 * **Source** specification, "Filtering syntax of the HSR list"; decisions 15 and 17.
 */
export const readNoticeFilter = (pairs: ReadonlyArray<readonly [string, string]>): Read<NoticeCondition | undefined> =>
  Result.flatMap(collect(pairs), (filters): Read<NoticeCondition | undefined> =>
    filters.size === 0
      ? Result.succeed(undefined)
      : Result.flatMap(Result.all(Array.from(filters, ([name, parts]) => written(name, parts))), assembled)
  )
