import { isCivilDate, isCivilDateTime } from "@public-records/core"

const time = String.raw`(?: (\d{2}:\d{2}:\d{2}))?$`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${time}`)
const monthFirst = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})${time}`)

const partsOf = (text: string): ReadonlyArray<string | undefined> | undefined => {
  const [, year, month, day, timeOfDay] = yearFirst.exec(text) ?? []
  if (year !== undefined) return [year, month, day, timeOfDay]
  const [, otherMonth, otherDay, otherYear, otherTime] = monthFirst.exec(text) ?? []
  return otherYear === undefined ? undefined : [otherYear, otherMonth, otherDay, otherTime]
}

/**
 * Converts a date in any format of daily files to `YYYY-MM-DD HH:MM:SS`. Returns `undefined` if the date is invalid.
 *
 * **Wire** `YYYY-MM-DD HH:MM:SS`, `YYYY-MM-DD`, `MM/DD/YYYY`, `YYYY/MM/DD HH:MM:SS`. A date without a time means midnight.
 */
export const toCivilDateTime = (text: string): string | undefined => {
  // Fast path: the format of every real file.
  if (isCivilDateTime(text)) return text
  const [year = "", month = "", day = "", timeOfDay = "00:00:00"] = partsOf(text) ?? []
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const dateTime = `${date} ${timeOfDay}`
  return isCivilDate(date) && isCivilDateTime(dateTime) ? dateTime : undefined
}
