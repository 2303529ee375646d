import { Effect, Option } from "effect"
import { usageFailure } from "./CommandFailure.ts"

interface Range {
  readonly from?: number
  readonly to?: number
}

/** Parses an integer of at most 15 digits, by default of 1 or more. */
export const integerOf = (
  text: string,
  { from = 1, to = Number.MAX_SAFE_INTEGER }: Range = {}
): Option.Option<number> =>
  /^(?:0|[1-9]\d{0,14})$/.test(text) && Number(text) >= from && Number(text) <= to
    ? Option.some(Number(text))
    : Option.none()

/** Reads the value of a flag. **Fails with** a usage failure that names the range. */
export const readInteger = Effect.fnUntraced(function* (flag: string, text: string | undefined, range: Range = {}) {
  if (text === undefined) return undefined
  const number = integerOf(text, range)
  if (Option.isSome(number)) return number.value
  const { from = 1, to } = range
  const expected = to === undefined ? `an integer of ${from} or more` : `an integer from ${from} to ${to}`
  return yield* usageFailure(`${flag}: ${JSON.stringify(text)} is not ${expected}.`)
})
