import { CivilDate, yesterday } from "@public-records/core"
import { Effect } from "effect"
import type { DayRange } from "../MirrorStatus.ts"

const secondsPerDay = 86_400
const dayMillis = secondsPerDay * 1000

/** A range of days or of seconds since 1970, both ends included. An open end is infinite. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** Returns the days since 1970-01-01 of a date, or of the date of a date-time. */
export const dayOf = (moment: string): number => Date.parse(moment.slice(0, 10)) / dayMillis

export const dateOf = (day: number): CivilDate => CivilDate.make(new Date(day * dayMillis).toISOString().slice(0, 10))

/** Returns the days of a range. */
export const daysBetween = ({ from, to }: { readonly from: string; readonly to: string }): ReadonlyArray<number> =>
  Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, index) => dayOf(from) + index)

/** Returns some days, which are in their order, as ranges without a gap. */
export const rangesOf = (days: ReadonlyArray<number>): ReadonlyArray<DayRange> => {
  const first = days.filter((day, index) => day - (days[index - 1] ?? Number.NaN) !== 1)
  const last = days.filter((day, index) => (days[index + 1] ?? Number.NaN) - day !== 1)
  return first.map((day, index) => ({ from: dateOf(day), to: dateOf(last[index] ?? day) }))
}

/** The day in Eastern time, in which the FTC publishes. */
export const easternToday: Effect.Effect<number> = Effect.map(yesterday, (day) => dayOf(day) + 1)

/** Returns the seconds since 1970 of a date-time, as if it were in UTC. */
export const secondsOf = (dateTime: string): number => Date.parse(`${dateTime.replace(" ", "T")}Z`) / 1000

/** Returns the days that a range of seconds touches. */
export const daysWithin = ({ from, to }: Interval): Interval => ({
  from: Math.floor(from / secondsPerDay),
  to: Math.floor(to / secondsPerDay)
})

/** Returns the day of the week, 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1
