import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { CivilDate, civilDateProblem } from "../dates/CivilDate.ts"
import { CivilDateTime, type CivilMoment, civilMomentProblem, isCivilDateTime } from "../dates/CivilDateTime.ts"
import type { ReadText } from "./QueryReader.ts"

/** A text of a filter: not empty, without leading or trailing spaces. */
export const FilterText = Schema.String.check(
  Schema.makeFilter((text) => text !== "" && text.trim() === text, {
    expected: "a text without leading or trailing spaces",
    arbitraryConstraint: { patterns: [{ source: '^[^\\s"]([^"]*[^\\s"])?$', flags: "" }] }
  })
)

export const readAnyText: ReadText<string> = Result.succeed

/** Reads a text that a type guard accepts. */
export const readIf =
  <A extends string>(isValid: (text: string) => text is A, problem: (text: string) => string): ReadText<A> =>
  (text) =>
    isValid(text) ? Result.succeed(text) : Result.fail(problem(text))

/** Reads an integer whose digits match a pattern. `rule` begins the message: `The hour is a whole number from 0 to 23`. */
export const readInteger =
  (pattern: RegExp, rule: string): ReadText<number> =>
  (text) =>
    pattern.test(text) && Number.isSafeInteger(Number(text))
      ? Result.succeed(Number(text))
      : Result.fail(`${rule}, not "${text}".`)

const isChecked = { disableChecks: true }

/** Reads a date. `wrong` makes the message for an invalid one. */
export const readDate =
  (wrong: (problem: string) => string): ReadText<CivilDate> =>
  (text) => {
    const problem = civilDateProblem(text)
    return problem === undefined ? Result.succeed(CivilDate.make(text, isChecked)) : Result.fail(wrong(problem))
  }

/** Reads one end of a range. A time without seconds gets `seconds`, so that the range includes the full minute. */
export const readMoment =
  (wrong: (problem: string) => string, seconds: "00" | "59"): ReadText<CivilMoment> =>
  (text) => {
    const moment = text.length === 16 ? `${text}:${seconds}` : text
    const problem = isCivilDateTime(moment) ? undefined : civilMomentProblem(text)
    if (problem !== undefined) return Result.fail(wrong(problem))
    return Result.succeed(
      moment.length === 10 ? CivilDate.make(moment, isChecked) : CivilDateTime.make(moment, isChecked)
    )
  }
