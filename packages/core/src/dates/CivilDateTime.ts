import { Schema } from "effect"
import { CivilDate, civilDateProblem, everyMonthsDays, startsWithCivilDate, twoDigits } from "./CivilDate.ts"

const times = "([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d"
const fractionAndZone = /^(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/

/** Whether `HH:MM:SS` of a real time stands in a text where a date and a sign come before it. */
const hasTime = (text: string): boolean =>
  twoDigits(text, 11) <= 23 &&
  text[13] === ":" &&
  twoDigits(text, 14) <= 59 &&
  text[16] === ":" &&
  twoDigits(text, 17) <= 59

/** Whether a text is a date and time that exists, as `YYYY-MM-DD HH:MM:SS`. */
export const isCivilDateTime = (text: string): boolean =>
  text.length === 19 && text[10] === " " && startsWithCivilDate(text) && hasTime(text)

/** What is wrong with a text that should be a date, or a date and time, as the end of a sentence. */
export const civilMomentProblem = (text: string): string | undefined => {
  const dateProblem = civilDateProblem(text.slice(0, 10))
  if (text.length <= 10 || !/^\d{4}-\d{2}-\d{2}[ T]/.test(text)) {
    return dateProblem === undefined && text.length > 10
      ? `"${text}" is not a date; write it as YYYY-MM-DD or YYYY-MM-DD HH:MM:SS`
      : dateProblem
  }
  if (dateProblem !== undefined) return dateProblem
  return isCivilDateTime(text) ? undefined : `"${text}" is not a date and time; write it as YYYY-MM-DD HH:MM:SS`
}

/**
 * A date and time as the service prints it: a civil time, because the service names no time zone.
 *
 * **Wire** `"2024-02-29 23:59:59"`. **Decoded** the same text, branded; text order is time order.
 *
 * **Units** whole seconds, years 0000–9999. Compare and print, never shift.
 *
 * **Fails with** `SchemaError` for any other form and for dates that do not exist, such as 30 February.
 *
 * **Source** specification, "DNC complaint": `created-date`, `violation-date`; decision 18.
 */
export const CivilDateTime = Schema.String.check(
  Schema.makeFilter(isCivilDateTime, {
    expected: "a date and time that exists, YYYY-MM-DD HH:MM:SS",
    arbitraryConstraint: { patterns: [{ source: `^${everyMonthsDays} ${times}$`, flags: "" }] }
  })
).pipe(Schema.brand("CivilDateTime"))
export type CivilDateTime = typeof CivilDateTime.Type

/**
 * One end of a range: a date, or a date and time.
 *
 * **Wire** `"2021-07-07"` or `"2021-07-07 12:00:00"`. A date alone stands for its whole day: midnight at the start of
 * the range's first day, 23:59:59 at the end of its last.
 *
 * **Source** specification, "GET /v0/dnc-complaints": `created_date_from`, `created_date_to`.
 */
export const CivilMoment = Schema.Union([CivilDate, CivilDateTime])
export type CivilMoment = typeof CivilMoment.Type

/**
 * Whether a text is a date, or a date and time, in one of the forms in which the service prints them or documents them:
 * a space or a `T` between date and time, with or without a fraction and an offset from UTC.
 */
export const isRecordedMoment = (text: string): boolean => {
  if (text.length === 10) return startsWithCivilDate(text)
  const isMoment = (text[10] === " " || text[10] === "T") && startsWithCivilDate(text) && hasTime(text)
  return isMoment && (text.length === 19 || fractionAndZone.test(text.slice(19)))
}

/**
 * A date or a date and time inside a record, kept as the service printed it.
 *
 * **Wire** `"2021-07-07 00:01:15"`, `"2013-09-24T20:05:39+00:00"`, or another form of ISO 8601, as documented.
 *
 * **Fails with** `SchemaError` for a text that is no date, and for dates that do not exist.
 *
 * **Source** specification, "Resources and their fields"; decisions 18 and 27.
 */
export const RecordedMoment = Schema.String.check(
  Schema.makeFilter(isRecordedMoment, {
    expected: "a date, or a date and time, that exists",
    arbitraryConstraint: {
      patterns: [{ source: `^${everyMonthsDays}(( ${times})|(T${times}(Z|\\+00:00)))?$`, flags: "" }]
    }
  })
)
