import {
  type ComplaintFilter,
  type ComplaintInput,
  ComplaintQuery,
  InvalidQuery,
  type NameOf
} from "@public-records/core"
import { Effect, Result, Struct } from "effect"
import type { MirrorQuery } from "./MirrorQuery.ts"
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

type Parsed = Effect.Effect<MirrorQuery, InvalidQuery>

const invalid = (field: string, rule: string) => new InvalidQuery({ problems: [{ field, rule }] })

const wrong = (field: string, rule: string): Parsed => Effect.fail(invalid(field, rule))

/** Returns a documented filter as a query. */
export const queryOfFilter = (filter: ComplaintFilter): MirrorQuery => {
  if (filter._tag === "CreatedDate") return { created: { from: filter.date, to: filter.date } }
  if (filter._tag === "ViolationDate") return { violation: { from: filter.date, to: filter.date } }
  if (filter._tag !== "ByRobocall") return Struct.omit(filter, ["_tag"])
  return { ...Struct.omit(filter, ["_tag", "isRobocall"]), robocall: filter.isRobocall }
}

/** Parses one filter of the service, so that the service's rules for combinations do not apply. */
const parseFilter = (input: ComplaintInput, nameOf: NameOf | undefined): Parsed =>
  Effect.mapBoth(ComplaintQuery.fromInput(input, nameOf), {
    onFailure: ({ reason }) => new InvalidQuery({ problems: reason._tag === "InvalidQuery" ? reason.problems : [] }),
    onSuccess: ({ filter }) => queryOfFilter(filter)
  })

/** Parses the dates of `created` or `violation`. A range with one end is parsed as one with that end twice. */
const parseDates = (input: MirrorInput, name: "created" | "violation", nameOf: NameOf | undefined): Parsed => {
  const [date, from, to] = [input[`${name}Date`], input[`${name}From`], input[`${name}To`]]
  if ((from ?? to) === undefined) return parseFilter({ [`${name}Date`]: date }, nameOf)
  if (date !== undefined) {
    return wrong(`${name}Date`, "Ask for one date or for a range of dates, not for both: leave one out.")
  }
  return parseFilter({ [`${name}From`]: from ?? to, [`${name}To`]: to ?? from }, nameOf).pipe(
    Effect.mapError(({ problems }) => {
      const missing = from === undefined ? `${name}From` : `${name}To`
      const isGiven = from !== undefined && to !== undefined
      return new InvalidQuery({ problems: problems.filter(({ field }) => isGiven || field !== missing) })
    }),
    Effect.map(({ [name]: range }) => {
      const open = { from: from && range?.from, to: to && range?.to }
      return name === "created" ? { created: open } : { violation: open }
    })
  )
}

const parseDays = (days: string, hasRange: boolean): Parsed => {
  if (hasRange) return wrong("days", "Ask for a range of created dates or for a number of days: leave one out.")
  return /^[1-9]\d{0,6}$/.test(days)
    ? Effect.succeed({ days: Number(days) })
    : wrong("days", `The number of days is a whole number from 1, not "${days}".`)
}

const parseRobocall = (robocall: string): Parsed => {
  if (robocall.toLowerCase() === "unknown") return Effect.succeed({ robocall: null })
  const rule = `Robocall is "true", "false" or "unknown", not "${robocall}".`
  return Effect.mapError(parseFilter({ robocall }, undefined), () => invalid("robocall", rule))
}

const parseHour = (hour: string): Parsed =>
  /^(?:[01]?\d|2[0-3])$/.test(hour)
    ? Effect.succeed({ hour: Number(hour) })
    : wrong("hour", `The hour is a whole number from 0 to 23, not "${hour}".`)

const parseNumber = (number: string): Parsed =>
  Result.match(readTypedNumber(number), {
    onFailure: (rule) => wrong("number", rule),
    onSuccess: () => Effect.succeed({ number })
  })

/**
 * Parses what a user typed. `nameOf` says what messages call the members, as in `ComplaintQuery.fromInput`.
 * **Fails with** `InvalidQuery`, a message for each problem.
 */
export const parseMirrorQuery = Effect.fnUntraced(function* (
  typed: MirrorInput,
  nameOf?: NameOf
): Effect.fn.Return<MirrorQuery, InvalidQuery> {
  // A blank member counts as absent, as in a form.
  const members = Object.entries(typed).filter(([, text]) => text?.trim())
  const input: MirrorInput = Object.fromEntries(members.map(([name, text]) => [name, text.trim()]))
  const { areaCode, city, days, hour, number, robocall, state, subject } = input
  const created = input.createdDate ?? input.createdFrom ?? input.createdTo
  const violation = input.violationDate ?? input.violationFrom ?? input.violationTo
  // Without a filter of the service, nothing needs the schema of its queries, which takes a while to build.
  const given = (text: string | undefined, parse: (text: string) => Parsed) => (text === undefined ? [] : [parse(text)])
  const [queries, errors] = yield* Effect.partition(
    [
      ...given(created, () => parseDates(input, "created", nameOf)),
      ...given(violation, () => parseDates(input, "violation", nameOf)),
      ...given(state, () => parseFilter({ state }, nameOf)),
      ...given(areaCode, () => parseFilter({ areaCode }, nameOf)),
      ...given(number, parseNumber),
      ...given(days, (text) => parseDays(text, created !== undefined)),
      ...given(hour, parseHour),
      ...given(robocall, parseRobocall)
    ],
    (parsed) => parsed
  )
  const problems = errors.flatMap((error) => error.problems)
  if (problems.length > 0) return yield* Effect.fail(new InvalidQuery({ problems }))
  const query: MirrorQuery = { city, subject }
  for (const one of queries) Object.assign(query, one)
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

/** The members of an input. */
export const inputFields: ReadonlyArray<keyof MirrorInput> = [...fieldOfParameter.values(), "days"]

/**
 * Returns a query as the parameters of an `UncheckedComplaintQuery`, which `Mirror.records` understands in any combination.
 * **Gotchas** `days` has no parameter, as it depends on the newest day.
 */
export const mirrorParameters = (query: MirrorQuery): Readonly<Record<string, string>> => {
  const values: Partial<Record<keyof MirrorInput, unknown>> = {
    ...query,
    createdFrom: query.created?.from,
    createdTo: query.created?.to,
    violationFrom: query.violation?.from,
    violationTo: query.violation?.to,
    robocall: query.robocall === null ? "unknown" : query.robocall
  }
  const given = Array.from(fieldOfParameter).filter(([, field]) => values[field] !== undefined)
  return Object.fromEntries(given.map(([parameter, field]) => [parameter, String(values[field])]))
}

/** Parses parameters of the service in any combination. **Fails with** `InvalidQuery` for one that the service does not have. */
export const parseParameters = (parameters: Readonly<Record<string, string>>): Parsed => {
  const entries = Object.entries(parameters)
  const unknown = entries.filter(([name]) => !fieldOfParameter.has(name))
  const problems = unknown.map(([name]) => ({ field: name, rule: `There is no parameter "${name}"; leave it out.` }))
  if (problems.length > 0) return Effect.fail(new InvalidQuery({ problems }))
  return parseMirrorQuery(
    Object.fromEntries(entries.map(([name, value]) => [fieldOfParameter.get(name), value.replace(/^"(.*)"$/s, "$1")]))
  )
}
