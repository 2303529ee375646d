import { Effect, Result, Schema } from "effect"
import { CivilDate, civilDateProblem } from "../dates/CivilDate.ts"
import { CivilDateTime, type CivilMoment, civilMomentProblem, isCivilDateTime } from "../dates/CivilDateTime.ts"
import { latestPublishedDay, yesterday } from "../dates/PublicationCalendar.ts"
import { InvalidQuery } from "../PublicRecordsError.ts"

/** The most records that the service puts on a page, of either list; a larger page size is clamped or refused. */
export const maxRecordsPerPage = 50

/**
 * The order of a list by its date: newest first or oldest first.
 *
 * **Wire** `"DESC"` or `"ASC"`.
 */
export const SortOrder = Schema.Literals(["DESC", "ASC"])
export type SortOrder = typeof SortOrder.Type

/** **Units** records on a page, 1 to 50. **Source** decisions 7 and 8. */
export const PageLimit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxRecordsPerPage }))

/** **Units** records skipped, from 0. */
export const PageOffset = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/**
 * Reads what a person typed, member by member, and remembers what is wrong with each.
 *
 * **Gotchas** a member that is absent or blank counts as not given, as an empty field of a form does.
 */
export class InputReader<Field extends string> {
  readonly problems: Array<{ readonly field: Field; readonly rule: string }> = []
  readonly #input: { readonly [F in Field]?: string | undefined }

  constructor(input: { readonly [F in Field]?: string | undefined }) {
    this.#input = input
  }

  has(field: Field): boolean {
    return (this.#input[field] ?? "").trim() !== ""
  }

  read<A>(field: Field, decode: (text: string) => Result.Result<A, string>): A | undefined {
    if (!this.has(field)) return undefined
    const decoded = decode((this.#input[field] ?? "").trim())
    if (Result.isSuccess(decoded)) return decoded.success
    this.reject(field, decoded.failure)
    return undefined
  }

  reject(field: Field, rule: string): void {
    this.problems.push({ field, rule })
  }

  /** What was read, or an error that names every problem. */
  finish<A>(read: A): Effect.Effect<A, InvalidQuery> {
    return this.problems.length === 0
      ? Effect.succeed(read)
      : Effect.fail(new InvalidQuery({ problems: this.problems }))
  }
}

/** Names a member as people write it: `createdFrom` is "created from". */
export const fieldLabel = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const sentence = (field: string, problem: string): string => `The ${fieldLabel(field)} is wrong: ${problem}.`

/** A text as it was typed. */
export const readText = (text: string): Result.Result<string, string> => Result.succeed(text)

/** A day. **Fails with** the sentence that says which day does not exist, or which form is wanted. */
export const readDate =
  (field: string) =>
  (text: string): Result.Result<CivilDate, string> => {
    const problem = civilDateProblem(text)
    return problem === undefined ? Result.succeed(CivilDate.make(text)) : Result.fail(sentence(field, problem))
  }

/** One end of a range: a day, or a day and time. A time without seconds covers its whole minute. */
export const readMoment =
  (field: string) =>
  (text: string): Result.Result<CivilMoment, string> => {
    const moment = text.length === 16 ? `${text}:${field.endsWith("To") ? "59" : "00"}` : text
    const problem = isCivilDateTime(moment) ? undefined : civilMomentProblem(text)
    if (problem !== undefined) return Result.fail(sentence(field, problem))
    return Result.succeed(moment.length === 10 ? CivilDate.make(moment) : CivilDateTime.make(moment))
  }

/** `asc` or `desc`, case aside. */
export const readOrder = (text: string): Result.Result<SortOrder, string> => {
  const order = text.toUpperCase()
  return Schema.is(SortOrder)(order)
    ? Result.succeed(order)
    : Result.fail(`The sort order is "desc" (newest first) or "asc" (oldest first), not "${text}".`)
}

/** A page size. */
export const readLimit = (text: string): Result.Result<number, string> => {
  const limit = Number(text)
  return /^-?\d+$/.test(text) && Schema.is(PageLimit)(limit)
    ? Result.succeed(limit)
    : Result.fail(`The limit is the size of a page, a whole number from 1 to ${maxRecordsPerPage}, not "${text}".`)
}

/** A number of records to skip. */
export const readOffset = (text: string): Result.Result<number, string> => {
  const offset = Number(text)
  return /^\d+$/.test(text) && Number.isSafeInteger(offset)
    ? Result.succeed(offset)
    : Result.fail(`The offset is how many records to skip, a whole number from 0, not "${text}".`)
}

/** Puts the day in for the words `yesterday` and `latest`, Eastern time, by the clock. */
export const resolveDay = (text: string | undefined): Effect.Effect<string | undefined> => {
  switch (text?.trim().toLowerCase()) {
    case "yesterday":
      return yesterday
    case "latest":
      return latestPublishedDay
    default:
      return Effect.succeed(text)
  }
}
