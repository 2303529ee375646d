import { Effect, Result, Schema } from "effect"
import { CivilDate, civilDateProblem } from "../dates/CivilDate.ts"
import { CivilDateTime, type CivilMoment, civilMomentProblem, isCivilDateTime } from "../dates/CivilDateTime.ts"
import { latestPublishedDay, yesterday } from "../dates/PublicationCalendar.ts"
import { InvalidQuery } from "../PublicRecordsError.ts"

/** The largest page of either list. The service clamps or refuses a larger page size. **Source** docs/api.md, statement 20. */
export const maxRecordsPerPage = 50

/**
 * The order of a list by its date: newest first or oldest first.
 * **Wire** `"DESC"` or `"ASC"`.
 */
export const SortOrder = Schema.Literals(["DESC", "ASC"])
export type SortOrder = typeof SortOrder.Type

const PageLimit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxRecordsPerPage }))
const PageOffset = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The order and the page of a query. **Units** `limit` records on a page, 1 to 50; `offset` records skipped, from 0. */
export const pageFields = { order: SortOrder, limit: PageLimit, offset: PageOffset }
type PageChoice = Schema.Struct.Type<typeof pageFields>

/** The order and the page of a query as a user types it. */
export interface PageInput {
  readonly sort?: string | undefined
  readonly limit?: string | undefined
  readonly offset?: string | undefined
}

export const toPageInput = ({ order, limit, offset }: PageChoice) => ({
  sort: order,
  limit: String(limit),
  offset: String(offset)
})

type Parsed<A> = Result.Result<A, string>

/** What messages call the members of an input: `createdFrom` is `--created-from` on a command line. */
export type NameOf = (field: string) => string

/**
 * Parses what a user typed, member by member, and collects the problems of each.
 * **Gotchas** a member that is absent or blank counts as not given, like an empty field of a form.
 */
export class InputParser<Field extends string> {
  readonly #problems: Array<{ readonly field: string; readonly rule: string }> = []
  readonly #input: { readonly [F in Field]?: string | undefined }
  readonly #nameOf: NameOf | undefined

  constructor(input: { readonly [F in Field]?: string | undefined }, nameOf?: NameOf) {
    this.#input = input
    this.#nameOf = nameOf
  }

  name(field: Field): string {
    return (this.#nameOf ?? fieldLabel)(field)
  }

  /** Makes the message about a wrong value. A caller with own names puts the name before it. */
  wrong(field: Field): (problem: string) => string {
    return (problem) => (this.#nameOf === undefined ? `The ${fieldLabel(field)} is wrong: ${problem}.` : `${problem}.`)
  }

  has(field: Field): boolean {
    return (this.#input[field] ?? "").trim() !== ""
  }

  parse<A>(field: Field, parse: (text: string) => Parsed<A>): A | undefined {
    if (!this.has(field)) return undefined
    const parsed = parse((this.#input[field] ?? "").trim())
    if (Result.isSuccess(parsed)) return parsed.success
    this.reject(field, parsed.failure)
    return undefined
  }

  reject(field: Field, rule: string): void {
    this.#problems.push({ field, rule })
  }

  finish<A>(parsed: A): Effect.Effect<A, InvalidQuery> {
    const problems = this.#problems
    return problems.length === 0 ? Effect.succeed(parsed) : Effect.fail(new InvalidQuery({ problems }))
  }
}

/** Names a member as people write it: `createdFrom` is "created from". */
export const fieldLabel = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Parses a text that a test accepts. A problem is the error message for other texts. */
export const parseIf =
  <A extends string>(isValid: (text: string) => text is A, problem: (text: string) => string) =>
  (text: string): Parsed<A> =>
    isValid(text) ? Result.succeed(text) : Result.fail(problem(text))

/** Parses a date. A problem says which date does not exist, or which format is expected. */
export const parseDate =
  (wrong: (problem: string) => string) =>
  (text: string): Parsed<CivilDate> => {
    const problem = civilDateProblem(text)
    return problem === undefined ? Result.succeed(CivilDate.make(text)) : Result.fail(wrong(problem))
  }

/** Parses one end of a range: a date, or a date and time. A time without seconds covers its whole minute. */
export const parseMoment =
  (wrong: (problem: string) => string, seconds: "00" | "59") =>
  (text: string): Parsed<CivilMoment> => {
    const moment = text.length === 16 ? `${text}:${seconds}` : text
    const problem = isCivilDateTime(moment) ? undefined : civilMomentProblem(text)
    if (problem !== undefined) return Result.fail(wrong(problem))
    return Result.succeed(moment.length === 10 ? CivilDate.make(moment) : CivilDateTime.make(moment))
  }

const parseOrder = (text: string): Parsed<SortOrder> => {
  const order = text.toUpperCase()
  return Schema.is(SortOrder)(order)
    ? Result.succeed(order)
    : Result.fail(`The sort order is "desc" (newest first) or "asc" (oldest first), not "${text}".`)
}

const parseLimit = (text: string): Parsed<number> =>
  /^-?\d+$/.test(text) && Schema.is(PageLimit)(Number(text))
    ? Result.succeed(Number(text))
    : Result.fail(`The limit is the size of a page, a whole number from 1 to ${maxRecordsPerPage}, not "${text}".`)

const parseOffset = (text: string): Parsed<number> =>
  /^\d+$/.test(text) && Number.isSafeInteger(Number(text))
    ? Result.succeed(Number(text))
    : Result.fail(`The offset is how many records to skip, a whole number from 0, not "${text}".`)

/** Parses the order and the page of a query. Newest first and the first 50 records are the defaults. */
export const parsePage = (input: InputParser<keyof PageInput>): PageChoice => ({
  order: input.parse("sort", parseOrder) ?? "DESC",
  limit: input.parse("limit", parseLimit) ?? maxRecordsPerPage,
  offset: input.parse("offset", parseOffset) ?? 0
})

/** Replaces the words `yesterday` and `latest` by their date in Eastern time, by the clock. */
export const resolveDay = (text: string | undefined): Effect.Effect<string | undefined> => {
  const word = text?.trim().toLowerCase()
  if (word === "yesterday") return yesterday
  return word === "latest" ? latestPublishedDay : Effect.succeed(text)
}
