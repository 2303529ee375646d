import { Effect, Result, Schema } from "effect"
import { CivilDate, civilDateProblem } from "../dates/CivilDate.ts"
import { CivilDateTime, type CivilMoment, civilMomentProblem } from "../dates/CivilDateTime.ts"
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

/** How the sentences about an input call its members: `createdFrom` is `--created-from` on a command line. */
export type NameOf = (field: string) => string

/**
 * Reads what a person typed, member by member, and remembers what is wrong with each.
 *
 * **Gotchas** a member that is absent or blank counts as not given, as an empty field of a form does.
 */
export class InputReader<Field extends string> {
  readonly problems: Array<{ readonly field: Field; readonly rule: string }> = []
  readonly #input: { readonly [F in Field]?: string | undefined }
  readonly #nameOf: NameOf | undefined

  constructor(input: { readonly [F in Field]?: string | undefined }, nameOf?: NameOf) {
    this.#input = input
    this.#nameOf = nameOf
  }

  /** Returns what sentences call a member. */
  name(field: Field): string {
    return (this.#nameOf ?? fieldLabel)(field)
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

  /** Makes the sentence on a value that is wrong. A caller that gave names puts the member's name before it. */
  wrong(field: Field): (problem: string) => string {
    return (problem) => (this.#nameOf === undefined ? `The ${fieldLabel(field)} is wrong: ${problem}.` : `${problem}.`)
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

/** A text as it was typed. */
export const readText = (text: string): Result.Result<string, string> => Result.succeed(text)

/** A day. **Fails with** the sentence that says which day does not exist, or which form is wanted. */
export const readDate =
  (wrong: (problem: string) => string) =>
  (text: string): Result.Result<CivilDate, string> => {
    const problem = civilDateProblem(text)
    return problem === undefined ? Result.succeed(CivilDate.make(text)) : Result.fail(wrong(problem))
  }

/** One end of a range: a day, or a day and time. */
export const readMoment =
  (wrong: (problem: string) => string) =>
  (text: string): Result.Result<CivilMoment, string> => {
    const problem = civilMomentProblem(text)
    if (problem !== undefined) return Result.fail(wrong(problem))
    return Result.succeed(text.length === 10 ? CivilDate.make(text) : CivilDateTime.make(text))
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
