import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { AreaCode, type CivilRange, type ComplaintFilter, isForward } from "./ComplaintFilter.ts"
import type { PlainInput } from "./plainQuery.ts"
import {
  type Day,
  InputParser,
  type NameOf,
  type PageInput,
  parseDate,
  parseMoment,
  parsePage,
  resolveDay
} from "./QueryInput.ts"
import { findState, nearestStates } from "./State.ts"
import type { StateCode, StateName } from "./stateList.ts"

/**
 * A query for complaints as a user types it in flags or a form. `ComplaintQuery.fromInput` checks it.
 *
 * **Units** dates in Eastern time. The ends of a range may have a time: ` HH:MM` or ` HH:MM:SS`.
 */
export interface ComplaintInput extends PageInput {
  /** The day of the complaint. Stands alone. */
  readonly createdDate?: Day | undefined
  /** The first day of the complaints. Requires `createdTo`. */
  readonly createdFrom?: Day | undefined
  /** The last day of the complaints. Requires `createdFrom`. */
  readonly createdTo?: Day | undefined
  /** The day of the call. Stands alone. */
  readonly violationDate?: Day | undefined
  /** The first day of the calls. Requires `violationTo`, and stands alone with it. */
  readonly violationFrom?: Day | undefined
  /** The last day of the calls. Requires `violationFrom`. */
  readonly violationTo?: Day | undefined
  /** The consumer's state, by full name or postal code. Excludes `areaCode` and `robocall`. */
  readonly state?: StateName | StateCode | (string & {}) | undefined
  /** The consumer's city. Requires `state`. */
  readonly city?: string | undefined
  /** The consumer's area code, 100 to 999. Excludes `state` and `robocall`. */
  readonly areaCode?: string | undefined
  /** Whether the call was a recording. Excludes `state` and `areaCode`. */
  readonly robocall?: "true" | "false" | (string & {}) | undefined
}

/** A query for complaints as a plain object, such as `{ state: "Ohio", limit: 10 }`. */
export interface PlainComplaintInput extends PlainInput<ComplaintInput, "areaCode" | "limit" | "offset", "robocall"> {}

type Field = keyof ComplaintInput
type Parser = InputParser<Field>

const dateFields = ["createdDate", "createdFrom", "createdTo", "violationDate", "violationFrom", "violationTo"] as const

/** Checks the combination rules. Each problem names the member to remove or add. */
const checkCombination = (input: Parser): void => {
  const given = (fields: ReadonlyArray<Field>): ReadonlyArray<Field> => fields.filter((field) => input.has(field))
  const listed = (fields: ReadonlyArray<Field>): string => fields.map((field) => input.name(field)).join(" and ")
  const narrowed = given(["state", "areaCode", "robocall"])
  const created = given(["createdFrom", "createdTo"])
  const violation = given(["violationDate", "violationFrom", "violationTo"])
  const [, second] = narrowed
  if (input.has("city") && !input.has("state")) {
    input.reject("city", "A city requires a state. Add the state or remove the city.")
  }
  if (second !== undefined) {
    input.reject(
      second,
      `The service accepts only one of state, area code and robocall, not ${listed(narrowed)}. Remove all but one.`
    )
  }
  const others = [...created, ...violation, ...narrowed]
  if (input.has("createdDate") && others.length > 0) {
    input.reject(
      "createdDate",
      `A ${input.name("createdDate")} cannot be combined with ${listed(others)}. ` +
        `Use ${input.name("createdFrom")} and ${input.name("createdTo")}, both with that day, or remove the others.`
    )
  } else if (violation.length > 0 && created.length + narrowed.length > 0) {
    input.reject(
      violation[0] ?? "violationDate",
      `The date of the call cannot be combined with ${listed([...created, ...narrowed])}. Remove one of them.`
    )
  } else if (input.has("violationDate") && violation.length > 1) {
    input.reject("violationDate", `Use one ${input.name("violationDate")} or a range, not both. Remove one of them.`)
  }
}

/** Parses the ends of a range that are given, each alone or both. The range must not end before it begins. */
export const parseEnds = <Name extends string>(input: InputParser<Name>, from: Name, to: Name) => {
  const start = input.parse(from, parseMoment(input.wrong(from), "00"))
  const end = input.parse(to, parseMoment(input.wrong(to), "59"))
  if (start !== undefined && end !== undefined && !isForward({ from: start, to: end })) {
    input.reject(to, `The range ends on ${end}, before it begins on ${start}. Swap them.`)
  }
  return { from: start, to: end }
}

const parseRange = (input: Parser, from: Field, to: Field): CivilRange | undefined => {
  if (input.has(from) !== input.has(to)) {
    const [given, missing] = input.has(from) ? [from, to] : [to, from]
    input.reject(missing, `A range needs both ends. Add ${input.name(missing)} or remove ${input.name(given)}.`)
  }
  const { from: start, to: end } = parseEnds(input, from, to)
  return start === undefined || end === undefined ? undefined : { from: start, to: end }
}

/** Parses the full name or the postal code of a state. */
export const parseState = (text: string): Result.Result<StateName, string> => {
  const state = findState(text)
  if (state !== undefined) return Result.succeed(state)
  const nearest = nearestStates(text, 3)
  const names = `${nearest.slice(0, -1).join(", ")} or ${nearest.at(-1)}`
  return Result.fail(`"${text}" is not a state of the United States. Did you mean ${names}?`)
}

const parseCity = (text: string): Result.Result<string, string> =>
  text.includes('"')
    ? Result.fail("The city contains a double quote, which cannot be sent. Remove it.")
    : Result.succeed(text)

/** Parses an area code of three digits. */
export const parseAreaCode = (text: string): Result.Result<number, string> =>
  /^[1-9]\d\d$/.test(text)
    ? Result.succeed(AreaCode.make(Number(text)))
    : Result.fail(`An area code has three digits, such as 614, not "${text}".`)

const parseRobocall = (text: string): Result.Result<boolean, string> =>
  /^(true|false)$/i.test(text)
    ? Result.succeed(text.toLowerCase() === "true")
    : Result.fail(`Robocall is "true" or "false", not "${text}".`)

const parseFilter = (input: Parser): ComplaintFilter => {
  const createdDate = input.parse("createdDate", parseDate(input.wrong("createdDate")))
  const created = parseRange(input, "createdFrom", "createdTo")
  const violationDate = input.parse("violationDate", parseDate(input.wrong("violationDate")))
  const violation = parseRange(input, "violationFrom", "violationTo")
  const state = input.parse("state", parseState)
  const city = input.parse("city", parseCity)
  const areaCode = input.parse("areaCode", parseAreaCode)
  const isRobocall = input.parse("robocall", parseRobocall)
  const range = created === undefined ? {} : { created }
  if (createdDate !== undefined) return { _tag: "CreatedDate", date: createdDate }
  if (violationDate !== undefined) return { _tag: "ViolationDate", date: violationDate }
  if (violation !== undefined) return { _tag: "ViolationRange", violation }
  if (state !== undefined) return { _tag: "ByState", state, ...(city === undefined ? {} : { city }), ...range }
  if (areaCode !== undefined) return { _tag: "ByAreaCode", areaCode, ...range }
  if (isRobocall !== undefined) return { _tag: "ByRobocall", isRobocall, ...range }
  return created === undefined ? { _tag: "None" } : { _tag: "CreatedRange", created }
}

/** Parses an input without `yesterday` and `latest`. **Fails with** `InvalidQuery`, one problem for each broken rule. */
export const parseComplaintInput = (input: ComplaintInput, nameOf?: NameOf) => {
  const parser = new InputParser<Field>(input, nameOf)
  checkCombination(parser)
  return parser.finish({ filter: parseFilter(parser), ...parsePage(parser) })
}

/** Replaces `yesterday` and `latest` with dates, according to the clock. */
export const resolveComplaintDays = <Input extends ComplaintInput>(input: Input): Effect.Effect<Input> =>
  Effect.map(Effect.all(Object.fromEntries(dateFields.map((field) => [field, resolveDay(input[field])]))), (days) => ({
    ...input,
    ...days
  }))

const createdInput = ({ created }: { readonly created?: CivilRange }): ComplaintInput =>
  created === undefined ? {} : { createdFrom: created.from, createdTo: created.to }

export const complaintFilterInput = (filter: ComplaintFilter): ComplaintInput => {
  switch (filter._tag) {
    case "None":
      return {}
    case "CreatedDate":
      return { createdDate: filter.date }
    case "CreatedRange":
      return createdInput(filter)
    case "ViolationDate":
      return { violationDate: filter.date }
    case "ViolationRange":
      return { violationFrom: filter.violation.from, violationTo: filter.violation.to }
    case "ByState": {
      const { city, state } = filter
      return { ...createdInput(filter), state, ...(city === undefined ? {} : { city }) }
    }
    case "ByAreaCode":
      return { ...createdInput(filter), areaCode: String(filter.areaCode) }
    case "ByRobocall":
      return { ...createdInput(filter), robocall: String(filter.isRobocall) }
  }
}
