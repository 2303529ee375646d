import { basename } from "node:path"
import { CivilDate, ComplaintQuery, isCivilDate, NoticeQuery, publicationOf } from "@public-records/core"
import type { Manifest } from "@public-records/files/exportManifest"
import { DateTime, Effect, Option } from "effect"
import { UrlParams } from "effect/http"
import type { DayRange } from "../MirrorStatus.ts"
import { dateOf, dayOf } from "../store/civil.ts"

const isCompleteExport = ({ claimedTotal, max, records, rejected }: Manifest, read: number): boolean =>
  max === null && rejected === 0 && records === read && (claimedTotal === null || claimedTotal === records)

/** Returns the days of a range, both ends included. */
export const daysBetween = ({ from, to }: DayRange): ReadonlyArray<number> =>
  Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, index) => dayOf(from) + index)

const paramsOf = (query: string): UrlParams.UrlParams => UrlParams.fromInput(new URLSearchParams(query))

/** Returns the created days of an export, if it has all records of each of them. */
export const exportedDays = Effect.fnUntraced(function* (manifest: Manifest, read: number) {
  if (manifest.collection !== "complaints" || !isCompleteExport(manifest, read)) return []
  const query = yield* Effect.option(ComplaintQuery.fromUrlParams(paramsOf(manifest.query)))
  if (Option.isNone(query) || query.value.offset > 0) return []
  const { filter } = query.value
  const range = filter._tag === "CreatedDate" ? { from: filter.date, to: filter.date } : undefined
  const { from, to } = range ?? (filter._tag === "CreatedRange" ? filter.created : { from: "", to: "" })
  if (!isCivilDate(from) || !isCivilDate(to)) return []
  const { missing = [], partial = [] } = manifest.coverage ?? {}
  const lacking = new Set([...partial.map(dayOf), ...missing.flatMap(daysBetween)])
  const started = DateTime.make(manifest.startedAt)
  const isPublished = (day: number): boolean =>
    Option.isSome(started) && DateTime.isLessThanOrEqualTo(publicationOf(dateOf(day)), started.value)
  return daysBetween({ from: CivilDate.make(from), to: CivilDate.make(to) }).filter(
    (day) => isPublished(day) && !lacking.has(day)
  )
})

/** Whether an export has all notices of the service. */
export const hasAllNotices = Effect.fnUntraced(function* (manifest: Manifest, read: number) {
  if (manifest.collection !== "notices" || !isCompleteExport(manifest, read)) return false
  const query = yield* Effect.option(NoticeQuery.fromUrlParams(paramsOf(manifest.query)))
  return Option.isSome(query) && query.value.offset === 0 && Object.keys(query.value.filter).length === 0
})

const dailyFile = /^dnc_complaint_numbers_(\d{4}-\d{2}-\d{2})(?:_\d+)?\.csv$/i

/** Returns the created days that the publication calendar assigns to a daily file, by its name. Monday's has Friday to Sunday. */
export const publishedDays = (path: string): ReadonlyArray<number> => {
  const [, date] = dailyFile.exec(basename(path)) ?? []
  if (date === undefined || !isCivilDate(date)) return []
  const publication = dayOf(date)
  const days: Array<number> = []
  for (let day = publication - 1; isPublishedOn(day, date); day--) days.unshift(day)
  return days
}

const isPublishedOn = (day: number, date: string): boolean =>
  DateTime.formatIsoDateUtc(publicationOf(dateOf(day))) === date
