import { Result } from "effect"
import type { Profile } from "../Profile.ts"
import { readPageWindow, type PageWindow } from "../requests/PageWindow.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"
import { noticeFields } from "../store/noticeFields.ts"
import type { NoticeFilter, NoticeSort } from "../store/NoticeStore.ts"
import type { Order } from "../store/Page.ts"
import { noticeFilter } from "./NoticeCondition.ts"
import { readNoticeFilters } from "./NoticeFilterParameters.ts"

/** A valid request for a list of notices. */
export interface NoticeRequest {
  /** `undefined` if the request has no filter. */
  readonly filter: NoticeFilter | undefined
  readonly sorts: ReadonlyArray<NoticeSort>
  readonly window: PageWindow
}

type Parsed<A> = Result.Result<A, string>
type Pairs = ReadonlyArray<readonly [string, string]>

/** The names in the documentation's parameter table, which differ from those in its examples. */
const tableNames: ReadonlyMap<string, string> = new Map([
  ["title", "filter[title][value]"],
  ["transaction_number", "filter[transaction-number][value]"],
  ["date", "filter[date][value]"],
  ["sort_by", "sort[table][path]"],
  ["sort_order", "sort[table][direction]"],
  ["items_per_page", "page[limit]"],
  ["offset", "page[offset]"]
])

const withTableNames = (pairs: Pairs): Pairs => {
  const renamed = pairs.map(([name, value]) => [tableNames.get(name) ?? name, value] as const)
  // A `sort_order` without `sort_by` applies to the default order.
  const isDirectionAlone =
    renamed.some(([name]) => name === "sort[table][direction]") &&
    !renamed.some(([name]) => name === "sort[table][path]")
  return isDirectionAlone ? [...renamed, ["sort[table][path]", "created"]] : renamed
}

const sortName = /^sort\[([^[\]]*)\]\[(path|direction|langcode)\]$/

const orderOf = (direction: string | undefined, profile: Profile): Parsed<Order> => {
  const order = direction?.toUpperCase() ?? profile.defaultNoticeDirection
  return order === "ASC" || order === "DESC"
    ? Result.succeed(order)
    : Result.fail("The direction of a sort must be ASC or DESC.")
}

const sortBy = (path: string | undefined, direction: string | undefined, profile: Profile): Parsed<NoticeSort> => {
  if (path === undefined || path === "") return Result.fail("You need to provide a field name for the sort parameter.")
  if (!noticeFields.has(path)) {
    return Result.fail(
      `Invalid sort. The field \`${path}\` does not exist. The fields are ${Array.from(noticeFields.keys()).join(", ")}.`
    )
  }
  return Result.map(orderOf(direction, profile), (order) => ({ path, order }))
}

const maxSorts = 8
const tooManySorts: Parsed<ReadonlyArray<NoticeSort>> = Result.fail(`A request may sort by at most ${maxSorts} fields.`)

/** Parses a value such as `-created,title`. A minus means descending, no minus ascending. */
const readShortSort = (text: string, profile: Profile): Parsed<ReadonlyArray<NoticeSort>> => {
  const paths = text.split(",", maxSorts + 1)
  if (paths.length > maxSorts) return tooManySorts
  return Result.all(
    paths.map((path) => (path.startsWith("-") ? sortBy(path.slice(1), "DESC", profile) : sortBy(path, "ASC", profile)))
  )
}

const readSorts = (pairs: Pairs, profile: Profile): Parsed<ReadonlyArray<NoticeSort>> => {
  const sorts = new Map<string, { path?: string; direction?: string }>()
  for (const [parameter, value] of pairs) {
    if (parameter === "sort") return readShortSort(value, profile)
    if (!parameter.startsWith("sort[")) continue
    const [, name = "", member] = sortName.exec(parameter) ?? []
    if (member === undefined) return Result.fail("A sort is written as sort[<name>][path] and sort[<name>][direction].")
    const sort = sorts.get(name) ?? {}
    if (member === "path") sort.path = value
    if (member === "direction") sort.direction = value
    sorts.set(name, sort)
  }
  if (sorts.size > maxSorts) return tooManySorts
  return Result.all(Array.from(sorts.values(), ({ direction, path }) => sortBy(path, direction, profile)))
}

/**
 * Parses the parameters of `GET /v0/hsr-early-termination-notices`.
 *
 * **Fails with** the message for Drupal's `detail`.
 *
 * **Source** docs/api.md, statements 23 to 27.
 */
export const readNoticeRequest = (parameters: RequestParameters, profile: Profile): Parsed<NoticeRequest> => {
  const pairs = profile.acceptsTableNames ? withTableNames(parameters.all()) : parameters.all()
  const last = new Map(pairs)
  return Result.all({
    filter: Result.flatMap(readNoticeFilters(pairs), (conditions): Parsed<NoticeRequest["filter"]> =>
      conditions.length === 0 ? Result.succeed(undefined) : noticeFilter(conditions)
    ),
    sorts: readSorts(pairs, profile),
    window: readPageWindow(last.get("page[limit]"), last.get("page[offset]"), "page[limit]", "page[offset]")
  })
}
