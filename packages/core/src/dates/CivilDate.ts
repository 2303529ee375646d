import { Schema } from "effect"

const form = /^\d{4}-\d{2}-\d{2}$/

/** Days that exist in every month of every year, as a pattern: what generators make. */
export const everyMonthsDays = "\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])"

const monthNames = "January February March April May June July August September October November December".split(" ")

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const zero = 48

/** The number that two ASCII digits of a text make; `NaN` where there are none, which compares to nothing. */
export const twoDigits = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - zero
  const ones = text.charCodeAt(at + 1) - zero
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/** Whether a text begins with a date that exists, as `YYYY-MM-DD`. Every record has some, so it costs no pattern. */
export const startsWithCivilDate = (text: string): boolean => {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  return year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) && hasDashes(text)
}

const hasDashes = (text: string): boolean => text[4] === "-" && text[7] === "-"

/** Whether a text is a date that exists, as `YYYY-MM-DD`. */
export const isCivilDate = (text: string): boolean => text.length === 10 && startsWithCivilDate(text)

/** What is wrong with a text that should be a date, as the end of a sentence; nothing for a date that exists. */
export const civilDateProblem = (text: string): string | undefined => {
  if (!form.test(text)) return `"${text}" is not a date; write it as YYYY-MM-DD`
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8, 10))
  const monthName = monthNames[month - 1]
  if (monthName === undefined) return `"${text}" is not a date; months go from 01 to 12`
  if (day >= 1 && day <= daysInMonth(year, month)) return undefined
  const inYear = month === 2 ? ` in ${text.slice(0, 4)}` : ""
  return `"${text}" is not a date; ${monthName} has ${daysInMonth(year, month)} days${inYear}`
}

/**
 * A day of the calendar, without a time and without a zone.
 *
 * **Wire** `"2021-07-07"`. **Decoded** the same text, branded; text order is time order.
 *
 * **Units** days, years 0000–9999.
 *
 * **Fails with** `SchemaError` for any other form and for days that do not exist, such as 30 February.
 *
 * **Source** specification, "HSR early termination notice": `date`; decision 18.
 */
export const CivilDate = Schema.String.check(
  Schema.makeFilter(isCivilDate, {
    expected: "a date that exists, YYYY-MM-DD",
    arbitraryConstraint: { patterns: [{ source: `^${everyMonthsDays}$`, flags: "" }] }
  })
).pipe(Schema.brand("CivilDate"))
export type CivilDate = typeof CivilDate.Type
