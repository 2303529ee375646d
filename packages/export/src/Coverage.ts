import { Schema } from "effect"

const Range = Schema.Struct({ from: Schema.String, to: Schema.String })

/**
 * The days that an export is based on, as `YYYY-MM-DD`. `whole` is the number of days of which the source has all records. Of
 * `partial` days it has some, and of `missing` ones none. The ends are `null` if the source has no day.
 */
export const Coverage = Schema.Struct({
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String),
  whole: Schema.Int,
  partial: Schema.Array(Schema.String),
  missing: Schema.Array(Range)
})
export interface Coverage extends Schema.Schema.Type<typeof Coverage> {}

/** Returns the coverage of one day. */
export const dayCoverage = (day: string, isWhole: boolean): Coverage => ({
  from: day,
  to: day,
  whole: isWhole ? 1 : 0,
  partial: isWhole ? [] : [day],
  missing: []
})
