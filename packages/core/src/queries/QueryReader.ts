import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { latestPublishedDay, yesterday } from "../dates/PublicationCalendar.ts"
import { noSuchName } from "../nearestName.ts"
import { InvalidQuery, PublicRecordsError, type QueryProblem } from "../PublicRecordsError.ts"

/** The source that answers a query: the service, which refuses many combinations, or local records, which accept all. */
export type QuerySource = "service" | "local"

/**
 * A query as a person or a program writes it. Every member may be missing and may be a string: a date may be `yesterday` or `latest`,
 * a state may be its postal code, and letter case is ignored.
 */
export type Typed<Query> = { readonly [Member in keyof Query]?: Query[Member] | (string & {}) | undefined }

/** The texts of a query, by member. */
export type Texts<Member extends string> = { readonly [Name in Member]?: string }

/** Returns the name of a member in messages, such as `--created-from` for `createdFrom` on a command line. */
export type NameOf = (member: string) => string

/** Returns the words in the name of a member: `createdFrom` is "created from". */
export const labelOf: NameOf = (member) => member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Reads a text, or fails with a message. */
export type ReadText<A> = (text: string) => Result.Result<A, string>

/** Reads the texts of a query member by member, and collects the problems. */
export class QueryReader<Member extends string> {
  readonly problems: Array<QueryProblem> = []
  readonly #texts: Texts<Member>
  readonly #nameOf: NameOf | undefined

  constructor(texts: Texts<Member>, nameOf?: NameOf) {
    this.#texts = texts
    this.#nameOf = nameOf
  }

  /** Returns the value of a member, or `undefined` if it is absent or invalid. */
  read<A>(member: Member, readText: ReadText<A>): A | undefined {
    const text = this.#texts[member]
    if (text === undefined) return undefined
    const read = readText(text)
    if (Result.isSuccess(read)) return read.success
    this.reject(member, read.failure)
    return undefined
  }

  /** Creates the message for an invalid value. A caller with custom names prints the name before the message. */
  wrong(member: Member): (problem: string) => string {
    return (problem) => (this.#nameOf === undefined ? `The ${labelOf(member)} is wrong: ${problem}.` : `${problem}.`)
  }

  reject(member: Member, rule: string): void {
    this.problems.push({ field: member, rule })
  }
}

export const invalidQuery = (problems: ReadonlyArray<QueryProblem>): Effect.Effect<never, InvalidQuery> =>
  Effect.fail(new InvalidQuery({ problems }))

/** Creates the error of a list whose query is invalid. */
export const listError =
  (collection: "complaints" | "notices") =>
  (reason: InvalidQuery): PublicRecordsError =>
    new PublicRecordsError({ operation: `List ${collection}`, reason })

const article = (noun: string): string => `${/^[AEIOU]/i.test(noun) ? "an" : "a"} ${noun}`

/** Returns the kind of a value, for messages: `null`, `an array`, `a string`. */
const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return String(value)
  return article(typeof value === "object" ? Object.prototype.toString.call(value).slice(8, -1) : typeof value)
}

/** Whether a value is an object with members, and not an array, a date, a map or a promise. */
const isMembers = (value: unknown): value is object => Object.prototype.toString.call(value) === "[object Object]"

/** Returns the members of a query. `undefined` is a query without members. **Fails with** `InvalidQuery` for other values. */
export const membersOf = (query: unknown, example: string): Effect.Effect<object, InvalidQuery> => {
  if (query === undefined) return Effect.succeed({})
  const rule = `A query is an object, such as ${example}, not ${kindOf(query)}.`
  return isMembers(query) ? Effect.succeed(query) : invalidQuery([{ field: "query", rule }])
}

const words: ReadonlyMap<string, Effect.Effect<string>> = new Map([
  ["yesterday", yesterday],
  ["latest", latestPublishedDay]
])

/** Returns the text of a member. A date may be `yesterday` or `latest`, which become a date in Eastern time. */
const textOf = (value: string | number | boolean, isDate: boolean): string | Effect.Effect<string> => {
  const text = String(value).trim()
  return (isDate ? words.get(text.toLowerCase()) : undefined) ?? text
}

/** The members that a query may have. `dates` are those that may be `yesterday` or `latest`. */
interface Members {
  readonly collection: "complaints" | "notices"
  readonly names: ReadonlySet<string>
  readonly dates: ReadonlySet<string>
}

/**
 * Returns the members of a query as texts. A blank member counts as absent, as in a form. **Fails with** `InvalidQuery`, one problem
 * for each unknown member and each value that is no text.
 */
export const textsOf = Effect.fnUntraced(function* ({ collection, dates, names }: Members, members: object) {
  const problems: Array<QueryProblem> = []
  const texts: Record<string, string> = {}
  for (const [field, value] of Object.entries(members)) {
    if (!names.has(field)) {
      problems.push({ field, rule: noSuchName(`A query for ${collection} has no member`, field, names) })
    } else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      const text = textOf(value, dates.has(field))
      if (text !== "") texts[field] = typeof text === "string" ? text : yield* text
    } else if (value !== undefined && value !== null) {
      const rule = `The ${labelOf(field)} must be a string, a number or a boolean, not ${kindOf(value)}.`
      problems.push({ field, rule })
    }
  }
  return problems.length === 0 ? texts : yield* invalidQuery(problems)
})

/** Returns an object without the members that are `undefined`. All members must be named, so that none is forgotten. */
export function withoutAbsent<Members extends object>(members: {
  readonly [Name in keyof Members]-?: Members[Name] | undefined
}): Members
export function withoutAbsent(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** Returns the problem of an id: it is no string, would change the path, or cannot be the id of any record. */
export const idProblem = (id: unknown): string | undefined => {
  if (typeof id !== "string") return `The id is a string, not ${kindOf(id)}. Copy it from a list.`
  const isPossible = id !== "." && id !== ".." && id.isWellFormed() && !/\p{Cc}/u.test(id)
  return isPossible ? undefined : "The id contains characters that no id can have. Copy it from a list."
}
