import type * as Brand from "effect/Brand"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as UrlParams from "effect/http/UrlParams"
import type { CivilDate } from "../dates/CivilDate.ts"
import type { CivilMoment } from "../dates/CivilDateTime.ts"
import type { InvalidQuery, PublicRecordsError } from "../PublicRecordsError.ts"
import { ComplaintFilters } from "./ComplaintFilters.ts"
import { complaintMembers, complaintParameters, pagingParameters } from "./complaintParameters.ts"
import { localProblems, serviceProblems } from "./complaintRules.ts"
import { type CivilRange, type DayWindow, dayWindows, isLongerThanADay } from "./dayWindows.ts"
import { firstPage, type Paging, pagingFields, readPaging } from "./Paging.ts"
import {
  invalidQuery,
  listError,
  membersOf,
  type NameOf,
  QueryReader,
  type QuerySource,
  type ReadText,
  textsOf,
  type Typed,
  withoutAbsent
} from "./QueryReader.ts"
import { readAnyText, readDate, readInteger, readMoment } from "./readText.ts"
import { readState, type StateName } from "./State.ts"

type Filter = keyof ComplaintFilters
/** The filters that are texts. */
type TextFilters = Omit<ComplaintFilters, "unchecked">
type Reader = QueryReader<keyof TextFilters | keyof Paging>

/** A query for complaints as a person or a program writes it, such as `{ state: "OH", createdDate: "latest", limit: 10 }`. */
export interface ComplaintInput extends Typed<Omit<TextFilters & Paging, "number">> {
  readonly number?: string | number | undefined
  readonly unchecked?: ComplaintFilters["unchecked"] | undefined
}

/** Accepts some filters and excludes all others. */
type Only<Accepted> = Accepted extends unknown
  ? Accepted & { readonly [Other in Exclude<Filter, keyof Accepted>]?: undefined }
  : never

/**
 * A query that the service can answer, as a literal, such as `{ state: "Ohio", limit: 10 }`. Other combinations do not compile.
 *
 * **Source** docs/api.md, statement 18.
 */
export type ServiceComplaintQuery = Partial<Paging> &
  Only<
    | { readonly createdDate: CivilDate }
    | { readonly violationDate: CivilDate }
    | { readonly violationFrom: CivilMoment; readonly violationTo: CivilMoment }
    | { readonly unchecked: { readonly [parameter: string]: string } }
    | (({} | { readonly createdFrom: CivilMoment; readonly createdTo: CivilMoment }) &
        (
          | {}
          | { readonly state: StateName; readonly city?: string }
          | { readonly areaCode: number }
          | { readonly robocall: boolean }
        ))
  >

const filterNames: ReadonlyArray<string> = Object.keys(ComplaintFilters.fields).filter((name) => name !== "unchecked")

const members = {
  collection: "complaints",
  names: new Set([...filterNames, ...Object.keys(pagingFields), "unchecked"]),
  dates: new Set(filterNames.filter((name) => /^(created|violation)/.test(name)))
} as const

const readAreaCode = readInteger(/^[1-9]\d\d$/, "An area code has three digits, such as 614")
const readHour = readInteger(/^([01]?\d|2[0-3])$/, "The hour is a whole number from 0 to 23")
const readDays = readInteger(/^[1-9]\d{0,4}$/, "The number of days is a whole number from 1 to 99999")

const readRobocall =
  (source: QuerySource): ReadText<boolean | "unknown"> =>
  (text) => {
    const word = text.toLowerCase()
    if (word === "unknown") return Result.succeed(word)
    if (word === "true" || word === "false") return Result.succeed(word === "true")
    const expected = source === "service" ? '"true" or "false"' : '"true", "false" or "unknown"'
    return Result.fail(`Robocall is ${expected}, not "${text}".`)
  }

/** Reads the ends of a range that are given. The range must not end before it begins. */
const readEnds = (reader: Reader, from: "createdFrom" | "violationFrom", to: "createdTo" | "violationTo") => {
  const start = reader.read(from, readMoment(reader.wrong(from), "00"))
  const end = reader.read(to, readMoment(reader.wrong(to), "59"))
  // With the appended time, a date sorts after all times of its day. A date and time keeps its position.
  if (start !== undefined && end !== undefined && start > `${end} 23:59:59`) {
    reader.reject(to, `The range ends on ${end}, before it begins on ${start}. Swap them.`)
  }
  return [start, end] as const
}

const readFilters = (reader: Reader, source: QuerySource): TextFilters => {
  const createdDate = reader.read("createdDate", readDate(reader.wrong("createdDate")))
  const [createdFrom, createdTo] = readEnds(reader, "createdFrom", "createdTo")
  const violationDate = reader.read("violationDate", readDate(reader.wrong("violationDate")))
  const [violationFrom, violationTo] = readEnds(reader, "violationFrom", "violationTo")
  return withoutAbsent<TextFilters>({
    createdDate,
    createdFrom,
    createdTo,
    violationDate,
    violationFrom,
    violationTo,
    state: reader.read("state", readState),
    city: reader.read("city", readAnyText),
    areaCode: reader.read("areaCode", readAreaCode),
    robocall: reader.read("robocall", readRobocall(source)),
    number: reader.read("number", readAnyText),
    subject: reader.read("subject", readAnyText),
    hour: reader.read("hour", readHour),
    days: reader.read("days", readDays)
  })
}

const isParameters = Schema.is(ComplaintFilters.fields.unchecked.schema)

/** Reads unchecked parameters, which must not contain those of order and page. */
const readUnchecked = (unchecked: unknown): Effect.Effect<Readonly<Record<string, string>>, InvalidQuery> => {
  if (isParameters(unchecked) && pagingParameters.every((name) => !Object.hasOwn(unchecked, name))) {
    return Effect.succeed(unchecked)
  }
  const rule = `unchecked is an object of strings without ${pagingParameters.join(", ")}. Use sort, limit and offset.`
  return invalidQuery([{ field: "unchecked", rule }])
}

/**
 * Reads a query of any origin: flags, a form, parameters, JSON, or a query that was read before, which stays the same. `nameOf`
 * returns the name of a member in messages. By default `createdFrom` is "created from".
 *
 * Local records read the parameters of `unchecked` as filters.
 *
 * **Fails with** `InvalidQuery`, one problem for each invalid member and each combination that the source cannot answer.
 */
export const readComplaintQuery = Effect.fnUntraced(function* (
  query: unknown,
  source: QuerySource,
  nameOf?: NameOf
): Effect.fn.Return<ComplaintQuery, InvalidQuery> {
  const { unchecked: parameters, ...typed }: { readonly unchecked?: unknown } = yield* membersOf(
    query,
    '{ state: "Ohio" }'
  )
  const unchecked = parameters === undefined || parameters === null ? undefined : yield* readUnchecked(parameters)
  const texts: Readonly<Record<string, string>> = yield* textsOf(members, typed)
  if (unchecked !== undefined && filterNames.some((name) => texts[name] !== undefined)) {
    const rule = "unchecked replaces all filters. Remove the other filters, or add their parameters to it."
    return yield* invalidQuery([{ field: "unchecked", rule }])
  }
  if (unchecked !== undefined && source === "local") {
    const filters = yield* complaintMembers(UrlParams.fromInput(unchecked))
    return yield* readComplaintQuery({ ...filters, ...texts }, source, nameOf)
  }
  const reader: Reader = new QueryReader(texts, nameOf)
  const rules = source === "service" ? serviceProblems : localProblems
  const read = { ...readFilters(reader, source), ...(unchecked && { unchecked }), ...readPaging(reader) }
  const problems = [...rules(texts, nameOf), ...reader.problems]
  if (problems.length > 0) return yield* invalidQuery(problems)
  return ComplaintQuery.make(read, { disableChecks: true })
})

/**
 * Which complaints, in which order, and which page of them: plain data, which may be spread, stored as JSON and compared. Local records
 * answer every combination, and `serviceProblems` says why the service cannot.
 *
 * The brand keeps unread objects from compiling. A literal needs no reading if it is a `ServiceComplaintQuery`.
 *
 * **Gotchas** changed members of a copy are checked by the call that gets it, not by the compiler.
 */
export class ComplaintQuery extends Schema.Opaque<ComplaintQuery, Brand.Brand<"ComplaintQuery">>()(
  Schema.Struct({ ...ComplaintFilters.fields, ...pagingFields })
) {
  /** Every complaint, newest first, 50 per page. */
  static get default(): ComplaintQuery {
    return ComplaintQuery.make(firstPage, { disableChecks: true })
  }

  /**
   * Reads a query for the service. `nameOf` returns the name of a member in messages. By default `createdFrom` is "created from".
   *
   * **Fails with** `PublicRecordsError` whose reason is `InvalidQuery`, with one problem for each broken rule.
   */
  static readonly fromInput = (
    input: ComplaintInput,
    nameOf?: NameOf
  ): Effect.Effect<ComplaintQuery, PublicRecordsError> =>
    Effect.mapError(readComplaintQuery(input, "service", nameOf), listError("complaints"))

  /**
   * Reads the parameters of `GET /v0/dnc-complaints`, the inverse of `toUrlParams`. Ignores the parameter of the key.
   *
   * **Fails with** `InvalidQuery` for invalid values, unknown and repeated parameters, and combinations that the source refuses.
   */
  static readonly fromUrlParams = (
    params: UrlParams.UrlParams,
    source: QuerySource = "service"
  ): Effect.Effect<ComplaintQuery, InvalidQuery> =>
    Effect.flatMap(complaintMembers(params), (typed) => readComplaintQuery(typed, source))

  /** Returns the parameters of a request. Those of filters that only local records have are no parameters of the service. */
  static readonly toUrlParams = (query: ComplaintQuery): UrlParams.UrlParams => complaintParameters(query)

  /** Splits a query into one per created date, in its order. Returns `None` unless its range is longer than a day. */
  static readonly byDay = (query: ComplaintQuery): Option.Option<Iterable<DayWindow<ComplaintQuery>>> => {
    const { createdFrom: from, createdTo: to } = query
    if (from === undefined || to === undefined || !isLongerThanADay({ from, to })) return Option.none()
    const queryOf = (part: CivilRange) => ({ ...query, createdFrom: part.from, createdTo: part.to })
    return Option.some(dayWindows({ from, to }, query.sort, queryOf))
  }
}
