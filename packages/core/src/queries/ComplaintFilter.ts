import * as Schema from "effect/Schema"
import { CivilDate } from "../dates/CivilDate.ts"
import { CivilMoment } from "../dates/CivilDateTime.ts"
import { StateName } from "./State.ts"

/** Whether a range does not end before it begins. A date includes its full day. */
export const isForward = ({ from, to }: { readonly from: CivilMoment; readonly to: CivilMoment }): boolean =>
  // With the appended time, a date sorts after all times of its day. A date and time keeps its position.
  from <= `${to} 23:59:59`

/** A range of dates, both ends included. A date without a time includes its full day. */
export const CivilRange = Schema.Struct({ from: CivilMoment, to: CivilMoment }).check(
  Schema.makeFilter(isForward, { expected: "a range that does not end before it begins" })
)
export type CivilRange = typeof CivilRange.Type

/** The name of a city as consumers report it: free text without double quotes, leading and trailing spaces. */
const City = Schema.String.check(
  Schema.makeFilter((city) => city !== "" && city.trim() === city && !city.includes('"'), {
    expected: "a city's name without double quotes",
    arbitraryConstraint: { patterns: [{ source: '^[^\\s"]([^"]*[^\\s"])?$', flags: "" }] }
  })
)

/** A three-digit area code, 100 to 999. */
export const AreaCode = Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 999 }))

/** A filter for complaints, with exactly the documented combinations. **Source** docs/api.md, statement 18. */
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
