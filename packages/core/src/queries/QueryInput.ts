import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { CivilDate, civilDateProblem } from "../dates/CivilDate.ts"
import { CivilDateTime, type CivilMoment, civilMomentProblem, isCivilDateTime } from "../dates/CivilDateTime.ts"
import { latestPublishedDay, yesterday } from "../dates/PublicationCalendar.ts"
import { InvalidQuery, PublicRecordsError, type QueryProblem } from "../PublicRecordsError.ts"

/** Maximum page size of either list. The service clamps or refuses larger sizes. **Source** docs/api.md, statement 20. */
export const maxRecordsPerPage = 50

/** The order of a list by its date: newest first or oldest first. **Wire** `"DESC"` or `"ASC"`. */
export const SortOrder = Schema.Literals(["DESC", "ASC"])
export type SortOrder = typeof SortOrder.Type

const PageLimit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxRecordsPerPage }))
const PageOffset = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The order and page of a query. `limit` is the number of records on a page, `offset` the number of records before it. */
export const pageFields = { order: SortOrder, limit: PageLimit, offset: PageOffset }
type PageChoice = Schema.Struct.Type<typeof pageFields>

/** The order and page of a query as a user types them. */
export interface PageInput {
  /** Newest first (`"desc"`) or oldest first (`"asc"`). @default "desc" */
  readonly sort?: "desc" | "asc" | (string & {}) | undefined
  /** The number of records on a page, 1 to 50. @default 50 */
  readonly limit?: string | undefined
  /** The number of records before the page. @default 0 */
  readonly offset?: string | undefined
}

/** A day in Eastern time: `YYYY-MM-DD`, `"yesterday"`, or `"latest"` for the last published day. */
export type Day = "yesterday" | "latest" | (string & {})

export const toPageInput = ({ order, limit, offset }: PageChoice) => ({
  sort: order,
  limit: String(limit),
  offset: String(offset)
})

type Parsed<A> = Result.Result<A, string>

/** Returns the name of a member in messages, such as `--created-from` for `createdFrom` on a command line. */
export type NameOf = (field: string) => string

/** Parses an input member by member and collects the problems. A blank member counts as absent, as in a form. */
export class InputParser<Field extends string> {
  readonly #problems: Array<QueryProblem> = []
  readonly #input: { readonly [F in Field]?: string | undefined }
  readonly #nameOf: NameOf | undefined

  constructor(input: { readonly [F in Field]?: string | undefined }, nameOf?: NameOf) {
    this.#input = input
    this.#nameOf = nameOf
  }

  name(field: Field): string {
    return (this.#nameOf ?? fieldLabel)(field)
  }

  /** Makes the message for an invalid value. A caller with custom names prints the name before the message. */
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
    return this.#problems.length === 0 ? Effect.succeed(parsed) : invalidQuery(this.#problems)
  }
}

export const invalidQuery = (problems: ReadonlyArray<QueryProblem>): Effect.Effect<never, InvalidQuery> =>
  Effect.fail(new InvalidQuery({ problems }))

/** Makes the error of a list whose query is invalid. */
export const listError =
  (collection: "complaints" | "notices") =>
  (reason: InvalidQuery): PublicRecordsError =>
    new PublicRecordsError({ operation: `List ${collection}`, reason })

/** Returns the words in the name of a member: `createdFrom` is "created from". */
export const fieldLabel = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Makes a parser from a type guard. `problem` returns the error message. */
export const parseIf =
  <A extends string>(isValid: (text: string) => text is A, problem: (text: string) => string) =>
  (text: string): Parsed<A> =>
    isValid(text) ? Result.succeed(text) : Result.fail(problem(text))

/** Makes a parser of a date. `wrong` makes the message for an invalid one. */
export const parseDate =
  (wrong: (problem: string) => string) =>
  (text: string): Parsed<CivilDate> => {
    const problem = civilDateProblem(text)
    return problem === undefined ? Result.succeed(CivilDate.make(text)) : Result.fail(wrong(problem))
  }

/** Makes a parser of one end of a range. A time without seconds gets `seconds`, so that the range includes the full minute. */
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
  /^\d+$/.test(text) && Schema.is(PageLimit)(Number(text))
    ? Result.succeed(Number(text))
    : Result.fail(`The limit is the page size, an integer from 1 to ${maxRecordsPerPage}, not "${text}".`)

const parseOffset = (text: string): Parsed<number> =>
  /^\d+$/.test(text) && Number.isSafeInteger(Number(text))
    ? Result.succeed(Number(text))
    : Result.fail(`The offset is the number of records to skip, an integer from 0, not "${text}".`)

/** Parses the order and page of a query. The defaults are newest first and the first 50 records. */
export const parsePage = (input: InputParser<keyof PageInput>): PageChoice => ({
  order: input.parse("sort", parseOrder) ?? "DESC",
  limit: input.parse("limit", parseLimit) ?? maxRecordsPerPage,
  offset: input.parse("offset", parseOffset) ?? 0
})

/** Replaces `yesterday` and `latest` with a date in Eastern time, according to the clock. */
export const resolveDay = (text: string | undefined): Effect.Effect<string | undefined> => {
  const word = text?.trim().toLowerCase()
  if (word === "yesterday") return yesterday
  return word === "latest" ? latestPublishedDay : Effect.succeed(text)
}
