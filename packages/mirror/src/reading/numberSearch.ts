import { InvalidQuery } from "@public-records/core"
import { Effect, Result } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { exactSearch, isTenDigits, type NumberSearch } from "../numbers/NumberSearch.ts"
import type { MirrorFile } from "../store/MirrorFile.ts"

/** Reads a number without the mirror. The module that reads numbers takes 20 ms to load, and ten plain digits do not need it. */
const readTyped = Effect.fnUntraced(function* (text: string) {
  if (isTenDigits(text)) return Result.succeed(exactSearch(text))
  const { readTypedNumber } = yield* Effect.promise(() => import("../numbers/telephoneNumber.ts"))
  return readTypedNumber(text)
})

/**
 * Returns the meaning of a typed number: a stored text as it stands, otherwise what it reads as.
 * **Fails with** `InvalidQuery` if it is neither.
 */
export const numberSearch = Effect.fnUntraced(function* (
  file: MirrorFile,
  typed: string
): Effect.fn.Return<NumberSearch, InvalidQuery | MirrorError> {
  const text = typed.trim()
  const read = yield* readTyped(text)
  if (Result.isSuccess(read) && read.success._tag === "Exact" && read.success.number === text) return read.success
  const stored = yield* file.read(function* (db) {
    return db.first("select number from calls where number = ? limit 1", text)
  })
  if (stored !== undefined) return exactSearch(text)
  return yield* Effect.fromResult(
    Result.mapError(read, (rule) => new InvalidQuery({ problems: [{ field: "number", rule }] }))
  )
})
