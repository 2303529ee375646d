import { Schema } from "effect"

const Range = Schema.Struct({ from: Schema.String, to: Schema.String })

/**
 * The days that an export is based on, as `YYYY-MM-DD`. `complete` is the number of days of which the source has all records. Of
 * `partial` days it has some, and of `missing` ones none. The ends are `null` if the source has no day.
 */
export const ExportCoverage = Schema.Struct({
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String),
  complete: Schema.Int,
  partial: Schema.Array(Schema.String),
  missing: Schema.Array(Range)
})
export interface ExportCoverage extends Schema.Schema.Type<typeof ExportCoverage> {}

/** Returns the coverage of one day. */
export const dayCoverage = (day: string, isComplete: boolean): ExportCoverage => ({
  from: day,
  to: day,
  complete: isComplete ? 1 : 0,
  partial: isComplete ? [] : [day],
  missing: []
})
