import { InvalidQuery } from "@public-records/core"
import { Effect, Result } from "effect"
import { readTypedNumber } from "../numbers/telephoneNumber.ts"

/** Returns the ten digits of a number as it is typed, or a message. */
export const oneNumber = (typed: string): Result.Result<string, string> =>
  Result.flatMap(readTypedNumber(typed), (search) =>
    search._tag === "Exact"
      ? Result.succeed(search.number)
      : Result.fail(`"${typed}" is not a complete telephone number.`)
  )

/**
 * Parses the text of a list of numbers, one a line, in any form in which people type them. What follows `#` is a comment.
 * **Fails with** `InvalidQuery`, which names the first line that is not a number.
 */
export const parseAllowList = Effect.fnUntraced(function* (
  text: string
): Effect.fn.Return<ReadonlyArray<string>, InvalidQuery> {
  const numbers: Array<string> = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    // `trim` removes a byte order mark, too.
    const typed = line.replace(/#.*$/, "").trim()
    if (typed === "") continue
    const number = oneNumber(typed)
    if (Result.isFailure(number)) {
      const rule = `Line ${index + 1}: ${number.failure}`
      return yield* Effect.fail(new InvalidQuery({ problems: [{ field: "allow", rule }] }))
    }
    numbers.push(number.success)
  }
  return numbers
})
