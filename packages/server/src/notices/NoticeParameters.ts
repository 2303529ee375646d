import { Result } from "effect"
import { noticeFields } from "../store/noticeFields.ts"
import { pageOf, type PageWindow } from "../requests/PageWindow.ts"
import type { NoticeFilter, NoticeSort } from "../store/NoticeStore.ts"
import { noticeFilter } from "./NoticeCondition.ts"
import type { Order } from "../store/Page.ts"
import type { Profile } from "../Profile.ts"
import { readNoticeFilter } from "./NoticeFilterParameters.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"

/** A request for a list of notices, read and found sound. */
export interface NoticeRequest {
  /** Nothing where all are asked for. */
  readonly filter: NoticeFilter | undefined
  readonly sorts: ReadonlyArray<NoticeSort>
  readonly window: PageWindow
}

type Read<A> = Result.Result<A, string>
type Pairs = ReadonlyArray<readonly [string, string]>

const tableNames: ReadonlyMap<string, string> = new Map([
  ["title", "filter[title][value]"],
  ["transaction_number", "filter[transaction-number][value]"],
  ["date", "filter[date][value]"],
  ["sort_by", "sort[table][path]"],
  ["sort_order", "sort[table][direction]"],
  ["items_per_page", "page[limit]"],
  ["offset", "page[offset]"]
])

/** The parameter table names its parameters by other names than it says they are written by; those mean the same. */
const withTableNames = (pairs: Pairs): Pairs => {
  const renamed = pairs.map(([name, value]) => [tableNames.get(name) ?? name, value] as const)
  // A direction alone goes with the order that the list has without a sort.
  const isDirectionAlone =
    renamed.some(([name]) => name === "sort[table][direction]") &&
    !renamed.some(([name]) => name === "sort[table][path]")
  return isDirectionAlone ? [...renamed, ["sort[table][path]", "created"]] : renamed
}

const sortForm = /^sort\[([^[\]]*)\]\[(path|direction|langcode)\]$/

const orderOf = (direction: string | undefined, profile: Profile): Read<Order> => {
  const said = direction?.toUpperCase() ?? profile.defaultNoticeDirection
  return said === "ASC" || said === "DESC"
    ? Result.succeed(said)
    : Result.fail("The direction of a sort must be ASC or DESC.")
}

const sortBy = (path: string | undefined, direction: string | undefined, profile: Profile): Read<NoticeSort> => {
  if (path === undefined || path === "") return Result.fail("You need to provide a field name for the sort parameter.")
  if (!noticeFields.has(path)) {
    return Result.fail(
      `Invalid sort. The field \`${path}\` does not exist. The fields are ${Array.from(noticeFields.keys()).join(", ")}.`
    )
  }
  return Result.map(orderOf(direction, profile), (order) => ({ path, order }))
}

/** `sort=-created,title`: a minus is descending, without one a path is ascending. */
const readShortSort = (text: string, profile: Profile): Read<ReadonlyArray<NoticeSort>> =>
  Result.all(
    text
      .split(",")
      .map((part) => (part.startsWith("-") ? sortBy(part.slice(1), "DESC", profile) : sortBy(part, "ASC", profile)))
  )

const maxSorts = 8

const readSorts = (pairs: Pairs, profile: Profile): Read<ReadonlyArray<NoticeSort>> => {
  const sorts = new Map<string, { path?: string; direction?: string }>()
  for (const [name, value] of pairs) {
    if (name === "sort")
      return value.split(",", maxSorts + 1).length > maxSorts ? tooManySorts : readShortSort(value, profile)
    if (!name.startsWith("sort[")) continue
    const [, sortName = "", member] = sortForm.exec(name) ?? []
    if (member === undefined) return Result.fail("A sort is written as sort[<name>][path] and sort[<name>][direction].")
    const sort = sorts.get(sortName) ?? {}
    if (member === "path") sort.path = value
    if (member === "direction") sort.direction = value
    sorts.set(sortName, sort)
  }
  if (sorts.size > maxSorts) return tooManySorts
  return Result.all(Array.from(sorts.values(), ({ direction, path }) => sortBy(path, direction, profile)))
}

const tooManySorts: Read<ReadonlyArray<NoticeSort>> = Result.fail(`A request may sort by at most ${maxSorts} fields.`)

/**
 * Reads the parameters of `GET /v0/hsr-early-termination-notices`.
 *
 * **Fails with** the sentence for Drupal's `detail`.
 *
 * **Source** specification, "GET /v0/hsr-early-termination-notices"; decisions 7, 8, 12 and 15 to 17.
 */
export const readNoticeRequest = (parameters: RequestParameters, profile: Profile): Read<NoticeRequest> => {
  const pairs = profile.acceptsTableNames ? withTableNames(parameters.all()) : parameters.all()
  const last = new Map(pairs)
  return Result.all({
    filter: Result.flatMap(readNoticeFilter(pairs), (condition): Read<NoticeRequest["filter"]> =>
      condition === undefined ? Result.succeed(undefined) : noticeFilter(condition)
    ),
    sorts: readSorts(pairs, profile),
    window: pageOf(last.get("page[limit]"), last.get("page[offset]"), "page[limit]", "page[offset]")
  })
}
