import { DateTime, Effect } from "effect"
import { CivilDate } from "./CivilDate.ts"

const publicationHour = 12
const eastern = "America/New_York"

/** A day of the calendar that can be counted from: midnight of it, in UTC. */
const dayOf = (date: DateTime.DateTime): DateTime.Utc =>
  DateTime.makeUnsafe(`${DateTime.formatIsoDate(date)}T00:00:00Z`)
const plusDays = (day: DateTime.Utc, days: number): DateTime.Utc => DateTime.add(day, { days })
const weekdayOf = (day: DateTime.Utc): number => DateTime.toPartsUtc(day).weekDay
const isWeekend = (day: DateTime.Utc): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6

const fixedHolidays = new Set(["01-01", "06-19", "07-04", "11-11", "12-25"])
/** Juneteenth became a holiday in 2021, two days before its first. */
const firstJuneteenth = "2021-06-19"
/** Month, weekday, and the first and last day of the month on which it can fall. */
const movingHolidays = [
  { month: 1, weekday: 1, from: 15, to: 21 },
  { month: 2, weekday: 1, from: 15, to: 21 },
  { month: 5, weekday: 1, from: 25, to: 31 },
  { month: 9, weekday: 1, from: 1, to: 7 },
  { month: 10, weekday: 1, from: 8, to: 14 },
  { month: 11, weekday: 4, from: 22, to: 28 }
] as const

const isFixedHoliday = (day: DateTime.Utc): boolean => {
  const date = DateTime.formatIsoDateUtc(day)
  return fixedHolidays.has(date.slice(5)) && !(date.endsWith("06-19") && date < firstJuneteenth)
}

/** A federal holiday; one on a Saturday is kept on Friday, one on a Sunday on Monday. */
const isHoliday = (day: DateTime.Utc): boolean => {
  const parts = DateTime.toPartsUtc(day)
  return (
    isFixedHoliday(day) ||
    (parts.weekDay === 5 && isFixedHoliday(plusDays(day, 1))) ||
    (parts.weekDay === 1 && isFixedHoliday(plusDays(day, -1))) ||
    movingHolidays.some(
      (holiday) =>
        parts.month === holiday.month &&
        parts.weekDay === holiday.weekday &&
        parts.day >= holiday.from &&
        parts.day <= holiday.to
    )
  )
}

const isPublicationDay = (day: DateTime.Utc): boolean => !isWeekend(day) && !isHoliday(day)

/** The first publication day after a day. */
const publicationDayAfter = (day: DateTime.Utc): DateTime.Utc => {
  let next = plusDays(day, 1)
  while (!isPublicationDay(next)) next = plusDays(next, 1)
  return next
}

/** Noon of a day in Eastern time. */
const publicationTime = (day: DateTime.Utc): DateTime.Utc =>
  DateTime.toUtc(
    DateTime.makeZonedUnsafe(DateTime.add(day, { hours: publicationHour }), {
      timeZone: eastern,
      adjustForTimeZone: true
    })
  )

const lastPublicationDay = (now: DateTime.Zoned): DateTime.Utc => {
  let day = dayOf(now)
  if (DateTime.toParts(now).hour < publicationHour) day = plusDays(day, -1)
  while (!isPublicationDay(day)) day = plusDays(day, -1)
  return day
}

const easternNow = Effect.map(DateTime.now, DateTime.setZoneNamedUnsafe(eastern))
const civil = (day: DateTime.Utc): CivilDate => CivilDate.make(DateTime.formatIsoDateUtc(day))

/** Yesterday, in Eastern time, by the clock. */
export const yesterday: Effect.Effect<CivilDate> = Effect.map(easternNow, (now) => civil(plusDays(dayOf(now), -1)))

/**
 * The last day whose complaints are published, by the clock.
 *
 * **Units** complaints of a day are published on the next weekday that is no federal holiday, at noon Eastern time.
 *
 * **Source** specification, "What the service does", 5; observed, "The daily CSV file".
 */
export const latestPublishedDay: Effect.Effect<CivilDate> = Effect.map(easternNow, (now) =>
  civil(plusDays(lastPublicationDay(now), -1))
)

/**
 * When the complaints of a day are published: noon Eastern time of the next weekday that is no federal holiday.
 *
 * **Gotchas** the service says "about noon"; a few minutes more do no harm.
 *
 * **Source** specification, "What the service does", 5; observed, "The daily CSV file".
 */
export const publicationOf = (day: CivilDate): DateTime.Utc =>
  publicationTime(publicationDayAfter(DateTime.makeUnsafe(`${day}T00:00:00Z`)))

const nextComplaints = (now: DateTime.Zoned): DateTime.Utc => {
  const today = dayOf(now)
  const isStillToCome = isPublicationDay(today) && DateTime.toParts(now).hour < publicationHour
  return publicationTime(isStillToCome ? today : publicationDayAfter(today))
}

/**
 * When each collection is published next, by the clock: always later than now.
 *
 * **Units** complaints at noon Eastern time of a weekday that is no federal holiday. Notices come daily, at no stated
 * hour: within a day.
 *
 * **Source** specification, "What the service does", 2 and 5; decision 31.
 */
export const nextPublication: {
  readonly complaints: Effect.Effect<DateTime.Utc>
  readonly notices: Effect.Effect<DateTime.Utc>
} = {
  complaints: Effect.map(easternNow, nextComplaints),
  notices: Effect.map(DateTime.now, DateTime.add({ days: 1 }))
}
