import { CivilDate, publicationOf } from "@public-records/core"
import { dailyColumns } from "@public-records/files/complaintRecords"
import { dailyFileDate, dayBefore, publishedDays } from "@public-records/files/dailyFileName"
import { complaintAttributes, type ComplaintRow } from "@public-records/files/PlainComplaint"
import { instantOf } from "@public-records/files/text"
import { DateTime, Effect, Predicate } from "effect"
import type { SiteOptions, SiteUpload } from "../SiteOptions.ts"
import type { Complaints } from "../store/ComplaintStore.ts"

/** An edition of the daily file of a date. */
export interface Edition {
  readonly name: string
  /** The created days whose complaints it has, oldest first. */
  readonly days: ReadonlyArray<CivilDate>
  /** The share of each day's complaints that it has. */
  readonly share: number
  /** **Units** milliseconds since 1970. */
  readonly uploadedAt: number
}

/** The one upload whose time is known came at 15:06 Eastern time. The calendar publishes at noon. */
const uploadDelay = { hours: 3, minutes: 6 }

/** From this file date on, files are at their current address. */
const firstCurrentDate = "2022-05-27"

/** Returns the path of a daily file on the site. */
export const sitePath = (name: string): string =>
  (dailyFileDate(name) ?? "") < firstCurrentDate
    ? `/system/files/attachments/do-not-call-dnc-reported-calls-data/${name.toLowerCase()}`
    : `/sites/default/files/${name}`

const daysBetween = (first: string, last: CivilDate): ReadonlyArray<CivilDate> => {
  const days: Array<CivilDate> = []
  for (let day = last; day >= first; day = dayBefore(day)) days.unshift(day)
  return days
}

/** The created days of a data set: the oldest and the newest one. */
type CreatedDays = readonly [oldest: CivilDate, newest: CivilDate]

/** Returns the edition that the calendar publishes on a date, if it publishes on it and the data set has one of its days. */
const calendarEdition = (date: CivilDate, [oldest, newest]: CreatedDays): ReadonlyArray<Edition> => {
  const name = `DNC_Complaint_Numbers_${date}.csv`
  const days = publishedDays(name)
  const last = days.at(-1)
  if (last === undefined || !days.some((day) => day >= oldest && day <= newest)) return []
  return [{ name, days, share: 1, uploadedAt: DateTime.toEpochMillis(DateTime.add(publicationOf(last), uploadDelay)) }]
}

const uploadedEdition = (date: CivilDate, { at, file, from, share = 1 }: SiteUpload): Edition => ({
  name: file,
  days: from === undefined ? publishedDays(file) : daysBetween(from, dayBefore(date)),
  share,
  uploadedAt: instantOf(at) ?? 0
})

/** Returns the editions of a file date that exist at a time, in the order of their uploads. */
const editionsAt = (
  { gaps = [], uploads = [] }: SiteOptions,
  created: CreatedDays | undefined,
  date: CivilDate,
  now: number
): ReadonlyArray<Edition> => {
  const named = uploads.filter(({ file }) => dailyFileDate(file) === date)
  const isInGap = gaps.some(({ from, to }) => date >= from && date <= to)
  const byCalendar = created === undefined || isInGap ? [] : calendarEdition(date, created)
  const editions = named.length === 0 ? byCalendar : named.map((upload) => uploadedEdition(date, upload))
  return editions
    .filter(({ uploadedAt }) => uploadedAt <= now)
    .toSorted((left, right) => left.uploadedAt - right.uploadedAt)
}

const createdDays = Effect.fnUntraced(function* (complaints: Complaints): Effect.fn.Return<CreatedDays | undefined> {
  const one = { limit: 1, offset: 0 }
  const [oldest] = (yield* complaints.page({}, "ASC", one)).records
  const [newest] = (yield* complaints.page({}, "DESC", one)).records
  if (oldest === undefined || newest === undefined) return undefined
  return [CivilDate.make(oldest.createdDate.slice(0, 10)), CivilDate.make(newest.createdDate.slice(0, 10))]
})

/** Returns the newest edition of each of the newest file dates, newest date first. */
export const linkedEditions = Effect.fnUntraced(function* (
  site: SiteOptions,
  complaints: Complaints,
  now: number
): Effect.fn.Return<ReadonlyArray<Edition>> {
  const { linked = 25, uploads = [] } = site
  const created = yield* createdDays(complaints)
  const named = uploads.map(({ file }) => dailyFileDate(file)).filter(Predicate.isNotUndefined)
  const published = (created ?? []).map((day) => CivilDate.make(DateTime.formatIsoDateUtc(publicationOf(day))))
  const [oldest, ...others] = [...named, ...published].toSorted()
  const editions: Array<Edition> = []
  if (oldest === undefined) return editions
  for (let date = others.at(-1) ?? oldest; date >= oldest && editions.length < linked; date = dayBefore(date)) {
    editions.push(...editionsAt(site, created, date, now).slice(-1))
  }
  return editions
})

/** Returns the edition at a path, or `undefined` before its upload. */
export const editionAt = Effect.fnUntraced(function* (
  site: SiteOptions,
  complaints: Complaints,
  path: string,
  now: number
): Effect.fn.Return<Edition | undefined> {
  const date = dailyFileDate(path)
  if (date === undefined) return undefined
  const editions = editionsAt(site, yield* createdDays(complaints), date, now)
  return editions.findLast(({ name }) => sitePath(name) === path)
})

const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

// The attributes are in the order of the columns.
const line = (row: ComplaintRow): string => Object.values(complaintAttributes(row)).map(cell).join(",")

/** Returns the text of an edition. **Wire** lines end with CRLF, as in the real files. */
export const editionText = Effect.fnUntraced(function* (
  complaints: Complaints,
  { days, share }: Edition
): Effect.fn.Return<string> {
  const lines = [dailyColumns.join(",")]
  for (const day of days) {
    const created = { from: `${day} 00:00:00`, to: `${day} 23:59:59` }
    const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
    const { records } = yield* complaints.page({ created }, "ASC", all)
    lines.push(...records.slice(0, Math.round(records.length * share)).map(line))
  }
  return `${lines.join("\r\n")}\r\n`
})
