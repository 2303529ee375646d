import * as Schema from "effect/Schema"

/** Pattern of the dates from the 1st to the 28th of a month, for generators. */
export const everyMonthsDays = "\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])"

const monthNames = "January February March April May June July August September October November December".split(" ")

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Returns the number of days in a month. The calendar repeats every 400 years; `Date.UTC` moves years below 100 to the 1900s. */
const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/** Returns the problem of a date as part of a sentence, or `undefined` if the date exists. */
export const civilDateProblem = (text: string): string | undefined => {
  const [, year = "", month = "", day = ""] = datePattern.exec(text) ?? []
  if (year === "") return `"${text}" is not a date; write it as YYYY-MM-DD`
  const monthName = monthNames[Number(month) - 1]
  if (monthName === undefined) return `"${text}" is not a date; months go from 01 to 12`
  const days = daysInMonth(Number(year), Number(month))
  if (Number(day) >= 1 && Number(day) <= days) return undefined
  const inYear = month === "02" ? ` in ${year}` : ""
  return `"${text}" is not a date; ${monthName} has ${days} days${inYear}`
}

/** Whether a string is an existing date, as `YYYY-MM-DD`. */
export const isCivilDate = (text: string): boolean => civilDateProblem(text) === undefined

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
