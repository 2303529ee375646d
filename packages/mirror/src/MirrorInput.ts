import {
  type ComplaintInput,
  complaintParameters,
  InputParser,
  InvalidQuery,
  type NameOf,
  parseAreaCode,
  parseDate,
  parseEnds,
  parseState,
  resolveComplaintDays
} from "@public-records/core"
import { Effect, Result, Struct } from "effect"
import type { MirrorQuery, OpenRange } from "./MirrorQuery.ts"

/**
 * A query as a user types it, in flags or in a form. One end of a range may be missing.
 * **Units** dates as in `ComplaintInput`; `robocall` is `true`, `false` or `unknown`; `days` is a whole number from 1 to
 * 99999; `hour` is one from 0 to 23.
 */
export interface MirrorInput extends Omit<ComplaintInput, "sort" | "limit" | "offset"> {
  readonly number?: string | undefined
  readonly subject?: string | undefined
  readonly days?: string | undefined
  readonly hour?: string | undefined
}

type Parsed<A> = Result.Result<A, string>

/** Parses a day, or a range of which one end may be missing. */
const parseDates = (input: InputParser<keyof MirrorInput>, name: "created" | "violation"): OpenRange | undefined => {
  const [date, from, to] = [`${name}Date`, `${name}From`, `${name}To`] as const
  const hasRange = input.has(from) || input.has(to)
  if (!input.has(date)) return hasRange ? parseEnds(input, from, to) : undefined
  if (hasRange) input.reject(date, "Ask for one date or for a range of dates, not for both: leave one out.")
  const day = input.parse(date, parseDate(input.wrong(date)))
  return { from: day, to: day }
}

const parseDays = (text: string, hasRange: boolean): Parsed<number> => {
  if (hasRange) return Result.fail("Ask for a range of created dates or for a number of days: leave one out.")
  return /^[1-9]\d{0,4}$/.test(text)
    ? Result.succeed(Number(text))
    : Result.fail(`The number of days is a whole number from 1 to 99999, not "${text}".`)
}

const parseHour = (text: string): Parsed<number> =>
  /^(?:[01]?\d|2[0-3])$/.test(text)
    ? Result.succeed(Number(text))
    : Result.fail(`The hour is a whole number from 0 to 23, not "${text}".`)

const parseRobocall = (text: string): Parsed<boolean | null> => {
  const word = text.toLowerCase()
  if (word === "unknown") return Result.succeed(null)
  return word === "true" || word === "false"
    ? Result.succeed(word === "true")
    : Result.fail(`Robocall is "true", "false" or "unknown", not "${text}".`)
}

/**
 * Parses what a user typed. `nameOf` says what messages call the members, as in `ComplaintQuery.fromInput`.
 * **Fails with** `InvalidQuery`, a message for each problem.
 */
export const parseMirrorQuery = Effect.fnUntraced(function* (
  typed: MirrorInput,
  nameOf?: NameOf
): Effect.fn.Return<MirrorQuery, InvalidQuery> {
  const input = new InputParser<keyof MirrorInput>(yield* resolveComplaintDays(typed), nameOf)
  const created = parseDates(input, "created")
  return yield* input.finish({
    created,
    days: input.parse("days", (text) => parseDays(text, created !== undefined)),
    violation: parseDates(input, "violation"),
    number: input.parse("number", Result.succeed),
    state: input.parse("state", parseState),
    city: input.parse("city", Result.succeed),
    areaCode: input.parse("areaCode", parseAreaCode),
    subject: input.parse("subject", Result.succeed),
    hour: input.parse("hour", parseHour),
    robocall: input.parse("robocall", parseRobocall)
  })
})

/** The parameter of each member: those of the service, and three more. */
const parameters = {
  ...Struct.omit(complaintParameters, ["sort", "limit", "offset"]),
  number: "company_phone_number",
  subject: "subject",
  hour: "hour"
}

/** The members of an input. */
export const inputFields: ReadonlyArray<string> = [...Object.keys(parameters), "days"]

/**
 * Returns a query as the parameters of an `UncheckedComplaintQuery`, which `Mirror.records` understands in any combination.
 * **Gotchas** `days` has no parameter, as it depends on the newest day.
 */
export const mirrorParameters = (query: MirrorQuery): Readonly<Record<string, string>> => {
  const values: Readonly<Record<string, unknown>> = {
    ...query,
    createdFrom: query.created?.from,
    createdTo: query.created?.to,
    violationFrom: query.violation?.from,
    violationTo: query.violation?.to,
    robocall: query.robocall === null ? "unknown" : query.robocall
  }
  const given = Object.entries(parameters).filter(([field]) => values[field] !== undefined)
  return Object.fromEntries(given.map(([field, parameter]) => [parameter, String(values[field])]))
}

const fieldOfParameter: ReadonlyMap<string, string> = new Map(
  Object.entries(parameters).map(([field, parameter]) => [parameter, field])
)

/** Parses parameters of the service in any combination. **Fails with** `InvalidQuery` for one that the service does not have. */
export const parseParameters = (given: Readonly<Record<string, string>>): Effect.Effect<MirrorQuery, InvalidQuery> => {
  const entries = Object.entries(given)
  const unknown = entries.filter(([name]) => !fieldOfParameter.has(name))
  const problems = unknown.map(([name]) => ({ field: name, rule: `There is no parameter "${name}"; leave it out.` }))
  if (problems.length > 0) return Effect.fail(new InvalidQuery({ problems }))
  return parseMirrorQuery(
    Object.fromEntries(entries.map(([name, value]) => [fieldOfParameter.get(name), value.replace(/^"(.*)"$/s, "$1")]))
  )
}
