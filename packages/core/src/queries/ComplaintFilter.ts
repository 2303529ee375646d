import { Schema } from "effect"
import { CivilDate } from "../dates/CivilDate.ts"
import { CivilMoment } from "../dates/CivilDateTime.ts"
import { StateName } from "./State.ts"

/** Whether a range ends no earlier than it begins. A date counts as its complete day. */
export const isForward = ({ from, to }: { readonly from: CivilMoment; readonly to: CivilMoment }): boolean =>
  // The end of the day sorts a date after each of its times, and leaves a time where it was.
  from <= `${to} 23:59:59`

/**
 * A range of dates, both ends included.
 * **Units** a date alone covers midnight at the start of `from` through 23:59:59 of `to`.
 */
export const CivilRange = Schema.Struct({ from: CivilMoment, to: CivilMoment }).check(
  Schema.makeFilter(isForward, { expected: "a range that ends no earlier than it begins" })
)
export type CivilRange = typeof CivilRange.Type

/** Returns what is wrong with a city's name, or `undefined` if it can be sent. */
export const cityProblem = (city: string): string | undefined => {
  if (city.trim() === "") return "The city is empty; name one, or leave it out."
  if (city.trim() !== city) return "The city has spaces around it; take them away."
  return city.includes('"') ? "The city has a double quote in it, which cannot be sent; take it away." : undefined
}

/** The name of a city, as consumers report it: free text without double quotes or spaces around it. */
const City = Schema.String.check(
  Schema.makeFilter((city) => cityProblem(city) === undefined, {
    expected: "a city's name without double quotes",
    arbitraryConstraint: { patterns: [{ source: '^[^\\s"]([^"]*[^\\s"])?$', flags: "" }] }
  })
)

/** **Units** three digits, 100 to 999. */
export const AreaCode = Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 999 }))

/**
 * A filter for complaints. The union has exactly the combinations that the service documents.
 * **Source** docs/api.md, statement 18.
 */
export const ComplaintFilter = Schema.Union([
  Schema.TaggedStruct("None", {}),
  Schema.TaggedStruct("CreatedDate", { date: CivilDate }),
  Schema.TaggedStruct("CreatedRange", { created: CivilRange }),
  Schema.TaggedStruct("ByState", {
    state: StateName,
    city: Schema.optionalKey(City),
    created: Schema.optionalKey(CivilRange)
  }),
  Schema.TaggedStruct("ByAreaCode", { areaCode: AreaCode, created: Schema.optionalKey(CivilRange) }),
  Schema.TaggedStruct("ByRobocall", { isRobocall: Schema.Boolean, created: Schema.optionalKey(CivilRange) }),
  Schema.TaggedStruct("ViolationDate", { date: CivilDate }),
  Schema.TaggedStruct("ViolationRange", { violation: CivilRange })
])
export type ComplaintFilter = typeof ComplaintFilter.Type
