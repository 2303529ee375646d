import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { QueryReader, ReadText } from "./QueryReader.ts"
import { readInteger } from "./readText.ts"

/** Maximum page size of either list. The service clamps or refuses larger sizes. **Source** docs/api.md, statement 20. */
export const maxRecordsPerPage = 50

/** The order of a list by its date: newest first or oldest first. */
export const SortOrder = Schema.Literals(["desc", "asc"])
export type SortOrder = typeof SortOrder.Type

/** The order and page of a query. `limit` is the number of records on a page, `offset` the number of records before it. */
export const pagingFields = {
  sort: SortOrder,
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxRecordsPerPage })),
  offset: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
}
export interface Paging extends Schema.Struct.Type<typeof pagingFields> {}

/** The first page of a list, newest first. */
export const firstPage: Paging = { sort: "desc", limit: maxRecordsPerPage, offset: 0 }

const readSort: ReadText<SortOrder> = (text) => {
  const sort = text.toLowerCase()
  return sort === "desc" || sort === "asc"
    ? Result.succeed(sort)
    : Result.fail(`The sort order is "desc" (newest first) or "asc" (oldest first), not "${text}".`)
}

const readLimit = readInteger(
  /^0*([1-9]|[1-4]\d|50)$/,
  `The limit is the page size, an integer from 1 to ${maxRecordsPerPage}`
)
const readOffset = readInteger(/^\d+$/, "The offset is the number of records to skip, an integer from 0")

/** Reads the order and page of a query. The defaults are newest first and the first 50 records. */
export const readPaging = (reader: QueryReader<keyof Paging>): Paging => ({
  sort: reader.read("sort", readSort) ?? firstPage.sort,
  limit: reader.read("limit", readLimit) ?? firstPage.limit,
  offset: reader.read("offset", readOffset) ?? firstPage.offset
})
