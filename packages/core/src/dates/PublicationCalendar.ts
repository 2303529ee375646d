import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { CivilDate } from "./CivilDate.ts"

/** Complaints are published at about noon Eastern time on the next weekday that is not a federal holiday. */
const publicationHour = 12
const eastern = "America/New_York"

/** Returns midnight UTC of a date, for calculations with days. */
const dayOf = (date: DateTime.DateTime): DateTime.Utc =>
  DateTime.makeUnsafe(`${DateTime.formatIsoDate(date)}T00:00:00Z`)
const plusDays = (day: DateTime.Utc, days: number): DateTime.Utc => DateTime.add(day, { days })
const civil = (day: DateTime.Utc): CivilDate => CivilDate.make(DateTime.formatIsoDateUtc(day))

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

const isFixedHoliday = (day: DateTime.Utc): boolean => {
  const date = civil(day)
  return fixedHolidays.has(date.slice(5)) && !(date.endsWith("06-19") && date < firstJuneteenth)
}

/** Whether a weekday is a federal holiday. A holiday on Saturday is observed on Friday, one on Sunday on Monday. */
const isHoliday = (date: DateTime.Utc): boolean => {
  const { day, month, weekDay } = DateTime.toPartsUtc(date)
  return (
    isFixedHoliday(date) ||
    (weekDay === 5 && isFixedHoliday(plusDays(date, 1))) ||
    (weekDay === 1 && isFixedHoliday(plusDays(date, -1))) ||
    floatingHolidays.some(
      ({ month: inMonth, weekday, from }) => month === inMonth && weekDay === weekday && day >= from && day < from + 7
    )
  )
}

const isPublicationDay = (day: DateTime.Utc): boolean => {
  const { weekDay } = DateTime.toPartsUtc(day)
  return weekDay !== 0 && weekDay !== 6 && !isHoliday(day)
}

/** Returns the nearest publication day at or after a day, or at or before it if `step` is -1. */
const publicationDayFrom = (day: DateTime.Utc, step: 1 | -1): DateTime.Utc =>
  isPublicationDay(day) ? day : publicationDayFrom(plusDays(day, step), step)

const publicationDayAfter = (day: DateTime.Utc): DateTime.Utc => publicationDayFrom(plusDays(day, 1), 1)

const publicationTime = (day: DateTime.Utc): DateTime.Utc =>
  DateTime.toUtc(
    DateTime.makeZonedUnsafe(DateTime.add(day, { hours: publicationHour }), {
      timeZone: eastern,
      adjustForTimeZone: true
    })
  )

const lastPublicationDay = (now: DateTime.Zoned): DateTime.Utc =>
  publicationDayFrom(plusDays(dayOf(now), DateTime.toParts(now).hour < publicationHour ? -1 : 0), -1)

const easternNow = Effect.map(DateTime.now, DateTime.setZoneNamedUnsafe(eastern))
/** Yesterday in Eastern time, according to the clock. */
export const yesterday: Effect.Effect<CivilDate> = Effect.map(easternNow, (now) => civil(plusDays(dayOf(now), -1)))

/** The latest date whose complaints are published, according to the clock. **Source** docs/api.md, statement 3. */
export const latestPublishedDay: Effect.Effect<CivilDate> = Effect.map(easternNow, (now) =>
  civil(plusDays(lastPublicationDay(now), -1))
)

/** Returns when the complaints of a date are published. **Source** docs/api.md, statement 3. */
export const publicationOf = (day: CivilDate): DateTime.Utc =>
  publicationTime(publicationDayAfter(DateTime.makeUnsafe(`${day}T00:00:00Z`)))

const nextComplaints = (now: DateTime.Zoned): DateTime.Utc =>
  publicationTime(publicationDayFrom(plusDays(dayOf(now), DateTime.toParts(now).hour < publicationHour ? 0 : 1), 1))

/** The next publication of each collection, according to the clock. **Source** docs/api.md, statements 3 and 36. */
export const nextPublication: {
  readonly complaints: Effect.Effect<DateTime.Utc>
  readonly notices: Effect.Effect<DateTime.Utc>
} = {
  complaints: Effect.map(easternNow, nextComplaints),
  // Notices are published daily at an unknown time.
  notices: Effect.map(DateTime.now, DateTime.add({ days: 1 }))
}
