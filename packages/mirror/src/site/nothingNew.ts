import { DateTime, Effect, Option } from "effect"
import { dateOf, dayOf } from "../store/civil.ts"
import { isKnownGap } from "../store/knownGaps.ts"
import { isWeekday } from "../store/ledger.ts"
import type { NothingNew } from "../MirrorStatus.ts"
import type { MirrorError } from "../MirrorError.ts"
import { type Database } from "../store/Database.ts"
import { knownFiles } from "./fileLedger.ts"
import { usualTime } from "./ftcSite.ts"
import { calendarDays } from "./planFiles.ts"

const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })

/** Returns a date as `25 November`, with its year if that is another one than today's. */
const dayText = (date: number, today: number): string => {
  const text = format.format(new Date(dateOf(date)))
  const year = dateOf(today).slice(0, 4)
  return text.endsWith(year) ? text.slice(0, -year.length - 1) : text
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" })

/** The most dates that a sentence lists. */
const maxListed = 4

const awaitedText = (awaited: ReadonlyArray<number>, today: number): string => {
  const [date] = awaited
  if (date === undefined || awaited.length > maxListed) return `${awaited.length} files since then are not there yet`
  const days = list.format(awaited.map((day) => dayText(day, today)))
  return awaited.length === 1 ? `the file of ${days} is not there yet` : `the files of ${days} are not there yet`
}

/** Returns the date of a time in Eastern time. That of a damaged mirror may be invalid, and is left out. */
const easternDates = (time: string): ReadonlyArray<number> =>
  Option.toArray(DateTime.makeZoned(time, { timeZone: "America/New_York" })).map((zoned) =>
    dayOf(DateTime.formatIsoDate(zoned))
  )

/** Returns the date of the first file after a day. */
const nextFile = (today: number): number => {
  let date = today + 1
  while (calendarDays(date).length === 0) date += 1
  return date
}

/** Returns why there is no newer daily file than the newest. The site was last asked on `asked`. */
const nothingNewSince = (newest: number, asked: number, today: number): NothingNew => {
  const days = Array.from({ length: Math.max(0, today - newest) }, (_, index) => newest + 1 + index)
  const dates = days.filter((date) => isWeekday(date) && !isKnownGap(date))
  const since = dates.filter((date) => date <= asked)
  const awaited = since.filter((date) => calendarDays(date).length > 0)
  const holidays = since.filter((date) => calendarDays(date).length === 0)
  const isUpToDate = awaited.length === 0 && since.length === dates.length
  const parts = [
    `newest file ${dayText(newest, today)}`,
    ...holidays.map((date) => `${dayText(date, today)} ${date === today ? "is" : "was"} a holiday`),
    ...(awaited.length > 0 ? [awaitedText(awaited, today)] : []),
    ...(awaited.includes(today) ? [usualTime] : []),
    ...(since.length < dates.length ? [`the site was last asked on ${dayText(asked, today)}`] : []),
    ...(isUpToDate && newest !== today ? [`the next one comes on ${dayText(nextFile(today), today)}`] : [])
  ]
  return { newest: dateOf(newest), why: parts.join("; ") }
}

/** Returns why a mirror has no newer daily file, or `null` if it has none from the site. `today` is the date in Eastern time. */
export const nothingNewIn = (db: Database, today: number): Effect.Effect<NothingNew | null, MirrorError> =>
  Effect.map(knownFiles(db), (known) => {
    const files = [...known.values()]
    const dates = files.filter(({ state }) => state !== "missing").map(({ date }) => date)
    if (dates.length === 0) return null
    const asked = Math.max(...files.flatMap(({ askedAt }) => easternDates(askedAt)))
    return nothingNewSince(Math.max(...dates), Math.min(asked, today), today)
  })
