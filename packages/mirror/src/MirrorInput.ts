import {
  type ComplaintFilter,
  type ComplaintInput,
  ComplaintQuery,
  InvalidQuery,
  type NameOf
} from "@public-records/core"
import { Effect, Result } from "effect"
import type { MirrorQuery, OpenRange } from "./MirrorQuery.ts"
import { readTypedNumber } from "./numbers/typedNumber.ts"

/**
 * A query as a user types it, in flags or in a form. One end of a range may be missing.
 * **Units** dates as in `ComplaintInput`; `robocall` is `true`, `false` or `unknown`; `days` is a whole number from 1; `hour` is one
 * from 0 to 23.
 */
export interface MirrorInput extends Omit<ComplaintInput, "sort" | "limit" | "offset"> {
  readonly number?: string | undefined
  readonly subject?: string | undefined
  readonly days?: string | undefined
  readonly hour?: string | undefined
}

type Problems = InvalidQuery["problems"]
type Parsed<A> = Effect.Effect<A, InvalidQuery>

const invalid = (field: string, rule: string) => Effect.fail(new InvalidQuery({ problems: [{ field, rule }] }))

const given = (text: string | undefined): string | undefined => (text?.trim() === "" ? undefined : text?.trim())

/** Parses the ends of a range one by one, as the service's rules for a range are about both. */
const parseRange = Effect.fnUntraced(function* (
  input: MirrorInput,
  name: "created" | "violation",
  nameOf: NameOf | undefined
): Effect.fn.Return<OpenRange | undefined, InvalidQuery> {
  const [date, from, to] = [given(input[`${name}Date`]), given(input[`${name}From`]), given(input[`${name}To`])]
  if (date !== undefined && (from ?? to) !== undefined) {
    return yield* invalid(`${name}Date`, "Ask for one date or for a range of dates, not for both: leave one out.")
  }
  if (date !== undefined) {
    const filter = yield* parseFilter({ [`${name}Date`]: date }, nameOf)
    return "date" in filter ? { from: filter.date, to: filter.date } : undefined
  }
  const [first, last] = [from ?? to, to ?? from]
  if (first === undefined) return undefined
  const filter = yield* parseFilter({ [`${name}From`]: first, [`${name}To`]: last }, nameOf)
  const range = filter._tag === "ViolationRange" ? filter.violation : "created" in filter ? filter.created : undefined
  return { from: from === undefined ? undefined : range?.from, to: to === undefined ? undefined : range?.to }
})

const parseFilter = (input: ComplaintInput, nameOf: NameOf | undefined) =>
  Effect.mapBoth(ComplaintQuery.fromInput(input, nameOf), {
    onFailure: ({ reason }) => new InvalidQuery({ problems: reason._tag === "InvalidQuery" ? reason.problems : [] }),
    onSuccess: ({ filter }) => filter
  })

/** Parses one filter. Without it, nothing needs the schema of a query, which takes a while to build. */
const parseGiven = (
  name: "state" | "areaCode" | "robocall",
  text: string | undefined,
  nameOf: NameOf | undefined
): Parsed<ComplaintFilter | undefined> =>
  text === undefined ? Effect.succeed(undefined) : parseFilter({ [name]: text }, nameOf)

const parseDays = (text: string | undefined, hasRange: boolean): Parsed<number | undefined> => {
  if (text === undefined) return Effect.succeed(undefined)
  if (hasRange) return invalid("days", "Ask for a range of created dates or for a number of days: leave one out.")
  return /^[1-9]\d{0,6}$/.test(text)
    ? Effect.succeed(Number(text))
    : invalid("days", `The number of days is a whole number from 1, not "${text}".`)
}

const parseNumber = (text: string | undefined): Parsed<string | undefined> => {
  const problem = text === undefined ? undefined : Result.getFailure(readTypedNumber(text))
  return problem?._tag === "Some" ? invalid("number", problem.value) : Effect.succeed(text)
}

const parseHour = (text: string | undefined): Parsed<number | undefined> => {
  if (text === undefined) return Effect.succeed(undefined)
  return /^(?:[01]?\d|2[0-3])$/.test(text)
    ? Effect.succeed(Number(text))
    : invalid("hour", `The hour is a whole number from 0 to 23, not "${text}".`)
}

const parseRobocall = (text: string | undefined, nameOf: NameOf | undefined): Parsed<boolean | null | undefined> =>
  text?.toLowerCase() === "unknown"
    ? Effect.succeed(null)
    : parseGiven("robocall", text, nameOf).pipe(
        Effect.map((filter) => (filter?._tag === "ByRobocall" ? filter.isRobocall : undefined)),
        Effect.catch(() => invalid("robocall", `Robocall is "true", "false" or "unknown", not "${text}".`))
      )

/**
 * Parses what a user typed. `nameOf` says what messages call the members, as in `ComplaintQuery.fromInput`.
 * **Fails with** `InvalidQuery`, a message for each problem.
 */
export const parseMirrorQuery = Effect.fnUntraced(function* (
  input: MirrorInput,
  nameOf?: NameOf
): Effect.fn.Return<MirrorQuery, InvalidQuery> {
  const problems: Array<Problems[number]> = []
  const collect = <A>(parsed: Parsed<A>): Effect.Effect<A | undefined> =>
    parsed.pipe(Effect.catchTag("InvalidQuery", (error) => Effect.sync(() => void problems.push(...error.problems))))
  const created = yield* collect(parseRange(input, "created", nameOf))
  const violation = yield* collect(parseRange(input, "violation", nameOf))
  const state = yield* collect(parseGiven("state", input.state, nameOf))
  const area = yield* collect(parseGiven("areaCode", input.areaCode, nameOf))
  const query: MirrorQuery = {
    number: yield* collect(parseNumber(given(input.number))),
    created,
    days: yield* collect(parseDays(given(input.days), created !== undefined)),
    violation,
    state: state?._tag === "ByState" ? state.state : undefined,
    city: given(input.city),
    areaCode: area?._tag === "ByAreaCode" ? area.areaCode : undefined,
    subject: given(input.subject),
    hour: yield* collect(parseHour(given(input.hour))),
    robocall: yield* collect(parseRobocall(given(input.robocall), nameOf))
  }
  if (problems.length > 0) return yield* Effect.fail(new InvalidQuery({ problems }))
  return query
})

/** The member of an input for each parameter: those of the service, and three more. */
const fieldOfParameter: ReadonlyMap<string, keyof MirrorInput> = new Map([
  ["created_date", "createdDate"],
  ["created_date_from", "createdFrom"],
  ["created_date_to", "createdTo"],
  ["violation_date", "violationDate"],
  ["violation_date_from", "violationFrom"],
  ["violation_date_to", "violationTo"],
  ["state", "state"],
  ["city", "city"],
  ["area_code", "areaCode"],
  ["is_robocall", "robocall"],
  ["company_phone_number", "number"],
  ["subject", "subject"],
  ["hour", "hour"]
])

/**
 * Returns a query as the parameters of an `UncheckedComplaintQuery`, which `Mirror.records` understands in any combination.
 * **Gotchas** `days` has no parameter, as it depends on the newest day.
 */
export const mirrorParameters = (query: MirrorQuery): Readonly<Record<string, string>> => {
  const values: Partial<Record<keyof MirrorInput, unknown>> = {
    createdFrom: query.created?.from,
    createdTo: query.created?.to,
    violationFrom: query.violation?.from,
    violationTo: query.violation?.to,
    state: query.state,
    city: query.city,
    areaCode: query.areaCode,
    robocall: query.robocall === null ? "unknown" : query.robocall,
    number: query.number,
    subject: query.subject,
    hour: query.hour
  }
  const given = Array.from(fieldOfParameter).filter(([, field]) => values[field] !== undefined)
  return Object.fromEntries(given.map(([parameter, field]) => [parameter, String(values[field])]))
}

/** Parses parameters of the service in any combination. **Fails with** `InvalidQuery` for one that the service does not have. */
export const parseParameters = (parameters: Readonly<Record<string, string>>): Parsed<MirrorQuery> => {
  const entries = Object.entries(parameters)
  const unknown = entries.filter(([name]) => !fieldOfParameter.has(name))
  const problems = unknown.map(([name]) => ({ field: name, rule: `There is no parameter "${name}"; leave it out.` }))
  if (problems.length > 0) return Effect.fail(new InvalidQuery({ problems }))
  return parseMirrorQuery(
    Object.fromEntries(entries.map(([name, value]) => [fieldOfParameter.get(name), value.replace(/^"(.*)"$/s, "$1")]))
  )
}
