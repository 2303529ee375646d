import { CivilDate, publicationOf } from "@public-records/core"
import { crawlDelay, firstFile, meanMegabytes, type MirrorCoverage, secondsPerFile } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { DateTime } from "effect"

/** Returns the day that is some days later, or earlier if `days` is negative. */
const plusDays = (day: CivilDate, days: number): CivilDate =>
  CivilDate.make(DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(day), { days })))

/** A choice of days to read, down to a first one. */
export interface DayChoice {
  readonly label: string
  readonly first: CivilDate
  readonly from: CivilDate | "all"
}

/** Returns the choices of days before the newest published one. */
export const dayChoices = (newest: CivilDate): ReadonlyArray<DayChoice> => {
  const since = (label: string, first: CivilDate): DayChoice => ({ label, first, from: first })
  return [
    since("last 7 days", plusDays(newest, -7)),
    since("last 30 days", plusDays(newest, -30)),
    since("this year", CivilDate.make(`${newest.slice(0, 4)}-01-01`)),
    { label: "all, back to May 2022", first: CivilDate.make(firstFile), from: "all" }
  ]
}

const has = ({ from, missing, partial, to }: MirrorCoverage, day: CivilDate): boolean =>
  from !== null &&
  to !== null &&
  from <= day &&
  day <= to &&
  !partial.includes(day) &&
  !missing.some((gap) => gap.from <= day && day <= gap.to)

/** Estimates the daily files with the days of a range that a mirror lacks. All days of a weekend are in one file. */
export const filesToRead = (first: CivilDate, newest: CivilDate, coverage: MirrorCoverage | undefined): number => {
  const publications = new Set<number>()
  for (let day = first; day <= newest; day = plusDays(day, 1)) {
    if (coverage === undefined || !has(coverage, day)) publications.add(DateTime.toEpochMillis(publicationOf(day)))
  }
  return publications.size
}

/** Formats the time in which some files are read: `40 s`, `3 min`, `2 h`. */
export const timeText = (files: number): string => {
  const seconds = files * (crawlDelay + secondsPerFile)
  if (seconds < 90) return `${Math.ceil(seconds / 10) * 10} s`
  return seconds < 90 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

/** Formats the price of some files: `6 files, 40 s, 8 MB`. */
export const priceText = (files: number): string =>
  `${counted(files, "file", "files")}, ${timeText(files)}, ${grouped(Math.ceil(files * meanMegabytes))} MB`
