import { InvalidQuery } from "@public-records/core"
import { Effect, Result } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { exactSearch, isTenDigits, type NumberSearch } from "../numbers/NumberSearch.ts"
import type { Database } from "../store/Database.ts"
import { type Sql, sql } from "../store/sql.ts"

/** Reads a number without the mirror. The module that reads numbers takes 20 ms to load, and ten plain digits do not need it. */
const readTyped = Effect.fnUntraced(function* (text: string) {
  if (isTenDigits(text)) return Result.succeed(exactSearch(text))
  const { readTypedNumber } = yield* Effect.promise(() => import("../numbers/telephoneNumber.ts"))
  return readTypedNumber(text)
})

/** The one meaning of a number in all questions: digits are compared with the ten digits of a number, any other text with all of it. */
export const hasNumber = (search: NumberSearch): Sql => {
  switch (search._tag) {
    case "Exact":
      return isTenDigits(search.number) ? sql`number = ${search.number}::bigint` : sql`number_text = ${search.number}`
    case "Prefix":
      return sql`number between ${search.prefix.padEnd(10, "0")}::bigint and ${search.prefix.padEnd(10, "9")}::bigint`
    case "Suffix":
      return sql`number % 10000000 = ${search.suffix}::bigint`
  }
}

/**
 * Returns the meaning of a typed number: a stored text as it stands, otherwise what it reads as.
 * **Fails with** `InvalidQuery` if it is neither.
 */
export const numberSearch = Effect.fnUntraced(function* (
  db: Database,
  typed: string
): Effect.fn.Return<NumberSearch, InvalidQuery | MirrorError> {
  const text = typed.trim()
  const read = yield* readTyped(text)
  if (Result.isSuccess(read) && read.success._tag === "Exact" && read.success.number === text) return read.success
  const stored = yield* db.first(sql`select 1 from calls where number_text = ${text} limit 1`)
  if (stored !== undefined) return exactSearch(text)
  return yield* Effect.fromResult(
    Result.mapError(read, (rule) => new InvalidQuery({ problems: [{ field: "number", rule }] }))
  )
})
