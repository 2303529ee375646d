import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { CivilDate } from "./CivilDate.ts"

/** Complaints are published at about noon Eastern time on the next weekday that is not a federal holiday. */
const publicationHour = 12
const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis

/** Created at the first use, because it takes milliseconds. */
let easternFormat: Intl.DateTimeFormat | undefined

/** Returns the difference between Eastern time and UTC, which is a number of hours. **Units** milliseconds. */
const easternOffset = (at: number): number => {
  easternFormat ??= new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", timeZoneName: "longOffset" })
  // For example: 11/22/2026, GMT-05:00
  const hours = easternFormat.format(at).split("GMT")[1]?.slice(0, 3)
  return Number(hours) * hourMillis
}

const isoDate = (date: Date): string => date.toISOString().slice(0, 10)
/** Returns midnight UTC of a date, for calculations with days. */
const dayOf = (date: Date): Date => new Date(isoDate(date))
const plusDays = (day: Date, days: number): Date => new Date(day.getTime() + days * dayMillis)
const civil = (day: Date): CivilDate => CivilDate.make(isoDate(day))

const fixedHolidays = new Set(["01-01", "06-19", "07-04", "11-11", "12-25"])
/** Juneteenth became a holiday in 2021. */
const firstJuneteenth = "2021-06-19"
/** Holidays on a weekday of a month. `from` is the earliest day of the month. */
const floatingHolidays = [
  { month: 1, weekday: 1, from: 15 },
  { month: 2, weekday: 1, from: 15 },
  { month: 5, weekday: 1, from: 25 },
  { month: 9, weekday: 1, from: 1 },
  { month: 10, weekday: 1, from: 8 },
  { month: 11, weekday: 4, from: 22 }
] as const

const isFixedHoliday = (day: Date): boolean => {
  const date = civil(day)
  return fixedHolidays.has(date.slice(5)) && !(date.endsWith("06-19") && date < firstJuneteenth)
}

/** Whether a weekday is a federal holiday. A holiday on Saturday is observed on Friday, one on Sunday on Monday. */
const isHoliday = (date: Date): boolean => {
  const weekDay = date.getUTCDay()
  const month = date.getUTCMonth() + 1
  const day = date.getUTCDate()
  return (
    isFixedHoliday(date) ||
    (weekDay === 5 && isFixedHoliday(plusDays(date, 1))) ||
    (weekDay === 1 && isFixedHoliday(plusDays(date, -1))) ||
    floatingHolidays.some(
      ({ month: inMonth, weekday, from }) => month === inMonth && weekDay === weekday && day >= from && day < from + 7
    )
  )
}

const isPublicationDay = (day: Date): boolean => {
  const weekDay = day.getUTCDay()
  return weekDay !== 0 && weekDay !== 6 && !isHoliday(day)
}

/** Returns the nearest publication day at or after a day, or at or before it if `step` is -1. */
const publicationDayFrom = (day: Date, step: 1 | -1): Date =>
  isPublicationDay(day) ? day : publicationDayFrom(plusDays(day, step), step)

const publicationDayAfter = (day: Date): Date => publicationDayFrom(plusDays(day, 1), 1)

const utc = (millis: number): DateTime.Utc => DateTime.fromDateUnsafe(new Date(millis))

const publicationTime = (day: Date): DateTime.Utc => {
  const noon = day.getTime() + publicationHour * hourMillis
  // Eastern time changes its offset at night, so the one at noon UTC is that of the day.
  return utc(noon - easternOffset(noon))
}

const lastPublicationDay = (now: Date): Date =>
  publicationDayFrom(plusDays(dayOf(now), now.getUTCHours() < publicationHour ? -1 : 0), -1)

/** The current date and time in Eastern time, as the UTC members of a date. */
const easternNow = Effect.map(Clock.currentTimeMillis, (now) => new Date(now + easternOffset(now)))

/** Yesterday in Eastern time, according to the clock. */
export const yesterday: Effect.Effect<CivilDate> = Effect.map(easternNow, (now) => civil(plusDays(dayOf(now), -1)))

/** The latest date whose complaints are published, according to the clock. **Source** docs/api.md, statement 3. */
export const latestPublishedDay: Effect.Effect<CivilDate> = Effect.map(easternNow, (now) =>
  civil(plusDays(lastPublicationDay(now), -1))
)

/** Returns when the complaints of a date are published. **Source** docs/api.md, statement 3. */
export const publicationOf = (day: CivilDate): DateTime.Utc => publicationTime(publicationDayAfter(new Date(day)))

const nextComplaints = (now: Date): DateTime.Utc =>
  publicationTime(publicationDayFrom(plusDays(dayOf(now), now.getUTCHours() < publicationHour ? 0 : 1), 1))

/** The next publication of each collection, according to the clock. **Source** docs/api.md, statements 3 and 36. */
export const nextPublication: {
  readonly complaints: Effect.Effect<DateTime.Utc>
  readonly notices: Effect.Effect<DateTime.Utc>
} = {
  complaints: Effect.map(easternNow, nextComplaints),
  // Notices are published daily at an unknown time.
  notices: Effect.map(Clock.currentTimeMillis, (now) => utc(now + dayMillis))
}
