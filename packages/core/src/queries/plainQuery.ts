import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { noSuchName } from "../nearestName.ts"
import type { QueryProblem } from "../PublicRecordsError.ts"
import { fieldLabel } from "./QueryInput.ts"

/** An input some of whose members may also be numbers or booleans. */
export type PlainInput<Input, Numbers extends keyof Input, Booleans extends keyof Input = never> = {
  readonly [Field in keyof Input]:
    | Input[Field]
    | (Field extends Numbers ? number : never)
    | (Field extends Booleans ? boolean : never)
}

type Texts = { readonly [field: string]: string | undefined }
type Problems = ReadonlyArray<QueryProblem>

const article = (noun: string): string => `${/^[AEIOU]/i.test(noun) ? "an" : "a"} ${noun}`

/** Returns the kind of a value, for messages: `null`, `an array`, `a string`. */
const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return String(value)
  return article(typeof value === "object" ? Object.prototype.toString.call(value).slice(8, -1) : typeof value)
}

/** Whether a value is an object with members, and not an array, a date, a map or a promise. */
const isMembers = (value: unknown): value is object => Object.prototype.toString.call(value) === "[object Object]"

/**
 * Returns the members of a query, or the problem of a value that is no query. `undefined` is a query without members. A query of a
 * class of another copy of this package, such as its other entry, is converted.
 */
export const membersOf = (query: unknown, example: string): Result.Result<object, Problems> => {
  if (query === undefined) return Result.succeed({})
  if (Predicate.hasProperty(query, "toUrlParams")) {
    const members = Predicate.hasProperty(query, "toInput") && Predicate.isFunction(query.toInput) && query.toInput()
    if (isMembers(members)) return Result.succeed(members)
    const rule = `The query was made by another copy of this package. Pass an object, such as ${example}.`
    return Result.fail([{ field: "query", rule }])
  }
  const rule = `A query is an object, such as ${example}, not ${kindOf(query)}.`
  return isMembers(query) ? Result.succeed(query) : Result.fail([{ field: "query", rule }])
}

const toText = (field: string, value: unknown): Result.Result<string | undefined, string> => {
  if (value === undefined || value === null) return Result.succeed(undefined)
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? Result.succeed(String(value))
    : Result.fail(`The ${fieldLabel(field)} must be a string, a number or a boolean, not ${kindOf(value)}.`)
}

/** Converts the members of a query to strings, or returns the problem of each invalid or unknown member. */
export const toTexts = (
  members: object,
  collection: "complaints" | "notices",
  fields: ReadonlySet<string>
): Result.Result<Texts, Problems> => {
  const problems: Array<QueryProblem> = []
  const texts: Array<readonly [string, string | undefined]> = []
  for (const [field, value] of Object.entries(members)) {
    const text = fields.has(field)
      ? toText(field, value)
      : Result.fail(noSuchName(`A query for ${collection} has no member`, field, fields))
    if (Result.isSuccess(text)) texts.push([field, text.success])
    else problems.push({ field, rule: text.failure })
  }
  return problems.length === 0 ? Result.succeed(Object.fromEntries(texts)) : Result.fail(problems)
}

/** Returns the problem of an id: it is no string, would change the path, or cannot be the id of any record. */
export const idProblem = (id: unknown): string | undefined => {
  if (typeof id !== "string") return `The id is a string, not ${kindOf(id)}. Copy it from a list.`
  const isPossible = id !== "." && id !== ".." && id.isWellFormed() && !/\p{Cc}/u.test(id)
  return isPossible ? undefined : "The id contains characters that no id can have. Copy it from a list."
}
