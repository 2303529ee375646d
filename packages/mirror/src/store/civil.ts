import { CivilDate } from "@public-records/core"
import { DateTime } from "effect"

export const secondsPerDay = 86_400

// Dates repeat in every row, and a mirror has a few thousand of them.
const days = new Map<string, number>()
const dates = new Map<number, CivilDate>()
const maxRemembered = 20_000

const remember = <Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value => {
  if (map.size >= maxRemembered) map.clear()
  map.set(key, value)
  return value
}

/** Returns the days since 1970-01-01 of a date, or of the date of a date-time. */
export const dayOf = (moment: string): number => {
  const date = moment.slice(0, 10)
  const millis = (): number => DateTime.toEpochMillis(DateTime.makeUnsafe(`${date}T00:00:00Z`))
  return days.get(date) ?? remember(days, date, millis() / (secondsPerDay * 1000))
}

export const dateOf = (day: number): CivilDate =>
  dates.get(day) ??
  remember(dates, day, CivilDate.make(DateTime.formatIsoDateUtc(DateTime.makeUnsafe(day * secondsPerDay * 1000))))

/** Returns the seconds since 1970 of a date-time, as if it were in UTC. */
export const secondsOf = (dateTime: string): number =>
  dayOf(dateTime) * secondsPerDay +
  Number(dateTime.slice(11, 13)) * 3600 +
  Number(dateTime.slice(14, 16)) * 60 +
  Number(dateTime.slice(17, 19))

const two = (number: number): string => String(number).padStart(2, "0")

/** Returns the date-time `YYYY-MM-DD HH:MM:SS` of seconds since 1970. */
export const dateTimeOf = (seconds: number): string => {
  const day = Math.floor(seconds / secondsPerDay)
  const second = seconds - day * secondsPerDay
  return `${dateOf(day)} ${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`
}

/** Returns the day of the week, 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1
