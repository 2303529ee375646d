import * as Schema from "effect/Schema"

/** Pattern of the dates from the 1st to the 28th of a month, for generators. */
export const everyMonthsDays = "\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])"

const monthNames = "January February March April May June July August September October November December".split(" ")

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const zero = 48

/** Returns the number of two ASCII digits, or `NaN`, for which every comparison is false. */
export const twoDigits = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - zero
  const ones = text.charCodeAt(at + 1) - zero
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/** Whether a string begins with an existing date, as `YYYY-MM-DD`. Faster than a pattern, because every record has dates. */
export const startsWithCivilDate = (text: string): boolean => {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  const exists = year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return exists && text[4] === "-" && text[7] === "-"
}

/** Whether a string is an existing date, as `YYYY-MM-DD`. */
export const isCivilDate = (text: string): boolean => text.length === 10 && startsWithCivilDate(text)

/** Returns the problem of a date as part of a sentence, or `undefined` if the date exists. */
export const civilDateProblem = (text: string): string | undefined => {
  if (isCivilDate(text)) return undefined
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return `"${text}" is not a date; write it as YYYY-MM-DD`
  const year = text.slice(0, 4)
  const month = twoDigits(text, 5)
  const monthName = monthNames[month - 1]
  if (monthName === undefined) return `"${text}" is not a date; months go from 01 to 12`
  const inYear = month === 2 ? ` in ${year}` : ""
  return `"${text}" is not a date; ${monthName} has ${daysInMonth(Number(year), month)} days${inYear}`
}

/**
 * A date without time and time zone, in the years 0000–9999. String order is time order.
 *
 * **Wire** `"2021-07-07"`.
 *
 * **Fails with** `SchemaError` for any other format and for dates that do not exist, such as 30 February.
 */
export const CivilDate = Schema.String.check(
  Schema.makeFilter(isCivilDate, {
    expected: "a date that exists, YYYY-MM-DD",
    arbitraryConstraint: { patterns: [{ source: `^${everyMonthsDays}$`, flags: "" }] }
  })
).pipe(Schema.brand("CivilDate"))
export type CivilDate = typeof CivilDate.Type
