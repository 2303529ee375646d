import { basename } from "node:path"
import { CivilDate, isCivilDate, publicationOf } from "@public-records/core"
import { DateTime } from "effect"

/** The name of a daily file, also as browsers and `wget` change it: `… (1).csv`, `….csv.1`, `….csv.txt`. */
const dailyFile = /^dnc_complaint_numbers_(\d{4}-\d{2}-\d{2})(?:_\d+|-\d+| ?\(\d+\)| - copy)*\.csv(?:\.\d+|\.txt)?$/i

/** Returns the date in the name of a daily file, when it was published, or `undefined` if the name is that of another file. */
export const dailyFileDate = (path: string): CivilDate | undefined => {
  const [, date = ""] = dailyFile.exec(basename(path)) ?? []
  return isCivilDate(date) ? CivilDate.make(date) : undefined
}

/** Returns the day before a date. */
export const dayBefore = (day: CivilDate): CivilDate =>
  CivilDate.make(DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.makeUnsafe(day), { days: 1 })))

/**
 * Returns the created days that the publication calendar assigns to a daily file, by its name, oldest first. Monday's has Friday to
 * Sunday.
 */
export const publishedDays = (path: string): ReadonlyArray<CivilDate> => {
  const date = dailyFileDate(path)
  if (date === undefined) return []
  const days: Array<CivilDate> = []
  const isPublishedThen = (day: CivilDate): boolean => DateTime.formatIsoDateUtc(publicationOf(day)) === date
  for (let day = dayBefore(date); isPublishedThen(day); day = dayBefore(day)) days.unshift(day)
  return days
}
