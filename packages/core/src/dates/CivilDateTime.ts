import * as Schema from "effect/Schema"
import { CivilDate, civilDateProblem, everyMonthsDays, isCivilDate } from "./CivilDate.ts"

const times = "([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d"
const momentPattern = new RegExp(`^(.{10})([ T]${times}(\\.\\d{1,9})?(Z|[+-]\\d{2}:?\\d{2})?)?$`)

/**
 * Whether a value is a date, or a date and time, in an observed or documented format: with a space or a `T` between date and
 * time, with or without a fraction and an offset from UTC.
 */
export const isRecordedMoment = (value: unknown): boolean => {
  const date = typeof value === "string" ? momentPattern.exec(value)?.[1] : undefined
  return date !== undefined && isCivilDate(date)
}

/** Whether a string is an existing date and time, as `YYYY-MM-DD HH:MM:SS`. */
export const isCivilDateTime = (text: string): boolean =>
  text.length === 19 && text[10] === " " && isRecordedMoment(text)

/** Returns the problem of a date, or date and time, as part of a sentence, or `undefined` if it exists. */
export const civilMomentProblem = (text: string): string | undefined => {
  const dateProblem = civilDateProblem(text.slice(0, 10))
  if (dateProblem !== undefined || text.length === 10 || isCivilDateTime(text)) return dateProblem
  return text[10] === " " || text[10] === "T"
    ? `"${text}" is not a date and time; write it as YYYY-MM-DD HH:MM:SS`
    : `"${text}" is not a date; write it as YYYY-MM-DD or YYYY-MM-DD HH:MM:SS`
}

/**
 * A date and time without a time zone, as the service returns it. String order is time order.
 *
 * **Wire** `"2024-02-29 23:59:59"`.
 *
 * **Fails with** `SchemaError` for any other format and for dates that do not exist, such as 30 February.
 *
 * **Source** docs/api.md, statement 9.
 */
export const CivilDateTime = Schema.String.check(
  Schema.makeFilter(isCivilDateTime, {
    expected: "a date and time that exists, YYYY-MM-DD HH:MM:SS",
    arbitraryConstraint: { patterns: [{ source: `^${everyMonthsDays} ${times}$`, flags: "" }] }
  })
).pipe(Schema.brand("CivilDateTime"))
export type CivilDateTime = typeof CivilDateTime.Type

/**
 * One end of a range: a date, which includes its full day, or a date and time. **Source** docs/api.md, statement 17.
 *
 * **Wire** `"2021-07-07"` or `"2021-07-07 12:00:00"`.
 */
export const CivilMoment = Schema.Union([CivilDate, CivilDateTime])
export type CivilMoment = typeof CivilMoment.Type

/**
 * A date, or a date and time, in a record, unchanged.
 *
 * **Wire** `"2021-07-07 00:01:15"`, `"2013-09-24T20:05:39+00:00"`, or another documented format of ISO 8601.
 *
 * **Fails with** `SchemaError` for any other format and for dates that do not exist.
 *
 * **Source** docs/api.md, statements 9 and 13.
 */
export const RecordedMoment = Schema.String.check(
  Schema.makeFilter(isRecordedMoment, {
    expected: "a date, or a date and time, that exists",
    arbitraryConstraint: {
      patterns: [{ source: `^${everyMonthsDays}(( ${times})|(T${times}(Z|\\+00:00)))?$`, flags: "" }]
    }
  })
)
