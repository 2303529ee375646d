import { isCivilDate, isCivilDateTime } from "@public-records/core"

/** Which part of `05/07/2026` comes first. */
export type DateOrder = "day first" | "month first"

const time = String.raw`(?:[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?)?$`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${time}`)
const yearLast = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})${time}`)

const partsOf = (text: string, order: DateOrder): ReadonlyArray<string | undefined> | undefined => {
  const [, year, month, day, timeOfDay] = yearFirst.exec(text) ?? []
  if (year !== undefined) return [year, month, day, timeOfDay]
  const [, first, second, lastYear, otherTime] = yearLast.exec(text) ?? []
  if (lastYear === undefined) return undefined
  return order === "day first" ? [lastYear, second, first, otherTime] : [lastYear, first, second, otherTime]
}

/**
 * Converts a date in any format of daily files to `YYYY-MM-DD HH:MM:SS`. Returns `undefined` if the date is invalid.
 *
 * **Wire** `YYYY-MM-DD HH:MM:SS`, `YYYY-MM-DD`, `MM/DD/YYYY`, `DD/MM/YYYY`, `YYYY/MM/DD HH:MM:SS`, `YYYY-MM-DDTHH:MM:SS.000Z`. A date
 * without a time means midnight. The `Z` is ignored, because the times of complaints have no zone.
 */
export const toCivilDateTime = (text: string, order: DateOrder = "month first"): string | undefined => {
  // Fast path: the format of every real file.
  if (isCivilDateTime(text)) return text
  const [year = "", month = "", day = "", timeOfDay = "00:00:00"] = partsOf(text, order) ?? []
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const dateTime = `${date} ${timeOfDay}`
  return isCivilDate(date) && isCivilDateTime(dateTime) ? dateTime : undefined
}

/** Whether a date has its year last, so that its day or its month comes first. */
export const hasYearLast = (text: string): boolean => text.includes("/") && yearLast.test(text)

/** Returns the order that a date proves by a part above 12, otherwise `undefined`. */
export const provenOrder = (text: string): DateOrder | undefined => {
  const [, first = "", second = ""] = yearLast.exec(text) ?? []
  if (Number(first) > 12 === Number(second) > 12) return undefined
  return Number(first) > 12 ? "day first" : "month first"
}
