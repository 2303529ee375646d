import { Effect, Option, Result } from "effect"
import { type CivilMoment } from "../dates/CivilDateTime.ts"
import { AreaCode, cityProblem, type ComplaintFilter, isForward } from "./ComplaintFilter.ts"
import {
  fieldLabel,
  InputReader,
  maxRecordsPerPage,
  readDate,
  readLimit,
  readMoment,
  readOffset,
  readOrder,
  resolveDay,
  type SortOrder
} from "./QueryInput.ts"
import { type InvalidQuery } from "../PublicRecordsError.ts"
import { findState, nearestStates, type StateName } from "./State.ts"

/**
 * A question for complaints as a person types it, in flags or in a form: text that still has to be checked.
 *
 * **Units** dates as `YYYY-MM-DD`, `yesterday` or `latest`; the ends of a range also with ` HH:MM` or ` HH:MM:SS`; `robocall` is
 * `true` or `false`; `state` a full name or postal code.
 */
export interface ComplaintInput {
  readonly createdDate?: string | undefined
  readonly createdFrom?: string | undefined
  readonly createdTo?: string | undefined
  readonly violationDate?: string | undefined
  readonly violationFrom?: string | undefined
  readonly violationTo?: string | undefined
  readonly state?: string | undefined
  readonly city?: string | undefined
  readonly areaCode?: string | undefined
  readonly robocall?: string | undefined
  readonly sort?: string | undefined
  readonly limit?: string | undefined
  readonly offset?: string | undefined
}

type Field = keyof ComplaintInput
type Reader = InputReader<Field>

const dateFields = ["createdDate", "createdFrom", "createdTo", "violationDate", "violationFrom", "violationTo"] as const
const narrowing = ["state", "areaCode", "robocall"] as const

/** What a query holds, before it is one. */
export interface ReadComplaints {
  readonly filter: ComplaintFilter
  readonly order: SortOrder
  readonly limit: number
  readonly offset: number
}

const listed = (fields: ReadonlyArray<Field>): string => fields.map(fieldLabel).join(" and ")

const together = (reader: Reader, fields: ReadonlyArray<Field>): ReadonlyArray<Field> =>
  fields.filter((field) => reader.has(field))

/** The combination rules that an input breaks, each a sentence on the member to take away or to add. */
const checkCombination = (reader: Reader): void => {
  if (reader.has("city") && !reader.has("state")) {
    reader.reject("city", "A city can only be asked for together with a state: add the state, or leave the city out.")
  }
  const narrowed = together(reader, narrowing)
  const [, second] = narrowed
  if (second !== undefined) {
    reader.reject(
      second,
      `The service takes only one of state, area code and robocall, not ${listed(narrowed)}: leave out all but one.`
    )
  }
  checkDates(reader, narrowed)
}

const checkDates = (reader: Reader, narrowed: ReadonlyArray<Field>): void => {
  const created = together(reader, ["createdFrom", "createdTo"])
  const violation = together(reader, ["violationDate", "violationFrom", "violationTo"])
  const others = [...created, ...violation, ...narrowed]
  if (reader.has("createdDate") && others.length > 0) {
    reader.reject(
      "createdDate",
      `A created date stands alone and cannot be combined with ${listed(others)}: ` +
        "use created from and created to, both with that day, or leave the rest out."
    )
  } else if (violation.length > 0 && created.length + narrowed.length > 0) {
    reader.reject(
      violation[0] ?? "violationDate",
      `The date of the call stands alone and cannot be combined with ${listed([...created, ...narrowed])}: leave one out.`
    )
  } else if (reader.has("violationDate") && violation.length > 1) {
    reader.reject("violationDate", "Ask for one violation date or for a range of them, not for both: leave one out.")
  }
}

const readRange = (
  reader: Reader,
  from: Field,
  to: Field
): { readonly from: CivilMoment; readonly to: CivilMoment } | undefined => {
  if (reader.has(from) !== reader.has(to)) {
    const [given, missing] = reader.has(from) ? [from, to] : [to, from]
    reader.reject(missing, `A range needs both ends: ${fieldLabel(given)} is there, ${fieldLabel(missing)} is missing.`)
  }
  const start = reader.read(from, readMoment(from))
  const end = reader.read(to, readMoment(to))
  if (start === undefined || end === undefined) return undefined
  if (!isForward({ from: start, to: end })) {
    reader.reject(to, `The range ends on ${end}, before it begins on ${start}: swap them.`)
  }
  return { from: start, to: end }
}

const readState = (text: string): Result.Result<StateName, string> => {
  const state = findState(text)
  if (state !== undefined) return Result.succeed(state)
  const [first, ...rest] = nearestStates(text, 3).toReversed()
  return Result.fail(
    `"${text}" is not a state of the United States. Did you mean ${rest.toReversed().join(", ")} or ${first}?`
  )
}

const readCity = (text: string): Result.Result<string, string> => {
  const problem = cityProblem(text)
  return problem === undefined ? Result.succeed(text) : Result.fail(problem)
}

const readAreaCode = (text: string): Result.Result<number, string> =>
  /^[1-9]\d\d$/.test(text)
    ? Result.succeed(AreaCode.make(Number(text)))
    : Result.fail(`An area code is a number of three digits, such as 614, not "${text}".`)

const readRobocall = (text: string): Result.Result<boolean, string> => {
  const folded = text.toLowerCase()
  return folded === "true" || folded === "false"
    ? Result.succeed(folded === "true")
    : Result.fail(`Robocall is "true" or "false", not "${text}".`)
}

const readFilter = (reader: Reader): ComplaintFilter => {
  const createdDate = reader.read("createdDate", readDate("createdDate"))
  const created = Option.fromUndefinedOr(readRange(reader, "createdFrom", "createdTo"))
  const violationDate = reader.read("violationDate", readDate("violationDate"))
  const violation = readRange(reader, "violationFrom", "violationTo")
  const state = reader.read("state", readState)
  const city = Option.fromUndefinedOr(reader.read("city", readCity))
  const areaCode = reader.read("areaCode", readAreaCode)
  const isRobocall = reader.read("robocall", readRobocall)
  const within = Option.match(created, { onNone: () => ({}), onSome: (range) => ({ created: range }) })
  if (createdDate !== undefined) return { _tag: "CreatedDate", date: createdDate }
  if (violationDate !== undefined) return { _tag: "ViolationDate", date: violationDate }
  if (violation !== undefined) return { _tag: "ViolationRange", violation }
  if (state !== undefined) {
    return {
      _tag: "ByState",
      state,
      ...Option.match(city, { onNone: () => ({}), onSome: (city) => ({ city }) }),
      ...within
    }
  }
  if (areaCode !== undefined) return { _tag: "ByAreaCode", areaCode, ...within }
  if (isRobocall !== undefined) return { _tag: "ByRobocall", isRobocall, ...within }
  return Option.match(created, {
    onNone: () => ({ _tag: "None" }),
    onSome: (range) => ({ _tag: "CreatedRange", created: range })
  })
}

/** Checks an input whose days are days. **Fails with** `InvalidQuery`, one sentence for each rule that is broken. */
export const readComplaints = (input: ComplaintInput): Effect.Effect<ReadComplaints, InvalidQuery> => {
  const reader = new InputReader<Field>(input)
  checkCombination(reader)
  return reader.finish({
    filter: readFilter(reader),
    order: reader.read("sort", readOrder) ?? "DESC",
    limit: reader.read("limit", readLimit) ?? maxRecordsPerPage,
    offset: reader.read("offset", readOffset) ?? 0
  })
}

/** Puts days in for `yesterday` and `latest`, by the clock. */
export const resolveComplaintDays = (input: ComplaintInput): Effect.Effect<ComplaintInput> =>
  Effect.map(Effect.all(Object.fromEntries(dateFields.map((field) => [field, resolveDay(input[field])]))), (days) => ({
    ...input,
    ...days
  }))

/** An input that reads back as the filter. */
export const filterInput = (filter: ComplaintFilter): ComplaintInput => {
  switch (filter._tag) {
    case "None":
      return {}
    case "CreatedDate":
      return { createdDate: filter.date }
    case "ViolationDate":
      return { violationDate: filter.date }
    case "ViolationRange":
      return { violationFrom: filter.violation.from, violationTo: filter.violation.to }
    case "CreatedRange":
      return createdInput(filter)
    case "ByState":
      return {
        ...createdInput(filter),
        state: filter.state,
        ...(filter.city === undefined ? {} : { city: filter.city })
      }
    case "ByAreaCode":
      return { ...createdInput(filter), areaCode: String(filter.areaCode) }
    case "ByRobocall":
      return { ...createdInput(filter), robocall: String(filter.isRobocall) }
  }
}

const createdInput = (filter: {
  readonly created?: { readonly from: CivilMoment; readonly to: CivilMoment }
}): ComplaintInput =>
  filter.created === undefined ? {} : { createdFrom: filter.created.from, createdTo: filter.created.to }
