import { CivilDate, type InvalidQuery, nearestName, SortOrder } from "@public-records/core"
import { Predicate, Schema } from "effect"
import { dimensions } from "./answers/dimensions.ts"
import type { BlocklistRule } from "./blocklist/Blocklist.ts"
import type { ImportOptions } from "./ImportEvent.ts"
import type { MirrorOptions, ReportOptions } from "./Mirror.ts"
import { inputFields } from "./MirrorInput.ts"
import type { FindOptions, TopQuery, TrendQuery } from "./MirrorQuery.ts"
import type { SyncOptions } from "./SyncEvent.ts"

type Problems = InvalidQuery["problems"]

/** The rule of a value. `must` completes the sentence of its problem, and `names` are the only values that are accepted. */
interface Check {
  readonly must: string
  readonly accepts: (value: unknown) => boolean
  readonly names?: ReadonlyArray<string>
  readonly isRequired?: boolean
}
type Checks<Options> = { readonly [Name in keyof Options]-?: Check }

const isDate = Schema.is(CivilDate)
const isText = (value: unknown): value is string => Predicate.isString(value) && value.trim() !== ""
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(Predicate.isString)
const isList = (value: unknown): boolean => Predicate.hasProperty(value, "pages") && Predicate.isFunction(value.pages)

const anything: Check = { must: "", accepts: () => true }
const flag: Check = { must: "true or false", accepts: Predicate.isBoolean }
const date: Check = { must: "a date such as 2021-07-07", accepts: isDate }
const plain: Check = {
  must: "a string, a number or a boolean",
  accepts: (value) => ["string", "number", "boolean"].includes(typeof value)
}
const integer = (least: number): Check => ({
  must: `an integer of ${least} or more`,
  accepts: (value) => value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && Number(value) >= least)
})
const oneOf = (names: ReadonlyArray<string>): Check => ({
  must: `one of ${names.join(", ")}`,
  accepts: (value) => Predicate.isString(value) && names.includes(value),
  names
})
const range: Check = {
  must: "an object with the dates from and to",
  accepts: (value) =>
    Predicate.hasProperty(value, "from") &&
    Predicate.hasProperty(value, "to") &&
    isDate(value.from) &&
    isDate(value.to) &&
    value.from <= value.to
}
const dimension = oneOf(Object.keys(dimensions))

/** The options of each call, as the beginning of a message names it. */
const checks: {
  readonly createMirror: Checks<MirrorOptions>
  readonly find: Checks<FindOptions>
  readonly top: Checks<TopQuery>
  readonly trends: Checks<TrendQuery>
  readonly blocklist: Checks<BlocklistRule>
  readonly importFiles: Checks<ImportOptions>
  readonly sync: Checks<SyncOptions>
  readonly "A call": Checks<ReportOptions> & { readonly signal: Check }
  readonly "A filter": Readonly<Record<string, Check>>
} = {
  createMirror: {
    file: { must: "the path of the file", accepts: isText, isRequired: true },
    access: oneOf(["read", "write"])
  },
  find: { order: oneOf(SortOrder.literals), offset: integer(0), limit: integer(0) },
  top: {
    of: { ...oneOf(["numbers", "subjects", "states", "area-codes", "cities"]), isRequired: true },
    where: anything,
    limit: integer(1),
    places: integer(1)
  },
  trends: { by: { ...dimension, isRequired: true }, split: dimension, where: anything },
  // The block list itself checks its counts.
  blocklist: {
    days: anything,
    min: anything,
    places: anything,
    allow: { must: "a list of strings", accepts: isTexts },
    previous: { must: "a list of strings", accepts: isTexts },
    force: flag
  },
  importFiles: { covers: range, replace: flag },
  sync: { from: date, repair: flag, dryRun: flag, origin: { must: "a URL", accepts: isText } },
  "A call": {
    onProgress: { must: "a function", accepts: Predicate.isFunction },
    signal: { must: "an AbortSignal", accepts: (value) => value instanceof AbortSignal }
  },
  "A filter": Object.fromEntries(inputFields.map((field) => [field, plain]))
}

const singleArguments = {
  number: { must: "a string, such as 213-555-1212", accepts: Predicate.isString },
  name: { must: "a string", accepts: Predicate.isString },
  depth: oneOf(["counts", "contents"]),
  paths: { must: "a list of strings", accepts: isTexts },
  service: {
    must: "a client of @public-records/core/promise",
    accepts: (value) =>
      Predicate.hasProperty(value, "complaints") &&
      Predicate.hasProperty(value, "notices") &&
      isList(value.complaints) &&
      isList(value.notices)
  }
} satisfies Readonly<Record<string, Check>>

const shown = (value: unknown): string => {
  if (Predicate.isString(value)) return JSON.stringify(value.slice(0, 50))
  if (Predicate.isFunction(value)) return "a function"
  if (!Predicate.isObjectOrArray(value)) return String(value)
  return Array.isArray(value) ? "an array" : "an object"
}

const didYouMean = (typed: string, names: ReadonlyArray<string> = []): string | undefined => {
  const nearest = nearestName(typed, names)
  return nearest && ` Did you mean "${nearest}"?`
}

const problemOf = (field: string, value: unknown, { accepts, must, names }: Check): Problems => {
  if (accepts(value)) return []
  const advice = (Predicate.isString(value) && didYouMean(value, names)) || ""
  return [{ field, rule: `${field} must be ${must}, not ${shown(value)}.${advice}` }]
}

/** Returns the problem of an argument that has no members. */
export const argumentProblems = (name: keyof typeof singleArguments, value: unknown): Problems =>
  problemOf(name, value, singleArguments[name])

/** Returns the problems of options: a wrong type, an unknown or invalid member, or a missing one. `undefined` has no members. */
export const optionProblems = (owner: keyof typeof checks, options: unknown = {}): Problems => {
  const isFilter = owner === "A filter"
  if (Object.prototype.toString.call(options) !== "[object Object]" || !Predicate.isObject(options)) {
    const subject = isFilter ? owner : `The options of ${owner.replace("A", "a")}`
    return [{ field: isFilter ? "where" : "options", rule: `${subject} must be an object, not ${shown(options)}.` }]
  }
  const known: ReadonlyMap<string, Check> = new Map(Object.entries(checks[owner]))
  const names = Array.from(known.keys())
  const missing = names.filter((name) => known.get(name)?.isRequired === true && !(name in options))
  return [...Object.entries(options), ...missing.map((name) => [name, undefined] as const)].flatMap(
    ([field, value]) => {
      const check = known.get(field)
      if (check !== undefined)
        return value === undefined && check.isRequired !== true ? [] : problemOf(field, value, check)
      const advice = didYouMean(field, names) ?? " Remove it."
      return [{ field, rule: `${owner} has no ${isFilter ? "member" : "option"} ${shown(field)}.${advice}` }]
    }
  )
}
